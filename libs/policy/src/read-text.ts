import { appliesPerUnit } from '@outturn/checkers'
import { compileCondition, type RefusedCondition } from './grammar/compile-condition.ts'
import type { Circumstances, Question, QuestionReason, TextOutcome } from './outcome.ts'

const nothing: TextOutcome = { checks: [], questions: [], undecided: [] }

/**
 * Reads one condition in plain text: the checks that it states, the questions that it leaves open, and what no checker decides.
 * The same text gives the same outcome anywhere; nothing is guessed.
 */
export function readText(text: string, { fields, isSuggestion, isSoftware }: Circumstances): TextOutcome {
  const names = fields.map(({ name }) => name)
  const reading = compileCondition(text, { fields: { names }, isSuggestion })
  const whole = { text, start: 0, end: text.length }
  if (reading.ok) {
    const { check, description } = reading
    const applies = appliesPerUnit(check) ? 'unit' : 'gate'
    return { ...nothing, checks: [{ ...whole, check, description, required: true, applies }] }
  }
  if (reading.code === 'no_checker') {
    const method = isSoftware ? 'external_tool' : 'human_confirmed'
    return { ...nothing, undecided: [{ ...whole, code: 'no_checker', reason: reading.reason, method }] }
  }
  return { ...nothing, questions: [questionOf(reading, text)] }
}

const reasons: Readonly<Record<RefusedCondition['code'], QuestionReason>> = {
  placeholder: 'placeholder',
  several_checks: 'several_readings',
  inexact_value: 'inexact_value',
  no_checker: 'qualified',
  field_unmarked: 'field_unmarked',
}

function questionOf({ code, reason, suggestion, openFields }: RefusedCondition, text: string): Question {
  const span = openFields?.span ?? { text, start: 0, end: text.length }
  const candidates = [...new Set(openFields?.names.flatMap((name) => name.candidates))]
  return {
    text: span.text,
    start: span.start,
    end: span.end,
    reason: reasons[code],
    question: `${reason}; ${suggestion}.`,
    wants: code === 'field_unmarked' ? 'field' : 'sentence',
    candidates,
    rewrites: candidates.map(
      (name) => `${text.slice(0, span.start)}${JSON.stringify(name)}${text.slice(span.end)}`,
    ),
  }
}
