import type { DeterministicCheck } from '@outturn/checkers'

const opposites: Readonly<Record<string, string>> = {
  gt: 'is at most',
  gte: 'is less than',
  lt: 'is at least',
  lte: 'is greater than',
  equals: 'is not',
  not_equals: 'is',
}

/** The sentence of the check that holds for a row exactly where this one does not; null where there is none. */
export function negated(check: DeterministicCheck): string | null {
  if (check.checker !== 'json_path' || check.scope !== 'row') return null
  const name = /^\$\['([^'\\]+)'\]$/.exec(check.path)?.[1]
  const phrase = opposites[check.operator ?? '']
  const { value } = check
  if (
    name === undefined ||
    phrase === undefined ||
    !(typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
  )
    return null
  return `${JSON.stringify(name)} ${phrase} ${JSON.stringify(value)}`
}
