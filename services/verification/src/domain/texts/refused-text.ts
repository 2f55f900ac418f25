import {
  ambiguous,
  type ErrorReason,
  type fieldSources,
  type Refusal,
  type StatedCheck,
  type TextQuestion,
  type UnsupportedText,
} from '@outturn/contracts'
import type { Extract, Question, ReadCheck, TextOutcome, Undecided } from '@outturn/policy'
import { assistedEntry } from './assisted-condition.ts'
import { conditionOf } from './condition-of.ts'

/** The refusal of a condition in plain text that is not checks alone: what it leaves open, what no checker decides, and what it states. */
export function refusalOfText(
  field: string,
  { checks, questions, undecided }: TextOutcome,
  fieldsFrom: (typeof fieldSources)[number],
): Refusal {
  const { message, reason, remediation } = wordsOf(questions[0], undecided[0])
  return ambiguous(field, message, {
    reason,
    remediation,
    details: {
      questions: questions.map(toTextQuestion),
      unsupported: undecided.map(toUnsupportedText),
      ...(checks.length > 0 && { stated: checks.map(toStatedCheck) }),
      fields_from: fieldsFrom,
    },
  })
}

/** The error for people is about one thing: the first question, else the first part that no checker decides. */
function wordsOf(
  question: Question | undefined,
  undecided: Undecided | undefined,
): { message: string; reason: ErrorReason; remediation: string } {
  if (question !== undefined) {
    return {
      message: `The condition is not exact at ${JSON.stringify(question.text)}. ${question.question}`,
      reason: question.reason,
      remediation: answerWords(question),
    }
  }
  if (undecided !== undefined) {
    const { text, reason, code, method } = undecided
    return {
      message: `No checker decides ${JSON.stringify(text)}: ${reason}.`,
      reason: code,
      remediation: `Agree on a Spool with the condition of the method ${method} in unsupported; checkers alone decide a verification in one call.`,
    }
  }
  return {
    message: 'The condition asks for nothing.',
    reason: 'nothing_asked',
    remediation: 'Write what the work must meet, such as "exactly 50 rows", or leave the condition out.',
  }
}

function answerWords({ rewrites: [rewrite], wants }: Question): string {
  if (rewrite === undefined || rewrite === '{}') {
    return 'Send a sentence in its place that says exactly one thing, as those that the question shows.'
  }
  const texts = [rewrite].flat()
  const quoted = texts.map((text) => JSON.stringify(text)).join(' and ')
  const place = wants === 'field' ? 'the name of a column' : 'the exact value'
  if (texts.some((text) => text.includes('{}'))) return `Send ${quoted} with ${place} in place of {}.`
  return texts.length === 1
    ? `Send ${quoted} in its place, or another of the rewrites.`
    : `Send the conditions ${quoted} in its place, or another of the rewrites.`
}

/** A question as callers see it. */
function toTextQuestion(question: Question): TextQuestion {
  return {
    ...spanOf(question),
    reason: question.reason,
    question: question.question,
    wants: question.wants,
    candidates: [...question.candidates],
    rewrites: toRewrites(question.rewrites),
  }
}

export function toRewrites(rewrites: Question['rewrites']): TextQuestion['rewrites'] {
  return rewrites.map((rewrite) => (typeof rewrite === 'string' ? rewrite : [...rewrite]))
}

function toUnsupportedText(undecided: Undecided): UnsupportedText {
  return { ...spanOf(undecided), ...assistedEntry(undecided.text, undecided) }
}

function toStatedCheck(read: ReadCheck): StatedCheck {
  return { ...spanOf(read), condition: conditionOf(read), applies: read.applies }
}

function spanOf({ text, start, end }: Extract): Extract {
  return { text, start, end }
}
