import { type CheckerName, DeterministicCheck, findParameterProblem, rowNoun } from '@outturn/checkers'
import { conditionForms, type Form } from './form.ts'
import { type KnownFields, noFields, type OpenName, resolveNames } from './named-fields.ts'
import { findPlaceholder, type Span } from './placeholder.ts'
import { suggestForm } from './suggest-form.ts'
import { withoutStops } from './without-stops.ts'

/** The longest text that is read as one condition, in UTF-16 code units. */
export const maxConditionChars = 2_000

/** A part of the text and the part of the form it filled. */
export interface PartSpan extends Span {
  readonly part: string
}

export interface CompiledCondition {
  readonly ok: true
  readonly check: DeterministicCheck
  readonly description: string
  readonly spans: readonly PartSpan[]
}

/** Nouns of a text that may be fields and are not marked as such. */
export interface OpenFields {
  readonly checker: CheckerName
  readonly names: readonly OpenName[]
  /** Where the names stand. */
  readonly span: Span
}

export interface RefusedCondition {
  readonly ok: false
  readonly code: 'placeholder' | 'several_checks' | 'inexact_value' | 'no_checker' | 'field_unmarked'
  readonly reason: string
  /** What to write instead, ready to be shown to the author. */
  readonly suggestion: string
  /** With `field_unmarked` only. */
  readonly openFields?: OpenFields
}

/** How a text is read. */
export interface Circumstances {
  readonly fields: KnownFields
  /** Whether the reading is shown to the author before it binds, so that it may add what the words leave out. */
  readonly isSuggestion: boolean
}

const binding: Circumstances = { fields: noFields, isSuggestion: false }

/** A text that is one check but for the fields that its nouns mean. */
export interface OpenCondition {
  readonly ok: false
  readonly openFields: OpenFields
}

/** Reads a plain-text condition as exactly one check, or says what to write instead. Nothing is guessed. */
export function compileCondition(
  text: string,
  circumstances: Circumstances = binding,
): CompiledCondition | RefusedCondition {
  if (text.length > maxConditionChars) {
    return refused('no_checker', `the text has more than ${maxConditionChars} characters`, suggestForm(''))
  }
  const placeholder = findPlaceholder(text)
  if (placeholder !== null) {
    return refused(
      'placeholder',
      `${placeholder.text} is still to be filled in`,
      'write the exact value in its place',
    )
  }
  const sentence = sentenceOf(text)
  const readings = distinctReadings(sentence, circumstances)
  const only = onlyReading(sentence, readings)
  if (only?.ok === true) return only
  if (only !== null) return refusedNames(only.openFields, sentence)
  return readings.length === 0
    ? explain(sentence, circumstances)
    : refused('several_checks', 'the text can be read as more than one check', suggestForm(text))
}

/** The same reading, which costs no more than that: it does not look for what to write instead. Null for a text that is refused. */
export function readCondition(
  text: string,
  circumstances: Circumstances,
): CompiledCondition | OpenCondition | null {
  if (text.length > maxConditionChars || findPlaceholder(text) !== null) return null
  const sentence = sentenceOf(text)
  return onlyReading(sentence, distinctReadings(sentence, circumstances))
}

/** The one complete reading, else the first that lacks its fields; null where there is none, or more than one that is complete. */
function onlyReading(sentence: Span, readings: readonly Reading[]): CompiledCondition | OpenCondition | null {
  const [reading, another] = readings.filter(({ openFields }) => openFields === null)
  if (another !== undefined) return null
  if (reading !== undefined) {
    const { check, spans, addition } = reading
    const description = addition === undefined ? sentence.text : `${sentence.text} (${addition})`
    return { ok: true, check, description, spans }
  }
  const openFields = readings[0]?.openFields ?? null
  return openFields === null ? null : { ok: false, openFields }
}

interface Reading {
  readonly check: DeterministicCheck
  readonly spans: readonly PartSpan[]
  readonly addition: string | undefined
  readonly openFields: OpenFields | null
}

function distinctReadings(sentence: Span, circumstances: Circumstances): readonly Reading[] {
  const readings = new Map<string, Reading>()
  for (const candidate of conditionForms) {
    if (candidate.addition !== undefined && !circumstances.isSuggestion) continue
    const reading = readAs(candidate, sentence, circumstances.fields)
    if (reading !== null) readings.set(JSON.stringify(reading.check), reading)
  }
  return [...readings.values()]
}

/** Rows that are no duplicates are not told apart by a field of that name. */
const oneRow = new RegExp(`^${rowNoun}$`, 'i')

/** A reading counts only when the check it gives would be accepted from a caller who sent it as an object. */
function readAs(candidate: Form, sentence: Span, fields: KnownFields): Reading | null {
  const match = candidate.pattern.exec(sentence.text)
  if (match === null) return null
  const names = resolveNames(fields)
  const check = DeterministicCheck.safeParse(candidate.read(match.groups ?? {}, names))
  if (!check.success || findParameterProblem(check.data) !== null) return null
  if (candidate.checker === 'duplicate_rate' && names.open.some(({ noun }) => oneRow.test(noun))) return null
  const spans = Object.entries(match.indices?.groups ?? {}).flatMap(([part, range]): PartSpan[] => {
    if (range === undefined) return []
    const [start, end] = range
    return [
      {
        part,
        start: sentence.start + start,
        end: sentence.start + end,
        text: sentence.text.slice(start, end),
      },
    ]
  })
  const { checker, addition } = candidate
  return {
    check: check.data,
    spans,
    addition,
    openFields:
      names.open.length === 0 ? null : { checker, names: names.open, span: spanOfNames(spans, sentence) },
  }
}

const nameParts = new Set(['field', 'fields', 'key', 'listed', 'missing', 'blank'])

function spanOfNames(spans: readonly PartSpan[], sentence: Span): Span {
  const found = spans.find(({ part }) => nameParts.has(part)) ?? sentence
  return { start: found.start, end: found.end, text: found.text }
}

function refusedNames(openFields: OpenFields, sentence: Span): RefusedCondition {
  const nouns = openFields.names.map(({ noun }) => JSON.stringify(noun)).join(' and ')
  const candidates = [...new Set(openFields.names.flatMap((name) => name.candidates))]
  const isOne = openFields.names.length === 1
  const example = openFields.names.reduce(
    (text, { noun, candidates: [first = noun] }) => text.replace(noun, () => `"${first}"`),
    sentence.text,
  )
  return {
    ...refused(
      'field_unmarked',
      `it does not say which ${isOne ? 'field' : 'fields'} of the rows ${nouns} ${isOne ? 'is' : 'are'}`,
      `put the name of the field in double quotes, as in ${JSON.stringify(example)}; candidates: ${candidates.join(', ')}`,
    ),
    openFields,
  }
}

function explain(sentence: Span, circumstances: Circumstances): RefusedCondition {
  const clauses = sentence.text.split(/;\s*|,?\s+and\s+|,\s+/i).filter((clause) => clause !== '')
  const isOneCheck = (clause: string) => distinctReadings(sentenceOf(clause), circumstances).length === 1
  if (clauses.length > 1 && clauses.every(isOneCheck)) {
    const separate = clauses.map((clause) => JSON.stringify(clause)).join(', ')
    return refused(
      'several_checks',
      'the text states more than one check',
      `send each as a condition of its own: ${separate}`,
    )
  }
  const isInexact = conditionForms.some(
    (candidate) =>
      (candidate.addition === undefined || circumstances.isSuggestion) &&
      candidate.pattern.test(sentence.text),
  )
  return isInexact
    ? refused('inexact_value', 'a value in the text is not exact or not allowed', suggestForm(sentence.text))
    : refused('no_checker', 'no checker decides this text', suggestForm(sentence.text))
}

/** The text without surrounding white space and its final full stop. */
function sentenceOf(text: string): Span {
  const start = text.length - text.trimStart().length
  const trimmed = withoutStops(text.trim())
  return { start, end: start + trimmed.length, text: trimmed }
}

function refused(code: RefusedCondition['code'], reason: string, suggestion: string): RefusedCondition {
  return { ok: false, code, reason, suggestion }
}
