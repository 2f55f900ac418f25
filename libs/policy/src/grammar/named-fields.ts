import type { FieldNames, FieldPhrase } from '@outturn/checkers'

/** The most candidates that are shown for a noun. */
const maxCandidates = 10

/** A noun that may be a field and that the text does not mark as one, with the fields that it could mean. */
export interface OpenName {
  readonly noun: string
  readonly candidates: readonly string[]
}

/** What is known of fields when a text is read. */
export interface KnownFields {
  /** Names of the fields that the rows have, or that the text marks elsewhere. */
  readonly names: readonly string[]
  /** The text whose words the author gave when asked for fields: each of its names is one. */
  readonly answer?: string
}

export const noFields: KnownFields = { names: [] }

/** Resolves the names of one text, and lists those that stay open. */
export interface ResolvedNames extends FieldNames {
  readonly open: readonly OpenName[]
}

/**
 * A name is that of a field when it is marked as one, or is written like exactly one known field, apart from case, spaces,
 * hyphens, underscores and a plural ending. Any other noun stays open.
 */
export function resolveNames({ names, answer }: KnownFields): ResolvedNames {
  const open: OpenName[] = []
  const one = ({ name, isMarked }: FieldPhrase): string => {
    if (isMarked) return name
    const known = foldedNames(names)
    const same = known.byFolded.get(folded(name)) ?? []
    const [only] = same
    if (only !== undefined && same.length === 1) return only
    if (answer !== undefined && answer.toLowerCase().includes(name.toLowerCase())) return name
    open.push({ noun: name, candidates: same.length > 1 ? same : candidatesFor(name, known) })
    return name
  }
  return { open, one, all: (phrases) => phrases.map(one) }
}

/** Names as they are compared. */
interface FoldedNames {
  readonly all: readonly { readonly name: string; readonly folded: string }[]
  readonly byFolded: ReadonlyMap<string, readonly string[]>
}

const foldedByNames = new WeakMap<readonly string[], FoldedNames>()

/** Folded once for a list: a text of thousands of nouns is compared with the same hundreds of names. */
function foldedNames(names: readonly string[]): FoldedNames {
  const known = foldedByNames.get(names)
  if (known !== undefined) return known
  const all = names.map((name) => ({ name, folded: folded(name) }))
  const byFolded = new Map<string, string[]>()
  for (const one of all) {
    const same = byFolded.get(one.folded)
    if (same === undefined) byFolded.set(one.folded, [one.name])
    else same.push(one.name)
  }
  const made = { all, byFolded }
  foldedByNames.set(names, made)
  return made
}

function candidatesFor(noun: string, { all }: FoldedNames): string[] {
  const wanted = folded(noun)
  const near = all.filter((one) => one.folded.includes(wanted) || wanted.includes(one.folded))
  const candidates = near.length > 0 ? near : all
  if (candidates.length > 0) return candidates.slice(0, maxCandidates).map(({ name }) => name)
  const one = singular(noun)
  return [...new Set([one.trim().replaceAll(/\s+/g, '_'), one, noun])]
}

function folded(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return singular(letters).replace(/emailaddress?e?$/, 'email')
}

function singular(noun: string): string {
  return noun
    .replace(/ies$/i, 'y')
    .replace(/(?<=ss)es$/i, '')
    .replace(/(?<=[^s])s$/i, '')
}
