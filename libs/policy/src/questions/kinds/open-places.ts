import { fieldCandidates, mayBeNumber, namesNear } from '../../fields/field-candidates.ts'
import { isFunctionWord } from '../../lexicon/function-words.ts'
import type { KnownField, Question, QuestionReason } from '../../outcome.ts'
import type { ClauseReading, Slot, SlotKind } from '../../reading/clause-reading.ts'
import {
  type Asker,
  extractOf,
  type Inquiry,
  type Proposal,
  questionOf,
  readable,
  replaced,
} from '../inquiry.ts'
import { noColumnWords } from '../no-column.ts'
import { inexactNumbers } from './inexact-numbers.ts'
import { timeCandidates } from './time-candidates.ts'

/** The most combinations of answers that are tried for one reading. */
const maxTries = 40
/** The most open readings that are tried. */
const maxReadings = 8
/** The most fields that are tried in a place, to see whether any would do. */
const maxSamples = 8

/**
 * Asks about the places that an otherwise complete reading leaves open: a noun, a number, a percentage, a time, a unit. The reading
 * with the fewest places and the fewest words in them comes first.
 */
export const askOpenPlaces: Asker = (inquiry) => {
  const open = inquiry.open.filter(
    ({ slots }) =>
      !slots.some(
        ({ noun, kind }) =>
          picksRows.test(noun) ||
          (kind === 'counted' &&
            /\b(?:columns?|fields?|headers?|sheets?|tabs?|files?|tables?)$/i.test(noun)) ||
          (kind === 'field' && holdsOtherWords(noun)),
      ),
  )
  for (const reading of open.toSorted(byWeight).slice(0, maxReadings)) {
    const question = askAbout(inquiry, reading)
    if (question !== null) return question
  }
  return null
}

/** Whether a noun of several words holds words of the language, which say something else. */
function holdsOtherWords(noun: string): boolean {
  const words = noun.toLowerCase().split(/\s+/)
  return words.length > 1 && words.some((word) => word !== 'of' && isFunctionWord(word))
}

/** Words that pick some of the rows. */
const picksRows = /^(?:other|second|third|first|last|new|old|next)\b/i

function byWeight(a: ClauseReading, b: ClauseReading): number {
  return weightOf(a) - weightOf(b)
}

/** A noun of many words has probably swallowed words that say something else. */
function weightOf({ slots }: ClauseReading): number {
  return slots.reduce((sum, { from, to, kind }) => sum + 10 + (to - from) + (kind === 'meaning' ? 5 : 0), 0)
}

function askAbout(inquiry: Inquiry, reading: ClauseReading): Question | null {
  const slots = reading.slots.toSorted((a, b) => a.from - b.from)
  const [first] = slots
  const last = slots.at(-1)
  if (first === undefined || last === undefined) return null
  const { from, to } = { from: first.from, to: Math.max(...slots.map((slot) => slot.to)) }
  if (to <= from && slots.length > 1) return null
  const whole = slots.find(({ replacesClause }) => replacesClause === true)
  const proposals =
    whole === undefined
      ? inPlace(inquiry, reading, slots, from, to)
      : inPlaceOfClause(inquiry, reading, whole)
  const kept = readable(inquiry, proposals)
  const main = slots.find(({ kind }) => kind === 'field') ?? first
  const nouns = slots.filter(({ kind }) => kind === 'field')
  const { fields } = inquiry.circumstances
  const common = {
    ...extractOf(inquiry, from, to),
    reason: reasons[main.kind],
    question:
      nouns.length === 1 && isNoColumn(main, fields)
        ? noColumnWords(main.noun, fields)
        : wordingOf(main, nouns),
    wants: wants[main.kind],
  }
  if (kept.length > 0) return questionOf(common, kept)
  return freeAnswer(inquiry, common, main, slots)
}

/** Whether a noun comes near to no column, though the columns are known. */
function isNoColumn(slot: Slot, fields: readonly KnownField[]): boolean {
  if (fields.length === 0 || slot.options.length > 0 || slot.fields.length > 0) return false
  return namesNear(slot.noun, fields).length === 0
}

/** Where nothing can be proposed and any value would do, the place is left for the answer. */
function freeAnswer(
  inquiry: Inquiry,
  common: Omit<Question, 'candidates' | 'rewrites'>,
  slot: Slot,
  slots: readonly Slot[],
): Question | null {
  const { fields } = inquiry.circumstances
  const own = slot.kind === 'field' ? fields.map(({ name }) => JSON.stringify(name)).slice(0, maxSamples) : []
  const tried = [...(samples[slot.kind] ?? []), ...own]
  const isAny = tried.some(
    (sample) => inquiry.compile(replaced(inquiry, slot.from, slot.to, sample)) !== null,
  )
  if (slots.length > 1 || !isAny) return null
  return { ...common, candidates: [], rewrites: [replaced(inquiry, slot.from, slot.to, '{}')] }
}

const samples: Readonly<Partial<Record<SlotKind, readonly string[]>>> = {
  field: ['"name"'],
  number: ['5'],
  percentage: ['5'],
  time: ['2026-12-01T17:00:00Z'],
}

function* inPlace(
  inquiry: Inquiry,
  reading: ClauseReading,
  slots: readonly Slot[],
  from: number,
  to: number,
): Generator<Proposal> {
  const options = slots.map((slot) => optionsOf(inquiry, reading, slot))
  for (const choice of combinations(options)) {
    if (to <= from) {
      const [only = ''] = choice
      yield { candidate: only, rewrite: replaced(inquiry, from, to, only) }
      continue
    }
    let candidate = inquiry.text.slice(inquiry.tokens[from]?.start, inquiry.tokens[to - 1]?.end)
    const offset = inquiry.tokens[from]?.start ?? 0
    for (const [index, slot] of [...slots.entries()].toReversed()) {
      const start = (inquiry.tokens[slot.from]?.start ?? 0) - offset
      const end = (inquiry.tokens[slot.to - 1]?.end ?? 0) - offset
      candidate = candidate.slice(0, start) + (choice[index] ?? '') + candidate.slice(end)
    }
    const shown = slots.length === 1 && slots[0]?.kind === 'field' ? unquoted(candidate) : candidate
    yield { candidate: shown, rewrite: replaced(inquiry, from, to, candidate) }
    const [only] = slots
    if (only?.kind !== 'field' || slots.length > 1) continue
    const noun = extractOf(inquiry, from, to).text
    yield { candidate: shown, rewrite: replaced(inquiry, from, to, `${noun} in field ${candidate}`) }
  }
}

function unquoted(name: string): string {
  const value: unknown = name.startsWith('"') ? JSON.parse(name) : name
  return typeof value === 'string' ? value : name
}

function* inPlaceOfClause(inquiry: Inquiry, reading: ClauseReading, slot: Slot): Generator<Proposal> {
  for (const option of slot.options) {
    yield { candidate: option, rewrite: replaced(inquiry, reading.from, reading.to, option) }
  }
}

/** The combinations of one option of each list, those of the best options first. */
function combinations(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  let all: { readonly choice: readonly string[]; readonly rank: number }[] = [{ choice: [], rank: 0 }]
  for (const list of lists) {
    all = all
      .flatMap(({ choice, rank }) =>
        list.map((option, index) => ({ choice: [...choice, option], rank: rank + index })),
      )
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, maxTries)
  }
  return all.map(({ choice }) => choice)
}

function optionsOf(inquiry: Inquiry, reading: ClauseReading, slot: Slot): readonly string[] {
  const { text } = extractOf(inquiry, slot.from, slot.to)
  switch (slot.kind) {
    case 'field':
      return namesFor(inquiry, reading, slot).map((name) => JSON.stringify(name))
    case 'number':
      return slot.options.length > 0 ? slot.options : inexactNumbers(text)
    case 'percentage':
      return slot.options.length > 0 ? slot.options : percentOrNumber(text)
    case 'time':
      return slot.options.length > 0 ? slot.options : timeCandidates(text, inquiry.circumstances)
    case 'value':
      return slot.options.length > 0 ? slot.options : [JSON.stringify(slot.noun)]
    case 'unit':
    case 'counted':
    case 'meaning':
      return slot.options
    default:
      return slot.kind satisfies never
  }
}

function namesFor(
  { circumstances: { fields } }: Inquiry,
  reading: ClauseReading,
  slot: Slot,
): readonly string[] {
  if (slot.fields.length > 1) return slot.fields.map(({ name }) => name)
  const wanted = wantedType(reading)
  const fitting = fields.filter(
    (field) =>
      wanted === null ||
      (wanted === 'number' ? mayBeNumber(field) : field.type === undefined || field.type === wanted),
  )
  const known = fieldCandidates(slot.noun, fitting.length > 0 ? fitting : fields)
  const names = [...new Set([...slot.options, ...known])]
  return names.length > 0 ? names : spellingsOf(slot.noun)
}

/** The type that the values of a field must have for the check to make sense; null where any does. */
function wantedType({ checks }: ClauseReading): KnownField['type'] | null {
  const types = new Set(
    checks.map(({ check }) =>
      check.checker === 'json_path' &&
      ['gt', 'gte', 'lt', 'lte'].includes(check.operator ?? '') &&
      typeof check.value === 'number'
        ? 'number'
        : null,
    ),
  )
  const [only = null] = types
  return types.size === 1 ? only : null
}

/** How a noun could be written as the name of a field, where no field is known. */
function spellingsOf(noun: string): readonly string[] {
  const words = noun.trim().split(/\s+/)
  return [...new Set([words.join('_').toLowerCase(), words.join(' ')])]
}

/** A percentage as the number that is written, and as a part of 1. */
export function percentOrNumber(text: string): readonly string[] {
  const number = /-?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', '')
  return number === undefined ? [] : [number, shiftedByHundred(number)]
}

function shiftedByHundred(number: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(number) ?? []
  const digits = whole.padStart(3, '0') + fraction
  const point = digits.length - fraction.length - 2
  const decimals = digits.slice(point).replace(/0+$/, '')
  return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`
}

const reasons: Readonly<Record<SlotKind, QuestionReason>> = {
  field: 'field_unmarked',
  number: 'inexact_value',
  percentage: 'percent_or_number',
  time: 'time_open',
  unit: 'unit_open',
  counted: 'several_readings',
  value: 'inexact_value',
  meaning: 'several_readings',
}
const wants: Readonly<Record<SlotKind, Question['wants']>> = {
  field: 'field',
  number: 'number',
  percentage: 'number',
  time: 'time',
  unit: 'sentence',
  counted: 'sentence',
  value: 'sentence',
  meaning: 'reading',
}

function wordingOf({ kind, noun }: Slot, fields: readonly Slot[]): string {
  const words = JSON.stringify(noun)
  switch (kind) {
    case 'field':
      return fields.length > 1
        ? `Which fields of the rows are ${fields.map((slot) => JSON.stringify(slot.noun)).join(' and ')}?`
        : `Which field of the rows is ${words}?`
    case 'number':
      return `${words} can be read in more than one way. Which number is it, in digits with a point before decimals?`
    case 'percentage':
      return `Does the field hold ${words} as a number up to 100 or as a part of 1?`
    case 'time':
      return `When is ${words}? An exact time has a date, a time of day and a time zone.`
    case 'unit':
      return `In which unit does the field count ${words}?`
    case 'counted':
      return `Is each row one of ${words}?`
    case 'value':
      return `Is ${words} a value of the field, letter by letter?`
    case 'meaning':
      return `What does ${words} require?`
    default:
      return kind satisfies never
  }
}
