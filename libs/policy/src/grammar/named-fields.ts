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
    const same = names.filter((known) => folded(known) === folded(name))
    const [only] = same
    if (only !== undefined && same.length === 1) return only
    if (answer !== undefined && answer.toLowerCase().includes(name.toLowerCase())) return name
    open.push({ noun: name, candidates: same.length > 1 ? same : candidatesFor(name, names) })
    return name
  }
  return { open, one, all: (phrases) => phrases.map(one) }
}

function candidatesFor(noun: string, names: readonly string[]): string[] {
  const wanted = folded(noun)
  const near = names.filter((name) => folded(name).includes(wanted) || wanted.includes(folded(name)))
  if (near.length > 0) return near.slice(0, maxCandidates)
  if (names.length > 0) return names.slice(0, maxCandidates)
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
