import type { DeterministicCheck } from '@outturn/checkers'
import { type FieldIndex, indexFields } from '../fields/field-index.ts'
import { spokenUnit } from '../reading/demands/field-nature.ts'
import { judgment, meaning } from '../wordings/judgment.ts'
import { outside } from '../wordings/outside.ts'
import type { PhraseMatch } from '../wordings/phrase-table.ts'
import { exactUses, exceptions, hedges, revoking, wishes, reported } from '../wordings/undoing.ts'
import { type Word, wordsOf } from '../wordings/words.ts'
import type { Circumstances, QuestionReason } from '../outcome.ts'
import type { Token } from '../tokens/token.ts'
import type { ClauseCheck, ClauseReading, Part, TokenRange } from '../reading/clause-reading.ts'
import { contradicts } from './contradiction.ts'

/** Why a complete reading is not to be used, and the words that it is about. */
export interface Exclusion extends TokenRange {
  readonly reason: QuestionReason
  /** For people. */
  readonly question: string
  /** Texts that may stand in place of the words. */
  readonly options: readonly string[]
}

/** The words of a reading that keep it from being used: narrowing words, a bare value with a meaning of its own, bounds that cross. */
export function findExclusion(
  tokens: readonly Token[],
  reading: ClauseReading,
  circumstances: Circumstances,
): Exclusion | null {
  const words = wordsOf(tokens)
  const index = indexFields(circumstances.fields)
  return (
    undone(words, tokens, reading) ??
    wishOfPart(tokens, reading) ??
    groupedNumber(tokens) ??
    foreignDigits(tokens) ??
    twoMarkedNames(tokens, reading) ??
    looseWord(tokens, reading, index) ??
    rowsOrField(tokens, reading, index) ??
    unitOrField(tokens, reading) ??
    listOrRows(tokens, reading, circumstances) ??
    bareValue(words, tokens, reading, circumstances) ??
    impossible(reading.checks)
  )
}

/** Roles whose words are free: whatever stands there was not read as a word of the language. */
const freeRoles: ReadonlySet<Part['role']> = new Set(['rows', 'value', 'phrase', 'label'])
const undoingTables = [revoking, exceptions, hedges, wishes]

function undone(
  words: readonly Word[],
  tokens: readonly Token[],
  { parts }: ClauseReading,
): Exclusion | null {
  const exact = exactUses.all(words)
  const free = parts.filter(({ role }) => freeRoles.has(role))
  const isFree = ({ start, end }: PhraseMatch): boolean =>
    free.some(
      ({ from, to }) =>
        start < to && from < end && tokens.slice(from, to).some(({ kind }) => kind === 'word'),
    )
  const isExact = ({ start, end }: PhraseMatch): boolean =>
    exact.some((use) => use.start <= start && end <= use.end)
  const match =
    reported.all(words)[0] ??
    undoingTables.flatMap((table) => table.all(words)).find((one) => isFree(one) && !isExact(one))
  if (match === undefined) return null
  return {
    from: match.start,
    to: match.end,
    reason: 'qualified',
    question: `${shown(tokens, match.start, match.end)} narrows or takes back what the rest requires. What is required exactly?`,
    options: [],
  }
}

/** Two words before a field of which the first is both what a row is called and a field. */
function rowsOrField(
  tokens: readonly Token[],
  { parts, checks }: ClauseReading,
  { named, fields }: FieldIndex,
): Exclusion | null {
  for (const rows of parts) {
    const isGroup =
      rows.role === 'rows' &&
      tokens[rows.from - 1]?.folded === 'per' &&
      checks.some(({ check }) => check.checker === 'duplicate_rate')
    if (isGroup && !/^(?:row|record|line|entry)$/.test(tokens[rows.from]?.folded ?? '')) {
      return {
        from: rows.from,
        to: rows.to,
        reason: 'field_unmarked',
        question: `Which field of the rows is ${shown(tokens, rows.from, rows.to)}?`,
        options: fields.map(({ name }) => JSON.stringify(name)),
      }
    }
    if (rows.role !== 'rows' || !parts.some(({ role, from }) => role === 'field' && from === rows.to))
      continue
    const noun = tokens[rows.to - 1]
    if (noun === undefined || noun.kind !== 'word' || named(noun.folded).length === 0) continue
    return {
      from: rows.to - 1,
      to: rows.to,
      reason: 'several_readings',
      question: `Is ${JSON.stringify(noun.text)} what a row is, or a field?`,
      options: [],
    }
  }
  return null
}

/** Words that stand for values and are none. */
const noValue =
  /^(?:else|another|other|others|any|anything|something|someone|everything|whatever|whichever|similar|likewise|such|more|less|so|not|wrong|anymore|elsewhere|otherwise)$/
/** What a label says that is no requirement. */
const noDemand =
  /^(?:draft|drafts|example|examples|idea|ideas|wrong|cancelled|canceled|deprecated|obsolete|todo|joke|never|not|need|stop|old|previous|former|bad|counterexample|sample|quote|question|rumou?r|hypothesis|maybe|if|unless)$/

/** Words that were read into a name, a value or a label and say something of their own. */
function looseWord(
  tokens: readonly Token[],
  { parts }: ClauseReading,
  { named }: FieldIndex,
): Exclusion | null {
  const asked = (from: number, to: number): Exclusion => ({
    from,
    to,
    reason: 'qualified',
    question: `What does ${shown(tokens, from, to)} say of the rest?`,
    options: [],
  })
  for (const { role, from, to } of parts) {
    const [first, last] = [tokens[from], tokens[to - 1]]
    if (role === 'value' && first?.kind === 'word' && to - from === 1 && noValue.test(first.folded))
      return asked(from, to)
    const isMarkedByName =
      role === 'field' &&
      to - from === 2 &&
      first?.kind === 'word' &&
      /^(?:key|field|column)$/.test(last?.folded ?? '') &&
      named(last?.folded ?? '').length > 0 &&
      named(first.folded).length === 0
    if (isMarkedByName) return asked(from, from + 1)
    const denied =
      role === 'label'
        ? tokens.findIndex(
            ({ kind, folded }, at) => from <= at && at < to && kind === 'word' && noDemand.test(folded),
          )
        : -1
    if (denied >= 0) return asked(denied, denied + 1)
    const article = /^an?$/.test(first?.folded ?? '') ? from : from - 1
    const isOfHaving =
      role === 'field' &&
      /^an?$/.test(tokens[article]?.folded ?? '') &&
      /^(?:has|have|with)$/.test(tokens[article - 1]?.folded ?? '')
    const value = isOfHaving
      ? parts.find((part) => part.role === 'value' && part.from === to && tokens[part.from]?.kind === 'word')
      : undefined
    if (value !== undefined && tokens[to]?.folded !== 'of') return asked(to, value.to)
    if (isOfHaving && /^(?:is|are|not|never|true|false)$/.test(tokens[to]?.folded ?? ''))
      return asked(to, tokens.length)
  }
  const end = tokens.length - 1
  const isCutOff =
    tokens[end]?.folded === '…' || (tokens[end]?.folded === '.' && tokens[end - 1]?.folded === '.')
  return isCutOff ? asked(end, end + 1) : null
}

/** `under an hour` beside a field `hours` is a length of time or another field. */
function unitOrField(tokens: readonly Token[], { parts }: ClauseReading): Exclusion | null {
  const unit = parts.find(
    ({ role, from, to }) =>
      role === 'field' &&
      from > 0 &&
      to - from === 2 &&
      /^an?$/.test(tokens[from]?.folded ?? '') &&
      !/^(?:has|have|having|with|needs?|includes?|contains?)$/.test(tokens[from - 1]?.folded ?? '') &&
      spokenUnit(tokens[to - 1]?.folded ?? '') !== null,
  )
  if (unit === undefined) return null
  const { from, to } = unit
  return {
    from,
    to,
    reason: 'unit_open',
    question: `Is ${shown(tokens, from, to)} an amount, or the field of that name?`,
    options: ['1', `"${tokens[to - 1]?.text ?? ''}"`],
  }
}

/** `no duplicate tags` of lists: within each list, or no list twice. */
function listOrRows(
  tokens: readonly Token[],
  { checks }: ClauseReading,
  { fields }: Circumstances,
): Exclusion | null {
  const isList = (name: string): boolean =>
    fields.some((field) => field.name === name && field.type === 'list')
  for (const { check, from, to } of checks) {
    const [only, another] = check.checker === 'duplicate_rate' ? check.key_fields : []
    const saysRows = tokens.slice(from, to).some(({ folded }) => /^(?:by|rows?|records?|key)$/.test(folded))
    if (only === undefined || another !== undefined || !isList(only) || saysRows) continue
    return {
      from,
      to,
      reason: 'several_readings',
      question: `May no two rows have the same ${JSON.stringify(only)}, or no row the same item twice? Only the first is checked.`,
      options: [`no duplicates by ${JSON.stringify(only)}`],
    }
  }
  return null
}

/** Digits above the line, in circles or of another script are no plain number: `²`. Wide forms are. */
function foreignDigits(tokens: readonly Token[]): Exclusion | null {
  const at = tokens.findIndex(
    ({ kind, text }) => kind === 'number' && /[^\p{ASCII}\uff00-\uffef]/u.test(text),
  )
  const number = tokens[at]
  if (number === undefined) return null
  return {
    from: at,
    to: at + 1,
    reason: 'inexact_value',
    question: `${JSON.stringify(number.text)} is no plain number. Which number is it?`,
    options: [number.value],
  }
}

/** Two quoted names side by side may be two fields, or a field and its value: `every row has "email" "name"`. */
function twoMarkedNames(tokens: readonly Token[], { parts }: ClauseReading): Exclusion | null {
  const value = parts.find(
    ({ role, from }) =>
      role === 'value' && tokens[from]?.kind === 'quoted' && tokens[from - 1]?.kind === 'quoted',
  )
  const field = value && parts.find(({ role, to }) => role === 'field' && to === value.from)
  if (value === undefined || field === undefined) return null
  const [name, text] = [tokens[field.to - 1]?.text ?? '', tokens[value.from]?.text ?? '']
  return {
    from: field.to - 1,
    to: value.to,
    reason: 'several_readings',
    question: `Are ${name} and ${text} two fields, or a field and its value?`,
    options: [`${name} and ${text}`],
  }
}

/** A point before three digits that end in zero may set thousands apart, as in half of Europe: `1.000`. */
function groupedNumber(tokens: readonly Token[]): Exclusion | null {
  const at = tokens.findIndex(({ kind, text }) => kind === 'number' && /^[1-9]\d{0,2}\.\d\d0$/.test(text))
  const number = tokens[at]
  if (number === undefined) return null
  return {
    from: at,
    to: at + 1,
    reason: 'inexact_value',
    question: `${JSON.stringify(number.text)} can be read in two ways. Which number is it?`,
    options: [number.value, number.text.replace('.', '')],
  }
}

/** A wish before several checks of one sentence: it is not sure that it is about the first of them alone. */
function wishOfPart(tokens: readonly Token[], { checks, parts }: ClauseReading): Exclusion | null {
  const wish = parts.find(({ role, from }) => role === 'wish' && from === 0)
  const isMixed = checks.some(({ required }) => required) && checks.some(({ required }) => !required)
  const isOneSentence = !tokens
    .slice(0, -1)
    .some(({ kind, folded }) => kind === 'mark' && /^[.;]$/.test(folded))
  if (wish === undefined || !isMixed || !isOneSentence) return null
  return {
    from: wish.from,
    to: wish.to,
    reason: 'qualified',
    question: `Is ${shown(tokens, wish.from, wish.to)} about all that follows?`,
    options: [],
  }
}

const exactBefore: ReadonlySet<string> = new Set(['=', '==', 'equals', 'equal', 'to', ':', 'of', 'in'])
const meanings = [judgment, meaning, outside]

/** One bare word after `is` that says how a thing is, as in `reply must be polite`, is not sure to be a value. */
function bareValue(
  words: readonly Word[],
  tokens: readonly Token[],
  { parts }: ClauseReading,
  { fields }: Circumstances,
): Exclusion | null {
  const values = parts.filter(({ role }) => role === 'value')
  const [only, another] = values
  if (only === undefined || another !== undefined || tokens[only.from]?.kind !== 'word') return null
  if (exactBefore.has(tokens[only.from - 1]?.folded ?? '')) return null
  const text = shown(tokens, only.from, only.to)
  const value = JSON.parse(text) as string
  const isListed = fields.some(({ values: listed = [] }) => listed.some((one) => String(one) === value))
  const isOpen = meanings.some((table) => table.has(words.slice(only.from, only.to)))
  if (isListed || !isOpen) return null
  return {
    from: only.from,
    to: only.to,
    reason: 'inexact_value',
    question: `Is ${text} a value of the field, letter by letter?`,
    options: [text],
  }
}

function shown(tokens: readonly Token[], from: number, to: number): string {
  return JSON.stringify(
    tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join(' '),
  )
}

/** Checks of one reading that no work meets, or that all work meets. */
function impossible(checks: readonly ClauseCheck[]): Exclusion | null {
  const empty = checks.find(({ check }) => isMetByAll(check))
  if (empty !== undefined) return excluded(empty, 'is met by all work, or by none. What is required?')
  for (const [index, later] of checks.entries()) {
    const crossed = checks.slice(0, index).some((earlier) => contradicts(earlier.check, later.check))
    if (crossed) return excluded(later, 'contradicts what stands before it. Which of them holds?')
  }
  return null
}

function excluded({ from, to }: ClauseCheck, problem: string): Exclusion {
  return { from, to, reason: 'inexact_value', question: `This ${problem}`, options: [] }
}

function isMetByAll(check: DeterministicCheck): boolean {
  switch (check.checker) {
    case 'row_count':
      return check.expected === 0 || check.min === 0 || check.max === 0
    case 'duplicate_rate':
      return check.max_rate_bp === 10_000
    case 'json_path': {
      const { operator, value, measure, min_share_bp: share } = check
      const isLength = measure !== undefined && typeof value === 'number'
      return (
        share === 0 ||
        (isLength && ((operator === 'gte' && value <= 0) || (operator === 'lt' && value <= 0) || value < 0))
      )
    }
    case 'completeness':
    case 'url_format':
    case 'text_contains':
      return check.min_share_bp === 0
    case 'http_status':
    case 'hash_matches':
    case 'deadline_met':
      return false
    default:
      return check satisfies never
  }
}
