import { foldName, foldPlural } from '../../fields/fold-name.ts'
import type { KnownField } from '../../outcome.ts'
import { isLexiconWord } from '../lexicon-words.ts'
import {
  type Asker,
  extractOf,
  type Inquiry,
  isOneClause,
  questionOf,
  readable,
  sentencesOf,
} from '../inquiry.ts'

const denials = new Set(['no', 'zero', 'none', 'without', 'never', 'not'])
const verdicts: ReadonlyMap<string, string> = new Map([
  ['pass', 'fail'],
  ['passing', 'fail'],
  ['passed', 'fail'],
  ['succeed', 'fail'],
])

/**
 * Asks what is required of a field whose name holds a word of the text that says in which state a thing is: `no reopened tickets` with
 * a field `reopened`, `email is verified` with `email_verified`, `all tests pass` with `tests_failed`.
 */
export const askStateOfField: Asker = (inquiry) => {
  const { tokens, words, circumstances } = inquiry
  if (tokens.length > 8 || tokens.some(({ kind }) => kind === 'quoted' || kind === 'odd')) return null
  if (tokens.some(({ folded }) => /^(?:true|false|yes|:|=|boolean|null)$/.test(folded))) return null
  if (!isOneClause(inquiry)) return null
  const share = shareOf(inquiry)
  if (share === null && tokens.some(({ kind }) => kind === 'number' || kind === 'percentage')) return null
  for (const [at, { folded }] of words.entries()) {
    if (tokens[at]?.kind !== 'word') continue
    const stem = stemOf(folded)
    const isState = states.has(folded) || verdicts.has(folded) || /(?:ed|ing)$/.test(folded)
    if (stem.length < 4 || !isState || (isLexiconWord(folded) && !states.has(folded))) continue
    const opposite = verdicts.get(folded)
    const near = circumstances.fields.filter((field) =>
      speaksOf(
        field,
        stem,
        opposite,
        words.map((word) => word.folded),
      ),
    )
    if (near.length === 0) continue
    const isDenied = words.some((word) => denials.has(word.folded))
    const sentences = near.flatMap((field) => statementsOf(field, stem, isDenied, share))
    const question = questionOf(
      {
        ...extractOf(inquiry, 0, tokens.length),
        reason: 'several_readings',
        question: `What does ${JSON.stringify(tokens[at].text)} require of the fields of a row?`,
        wants: 'reading',
      },
      readable(inquiry, sentencesOf(sentences)),
    )
    if (question !== null) return question
  }
  return null
}

/** Words of the language that also say in which state a thing is. */
const states = new Set([
  'verified',
  'confirmed',
  'checked',
  'active',
  'working',
  'valid',
  'accepted',
  'duplicated',
  'deliverable',
  'broken',
  'open',
  'overdue',
  'late',
  'done',
  'public',
])

function stemOf(word: string): string {
  return foldPlural(word).replace(/(?:ing|ed|e)$/, '')
}

/** Whether a field is named for the state, and, where the state is only the second word of its name, also for what is in it. */
function speaksOf(
  { name }: KnownField,
  stem: string,
  opposite: string | undefined,
  words: readonly string[],
): boolean {
  const parts = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((part) => part !== 'is' && part !== 'has')
  const isState = (part: string): boolean =>
    part.length > 3 &&
    (stemOf(part) === stem || (opposite !== undefined && stemOf(part) === stemOf(opposite)))
  const [first] = parts
  if (!parts.some(isState) || parts.some((part) => /^(?:at|on|by|date|id|url|name)$/.test(part))) return false
  const isAbout = (part: string): boolean => words.some((word) => foldPlural(word) === foldPlural(part))
  return parts.length === 1
    ? !words.some((word) => foldName(word) === foldName(name) && !word.endsWith('ed'))
    : first !== undefined && parts.filter((part) => !isState(part)).every(isAbout)
}

interface Share {
  readonly limit: 'at least' | 'at most'
  readonly percent: string
}

function shareOf({ tokens, text }: Inquiry): Share | null {
  const [, limit = '', percent = ''] =
    /^(at least|at most|max|no more than|min|less than)?\.? ?(\d{1,3}(?:\.\d{1,2})?) ?% of /i.exec(
      text.trim(),
    ) ?? []
  if (percent === '' || tokens.filter(({ kind }) => kind === 'percentage').length !== 1) return null
  return { limit: /most|max|more|less/i.test(limit) ? 'at most' : 'at least', percent }
}

function statementsOf(
  { name, type }: KnownField,
  stem: string,
  isDenied: boolean,
  share: Share | null,
): readonly string[] {
  const field = JSON.stringify(name)
  const says = (value: string): string => `${field} equals ${value}`
  const isNegative =
    /fail|error|broken|miss|reject|invalid/.test(name) &&
    !/^(?:fail|error|broken|miss|reject|invalid)/.test(stem)
  const truth = isDenied || isNegative ? 'false' : 'true'
  const other = truth === 'true' ? 'false' : 'true'
  if (share !== null) {
    const rest = String(Number((100 - Number(share.percent)).toFixed(2)))
    return share.limit === 'at most'
      ? [
          `at least ${rest}% of rows have ${field} equal to ${other}`,
          `at least ${rest}% of rows have ${field} missing`,
        ]
      : [
          `at least ${share.percent}% of rows have ${field} equal to ${truth}`,
          `at least ${share.percent}% of rows have ${field}`,
        ]
  }
  const isCount = /fail|error|warning|count|num|vuln|issue|miss|outlier|duplicat/.test(name)
  const number = isDenied || isNegative ? [says('0')] : [`${field} is at least 1`]
  const boolean = [says(truth)]
  if (type === 'number') return number
  if (type === 'boolean') return boolean
  const both = isCount ? [...number, ...boolean] : [...boolean, ...number]
  return [...both, isDenied ? `${field} is empty` : `every row has ${field}`]
}
