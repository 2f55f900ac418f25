import type { KnownField } from '../outcome.ts'
import { indexFields } from './field-index.ts'
import { foldName, foldPlural } from './fold-name.ts'
import { synonymsOf } from './synonyms.ts'
import { spellingDistance } from './spelling-distance.ts'

/** The most candidates that a question shows. */
export const maxCandidates = 10

/**
 * The fields that a noun could mean, near ones first and the rest behind them. Descriptions, aliases, shared words, synonyms and
 * spelling only order; none of them makes a noun a field.
 */
export function fieldCandidates(noun: string, fields: readonly KnownField[]): readonly string[] {
  const same = indexFields(fields).named(noun)
  const wanted = wordsOf(noun)
  const scored = fields.map(({ name, ...field }, position) => ({
    name,
    position,
    score: same.some((one) => one.name === name) ? 1_000 : nearness(noun, wanted, { name, ...field }),
  }))
  return scored
    .toSorted((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, maxCandidates)
    .map(({ name }) => name)
}

/** The names of the fields that a noun could mean: near by spelling, by words or by meaning, or the same but for its form. */
export function namesNear(noun: string, fields: readonly KnownField[]): readonly string[] {
  const same = indexFields(fields).named(noun)
  const wanted = wordsOf(noun)
  const near = fields.filter(
    (field) => same.some(({ name }) => name === field.name) || nearness(noun, wanted, field) > 0,
  )
  return fieldCandidates(noun, near)
}

/** The fields that have anything in common with a noun, nearest first; all fields where none has. */
export function nearFields(noun: string, fields: readonly KnownField[]): readonly KnownField[] {
  const wanted = wordsOf(noun)
  const near = fields.filter((field) => nearness(noun, wanted, field) > 0)
  const names = fieldCandidates(noun, near.length > 0 ? near : fields)
  return names.flatMap((name) => fields.find((field) => field.name === name) ?? [])
}

/** Names of fields that rarely hold numbers. */
const rarelyNumeric =
  /(?:^|[_\s-])(?:url|uri|link|href|email|mail|phone|mobile|name|title|headline|description|summary|text|body|comment|domain|website|country|city|state|language|lang|locale|status|type|category|color|colour|date|id|uuid|sku|iban|at|on|by|address|slug|tags?)$/i

/** Whether a field may hold numbers, by its type or else its name. */
export function mayBeNumber({ type, name }: KnownField): boolean {
  return type === undefined ? !rarelyNumeric.test(name) : type === 'number'
}

function nearness(noun: string, wanted: readonly string[], field: KnownField): number {
  const folded = foldName(noun)
  const own = wordsOf(field.name)
  const described = wordsOf(field.description ?? '')
  const aliases = (field.aliases ?? []).map(foldName)
  const initials = wanted.map((word) => word.charAt(0)).join('')
  const name = foldName(field.name)
  const shared = (words: readonly string[]): number => wanted.filter((word) => words.includes(word)).length
  return (
    30 * shared(described) +
    (aliases.some((alias) => alias.includes(folded) || folded.includes(alias)) ? 25 : 0) +
    20 * shared(own) +
    (wanted.length > 1 && initials === name ? 40 : 0) +
    (name.length > 2 && (folded.includes(name) || name.includes(folded)) ? 15 : 0) +
    (wanted.some((word) => own.some((other) => areRelated(word, other))) ? 10 : 0) +
    8 * wanted.filter((word) => synonymsOf(word).some((other) => own.includes(other))).length +
    (spellingDistance(folded, name, slips(name)) <= slips(name) ? 12 : 0)
  )
}

/** How many letters of a name may be slips: of a short one less, for `fax` is not `day`. */
function slips(name: string): number {
  return name.length > 5 ? 2 : 1
}

/** Whether one word begins or ends with the other, or both begin alike. */
function areRelated(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word]
  if (short.length < 3) return false
  return (
    long.startsWith(short) ||
    long.endsWith(short) ||
    (short.length > 4 && long.startsWith(short.slice(0, -2)))
  )
}

/** The words of a name, folded: at spaces, hyphens, underscores, dots, and capitals within a word. */
function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(foldPlural)
}
