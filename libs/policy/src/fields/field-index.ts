import type { KnownField } from '../outcome.ts'
import { foldName } from './fold-name.ts'

/** The most words that a name has as people write it. */
const maxWordsOfName = 6

/** The known fields by their folded names and aliases. */
export interface FieldIndex {
  readonly fields: readonly KnownField[]
  /** The fields that a noun equals, folded; more than one is a question. */
  readonly named: (noun: string) => readonly KnownField[]
  /** The longest run of words from `start` that equals a field; null where none does. */
  readonly longestAt: (words: readonly string[], start: number) => NamedRun | null
}

/** Words that equal a field. */
export interface NamedRun {
  /** The position after the last word. */
  readonly end: number
  /** More than one is a question. */
  readonly fields: readonly KnownField[]
}

const indexes = new WeakMap<readonly KnownField[], FieldIndex>()

/** Folds the names once for a list of fields. */
export function indexFields(fields: readonly KnownField[]): FieldIndex {
  const known = indexes.get(fields)
  if (known !== undefined) return known
  const byFolded = new Map<string, KnownField[]>()
  for (const field of fields) {
    const names = new Set([field.name, ...(field.aliases ?? [])].map(foldName))
    for (const name of names) {
      if (name === '') continue
      const same = byFolded.get(name)
      if (same === undefined) byFolded.set(name, [field])
      else if (!same.some((other) => other.name === field.name)) same.push(field)
    }
  }
  const longest = Math.max(0, ...[...byFolded.keys()].map((name) => name.length))
  const named = (noun: string): readonly KnownField[] => byFolded.get(foldName(noun)) ?? []
  const longestAt = (words: readonly string[], start: number): NamedRun | null => {
    let run = ''
    let found: NamedRun | null = null
    const last = Math.min(words.length, start + maxWordsOfName)
    for (let end = start + 1; end <= last; end += 1) {
      const word = words[end - 1] ?? ''
      const isMark = !/[\p{L}\p{N}]/u.test(word)
      if (isMark && (end === start + 1 || !/^[-_/&.]$/.test(word))) break
      run += `${run === '' ? '' : ' '}${word}`
      if (run.length > 2 * longest + 16) break
      if (isMark) continue
      const same = named(run)
      if (same.length > 0) found = { end, fields: same }
    }
    return found
  }
  const index = { fields, named, longestAt }
  indexes.set(fields, index)
  return index
}
