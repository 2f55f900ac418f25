import type { FieldIndex } from '../fields/field-index.ts'
import type { Word } from '../wordings/words.ts'
import type { Circumstances, Question, ReadCheck } from '../outcome.ts'
import type { ClauseReading } from '../reading/clause-reading.ts'
import type { Exclusion } from '../exclusions/exclusions.ts'
import type { Token } from '../tokens/token.ts'

/** A text that did not compile, with all that a question about it can use. */
export interface Inquiry {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly words: readonly Word[]
  readonly circumstances: Circumstances
  readonly index: FieldIndex
  /** The known fields that stand in the text, in order. */
  readonly named: readonly NamedField[]
  /** Whether a token belongs to the name of a known field. */
  readonly isName: readonly boolean[]
  /** Readings that are complete but for some places. */
  readonly open: readonly ClauseReading[]
  /** Readings that are complete; more than one, or none. */
  readonly complete: readonly ClauseReading[]
  /** Why complete readings are not used. */
  readonly excluded: readonly Exclusion[]
  /** The checks of another text in the same circumstances; null unless it has exactly one reading. */
  readonly compile: (text: string) => readonly ReadCheck[] | null
  /** The questions about a part of the text; none where nothing can be asked. */
  readonly ask: (part: string) => readonly Question[]
}

/** One kind of question; null where it has nothing to ask or no rewrite compiles. */
export type Asker = (inquiry: Inquiry) => Question | null

/** A text, or several, that could stand in place of the text, and what of it the answer is. */
export interface Proposal {
  readonly candidate: string
  readonly rewrite: string | readonly string[]
}

/** The most rewrites of a question. */
const maxRewrites = 10

/** The proposals that compile to exactly one reading each, without those that state the same checks as an earlier one. */
export function readable(inquiry: Inquiry, proposals: Iterable<Proposal>): readonly Proposal[] {
  const kept: Proposal[] = []
  const stated = new Set<string>()
  for (const proposal of proposals) {
    const key = checksOf(inquiry, proposal.rewrite)
    if (key === null || stated.has(key)) continue
    stated.add(key)
    kept.push(proposal)
    if (kept.length === maxRewrites) break
  }
  return kept
}

function checksOf(inquiry: Inquiry, rewrite: Proposal['rewrite']): string | null {
  const stated: unknown[] = []
  for (const sentence of [rewrite].flat()) {
    const checks = inquiry.compile(sentence)
    if (checks === null || checks.length === 0 || !checks.every((one) => namesKnownFields(inquiry, one)))
      return null
    stated.push(...checks.map(({ check, required }) => [check, required]))
  }
  return JSON.stringify(stated)
}

/** Where fields are known, a rewrite names none but them and those that the text marks. */
function namesKnownFields({ index, tokens }: Inquiry, { check }: ReadCheck): boolean {
  if (index.fields.length === 0) return true
  const marked = new Set(tokens.filter((_, at) => isMarkedName(tokens, at)).map(({ value }) => value))
  return fieldsOf(check).every(
    (name) => index.fields.some((field) => field.name === name) || marked.has(name),
  )
}

function isMarkedName(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at] ?? { kind: 'mark', text: '' }
  const beside = [tokens[at - 1], tokens[at + 1]].some((token) =>
    /^(?:fields?|columns?|keys?)$/.test(token?.folded ?? ''),
  )
  return kind === 'quoted' || kind === 'backtick' || kind === 'path' || /[_/]/.test(text) || beside
}

/** The fields of the rows that a check reads by name. */
function fieldsOf(check: ReadCheck['check']): readonly string[] {
  switch (check.checker) {
    case 'completeness':
      return check.required_fields
    case 'duplicate_rate':
      return check.key_fields
    case 'json_path':
      return [/^\$(?:\[\*\])?\['([^'\\]+)'\]$/.exec(check.path)?.[1] ?? []].flat()
    default:
      return 'field' in check && check.field !== undefined ? [check.field] : []
  }
}

/** The words from one token to another, `to` excluded. */
export function extractOf(
  { text, tokens }: Inquiry,
  from: number,
  to: number,
): Pick<Question, 'text' | 'start' | 'end'> {
  const [first, last] = to > from ? [from, to] : [0, tokens.length]
  const start = tokens[first]?.start ?? 0
  const end = tokens[last - 1]?.end ?? text.length
  return { text: text.slice(start, end), start, end }
}

/** The whole text without white space around it. */
export function wholeOf(inquiry: Inquiry): Pick<Question, 'text' | 'start' | 'end'> {
  return extractOf(inquiry, 0, inquiry.tokens.length)
}

/** The text with other words in place of some of its tokens, or before one where `to` is `from`. */
export function replaced({ text, tokens }: Inquiry, from: number, to: number, words: string): string {
  const start = tokens[from]?.start ?? text.length
  if (to <= from) {
    const isSpaced = /\s$/.test(text.slice(0, start))
    return `${text.slice(0, start)}${isSpaced ? '' : ' '}${words}${start < text.length ? ' ' : ''}${text.slice(start)}`
  }
  return text.slice(0, start) + words + text.slice(tokens[to - 1]?.end ?? start)
}

/** Whether a text has no word or mark that joins clauses, outside of names. */
export function isOneClause({ tokens, isName }: Inquiry): boolean {
  return !tokens.some(
    ({ folded }, at) => isName[at] !== true && /^(?:and|or|but|nor|,|;|:|&|plus|then)$/.test(folded),
  )
}

/** The text without some of its tokens, and without the marks that joined them to the rest. */
export function withoutWords(inquiry: Inquiry, from: number, to: number): string {
  return replaced(inquiry, from, to, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '')
    .replace(/\s+([,;.])/g, '$1')
}

/** Whether a question proposes more than that any sentence may stand in place of the text. */
export function proposesSomething({ rewrites }: Pick<Question, 'rewrites'>): boolean {
  return rewrites.some((rewrite) => rewrite !== '{}')
}

/** A question of proposals; null where none is left. */
export function questionOf(
  question: Omit<Question, 'candidates' | 'rewrites'>,
  proposals: readonly Proposal[],
): Question | null {
  if (proposals.length === 0) return null
  return {
    ...question,
    candidates: proposals.map(({ candidate }) => candidate),
    rewrites: proposals.map(({ rewrite }) => rewrite),
  }
}

/** Proposals of whole sentences, each its own candidate. */
export function sentencesOf(sentences: readonly (string | readonly string[])[]): readonly Proposal[] {
  return sentences.map((rewrite) => ({ candidate: [rewrite].flat().join('; '), rewrite }))
}

/** A known field that stands in the text. */
export interface NamedField {
  readonly from: number
  readonly to: number
  readonly name: string
}

/** The known fields that stand in a text, in order, marked ones too; and which tokens belong to the name of a field. */
export function namesIn(
  tokens: readonly Token[],
  words: readonly Word[],
  index: FieldIndex,
): Pick<Inquiry, 'named' | 'isName'> {
  const folded = words.map((word) => word.folded)
  const isName = tokens.map(() => false)
  const named: NamedField[] = []
  let free = 0
  for (const [from, token] of tokens.entries()) {
    const isMarked = token.kind === 'quoted' || token.kind === 'backtick'
    const run = isMarked ? null : index.longestAt(folded, from)
    const [field] = isMarked ? index.named(token.value) : (run?.fields ?? [])
    const to = run?.end ?? from + 1
    if (run !== null) isName.fill(true, from, to)
    if (field === undefined || from < free) continue
    named.push({ from, to, name: field.name })
    free = to
  }
  return { named, isName }
}

export function fieldsIn({ named }: Inquiry): readonly NamedField[] {
  return named
}
