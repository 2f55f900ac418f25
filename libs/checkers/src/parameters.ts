import { z } from 'zod'
import type { ParameterProblem } from './define-checker.ts'
import { isFieldName } from './values/row-field.ts'

/** The longest URL that a check or a row may hold, in characters. */
export const maxUrlChars = 2_048

/** A field of a row: a member name, or a JSON Pointer when it starts with `/`. */
export const FieldName = z.string().min(1).max(256)

export function problem(field: string, message: string): ParameterProblem {
  return { field, message }
}

/** A problem as a sentence that names the parameter, and what to do about it. */
export function problemWords({ field, message }: ParameterProblem): { message: string; remediation: string } {
  const [wrong = '', ...steps] = message.split(': ')
  const isAbout = /^(?:exactly one of|a phrase) /.test(wrong)
  const step = steps.join(': ')
  const name = field.split('.').at(-1) ?? field
  return {
    message: `${isAbout ? wrong.charAt(0).toUpperCase() + wrong.slice(1) : `${name} ${wrong}`}.`,
    remediation:
      step === ''
        ? `Send ${name} as its checker takes it.`
        : `${step.charAt(0).toUpperCase()}${step.slice(1)}.`,
  }
}

export function findFieldProblem(name: string | undefined): ParameterProblem | null {
  return name === undefined || isFieldName(name)
    ? null
    : problem('field', 'must be a member name or a JSON Pointer')
}

export function findFieldListProblem(parameter: string, names: readonly string[]): ParameterProblem | null {
  const malformed = names.findIndex((name) => !isFieldName(name))
  if (malformed >= 0) return problem(`${parameter}[${malformed}]`, 'must be a member name or a JSON Pointer')
  return findRepetition(parameter, names)
}

export function findRepetition(parameter: string, names: readonly string[]): ParameterProblem | null {
  const repeated = names.findIndex((name, index) => names.indexOf(name) !== index)
  return repeated < 0 ? null : problem(`${parameter}[${repeated}]`, 'is listed twice')
}
