import { DeterministicCheck, findParameterProblem } from '@outturn/checkers'
import { conditionForms, type Form } from './form.ts'
import { findPlaceholder, type Span } from './placeholder.ts'
import { suggestForm } from './suggest-form.ts'

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

export interface RefusedCondition {
  readonly ok: false
  readonly code: 'placeholder' | 'several_checks' | 'inexact_value' | 'no_checker'
  readonly reason: string
  /** What to write instead, ready to be shown to the author. */
  readonly suggestion: string
}

/** Reads a plain-text condition as exactly one check, or says what to write instead. Nothing is guessed. */
export function compileCondition(text: string): CompiledCondition | RefusedCondition {
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
  const readings = distinctReadings(sentence)
  const [reading] = readings
  if (reading !== undefined && readings.length === 1) {
    return { ok: true, check: reading.check, description: sentence.text, spans: reading.spans }
  }
  if (readings.length > 1) {
    return refused('several_checks', 'the text can be read as more than one check', suggestForm(text))
  }
  return explain(sentence)
}

interface Reading {
  readonly check: DeterministicCheck
  readonly spans: readonly PartSpan[]
}

function distinctReadings(sentence: Span): readonly Reading[] {
  const readings = new Map<string, Reading>()
  for (const candidate of conditionForms) {
    const reading = readAs(candidate, sentence)
    if (reading !== null) readings.set(JSON.stringify(reading.check), reading)
  }
  return [...readings.values()]
}

/** A reading counts only when the check it gives would be accepted from a caller who sent it as an object. */
function readAs(candidate: Form, sentence: Span): Reading | null {
  const match = candidate.pattern.exec(sentence.text)
  if (match === null) return null
  const check = DeterministicCheck.safeParse(candidate.read(match.groups ?? {}))
  if (!check.success || findParameterProblem(check.data) !== null) return null
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
  return { check: check.data, spans }
}

function explain(sentence: Span): RefusedCondition {
  const clauses = sentence.text.split(/;\s*|,?\s+and\s+|,\s+/i).filter((clause) => clause !== '')
  const single = clauses.filter((clause) => distinctReadings(sentenceOf(clause)).length === 1)
  if (single.length > 1 && single.length === clauses.length) {
    const separate = clauses.map((clause) => JSON.stringify(clause)).join(', ')
    return refused(
      'several_checks',
      'the text states more than one check',
      `send each as a condition of its own: ${separate}`,
    )
  }
  const isInexact = conditionForms.some((candidate) => candidate.pattern.test(sentence.text))
  return isInexact
    ? refused('inexact_value', 'a value in the text is not exact or not allowed', suggestForm(sentence.text))
    : refused('no_checker', 'no checker decides this text', suggestForm(sentence.text))
}

/** The text without surrounding white space and its final full stop. */
function sentenceOf(text: string): Span {
  const start = text.length - text.trimStart().length
  const trimmed = text.trim().replace(/[.\s]+$/, '')
  return { start, end: start + trimmed.length, text: trimmed }
}

function refused(code: RefusedCondition['code'], reason: string, suggestion: string): RefusedCondition {
  return { ok: false, code, reason, suggestion }
}
