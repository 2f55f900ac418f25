/** One step of a path that has neither filters, slices nor descendants. */
export type PathStep =
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'all' }

const shorthand = /\.([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/y
const wildcard = /\.\*|\[\s*\*\s*\]/y
const position = /\[\s*(0|[1-9]\d*)\s*\]/y
const literal = String.raw`'(?:[^'\\]|\\['\\])*'|"(?:[^"\\]|\\["\\])*"`
const bracket = new RegExp(String.raw`\[\s*(${literal})((?:\s*,\s*(?:${literal}))*)\s*\]`, 'y')

/** The steps of a path of names, indexes and wildcards; null for a path that has anything else. */
export function stepsOfPath(path: string): readonly PathStep[] | null {
  if (!path.startsWith('$')) return null
  const steps: PathStep[] = []
  let at = 1
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(path)
    if (found !== null) at = pattern.lastIndex
    return found
  }
  while (at < path.length) {
    const name = read(shorthand)
    const index = name === null ? read(position) : null
    const names = name === null && index === null ? read(bracket) : null
    if (name !== null) steps.push({ kind: 'names', names: [name[1] ?? ''] })
    else if (index !== null) steps.push({ kind: 'index', index: Number(index[1]) })
    else if (names !== null) steps.push({ kind: 'names', names: literalsIn(names[0]) })
    else if (read(wildcard) !== null) steps.push({ kind: 'all' })
    else return null
  }
  return steps
}

function literalsIn(text: string): string[] {
  return Array.from(text.matchAll(new RegExp(literal, 'g')), ([quoted]) =>
    quoted.slice(1, -1).replace(/\\(.)/g, '$1'),
  )
}

/** The names of a path that leads through members to at most one value; null for any other. */
export function namesOfPath(path: string): readonly string[] | null {
  const steps = stepsOfPath(path)
  if (steps === null || steps.length === 0) return null
  const names = steps.flatMap((step) => (step.kind === 'names' && step.names.length === 1 ? step.names : []))
  return names.length === steps.length ? names : null
}

/** Whether a path leads to at most one value: by names and indexes alone. */
export function isSingularPath(path: string): boolean {
  const steps = stepsOfPath(path)
  return (
    steps !== null &&
    steps.every((step) => step.kind === 'index' || (step.kind === 'names' && step.names.length === 1))
  )
}
