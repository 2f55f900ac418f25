import type { CheckerName, CheckOf, DeterministicCheck } from './check-parameters.ts'
import { observableUrl } from './checkers/http-status.ts'
import { parseInstant } from './values/instant.ts'
import { nodeTest } from './checkers/json-path.ts'
import { compileQuery } from './engines/json-query.ts'
import { isFieldName } from './values/row-field.ts'
import { StepBudget } from './engines/step-budget.ts'
import { withDefaults } from './with-defaults.ts'

/** A parameter whose shape is right and whose meaning is not; `field` is its name in the check. */
export interface BadParameter {
  readonly field: string
  readonly message: string
}

type Rule = { readonly [Name in CheckerName]: (check: CheckOf<Name>) => BadParameter | null }

const hexChars = { sha256: 64, sha384: 96, sha512: 128 } as const

const rules: Rule = {
  row_count: () => null,
  completeness: (check) => badFieldList('required_fields', check.required_fields),
  duplicate_rate: (check) => badFieldList('key_fields', check.key_fields),
  url_format: (check) => badField(check.field) ?? repeatedIn('schemes', check.schemes ?? []),
  json_path: badJsonPath,
  http_status: badHttpStatus,
  text_contains: badTextContains,
  hash_matches: badHashMatches,
  deadline_met: badDeadlineMet,
}

/** Finds what would make a check unusable, so that it is refused when it is agreed and never when it is verified. */
export function refuseBadParameters(check: DeterministicCheck): BadParameter | null {
  return (rules[check.checker] as (check: DeterministicCheck) => BadParameter | null)(check)
}

function badJsonPath(check: CheckOf<'json_path'>): BadParameter | null {
  const budget = new StepBudget(0)
  if (compileQuery(check.path, budget) === null) return bad('path', 'must be a JSONPath of RFC 9535')
  const complete = withDefaults<'json_path'>(check)
  return nodeTest(complete, budget) === null ? bad('value', valueRules[complete.operator]) : null
}

const valueRules = {
  exists: 'must be left out with exists',
  not_exists: 'must be left out with not_exists',
  equals: 'is required with equals',
  not_equals: 'is required with not_equals',
  gt: 'must be a number or a decimal text with gt',
  gte: 'must be a number or a decimal text with gte',
  lt: 'must be a number or a decimal text with lt',
  lte: 'must be a number or a decimal text with lte',
  in: 'must be an array with in',
  contains: 'is required with contains',
  matches: 'must be an RE2 pattern of at most 1000 characters with matches',
  type: 'must be null, boolean, integer, number, string, array or object with type',
  count_equals: 'must be an integer of at least 1 with count_equals',
} as const satisfies Record<NonNullable<CheckOf<'json_path'>['operator']>, string>

function badHttpStatus(check: CheckOf<'http_status'>): BadParameter | null {
  if ((check.url === undefined) === (check.field === undefined)) {
    return bad('url', 'exactly one of url and field is required')
  }
  if (check.url !== undefined && observableUrl(check.url) === null) {
    return bad('url', 'must be an http or https URL without user information')
  }
  return badField(check.field)
}

function badTextContains(check: CheckOf<'text_contains'>): BadParameter | null {
  const forms = [check.text, check.all_of, check.any_of, check.none_of]
  if (forms.filter((form) => form !== undefined).length !== 1) {
    return bad('text', 'exactly one of text, all_of, any_of and none_of is required')
  }
  const phrases =
    check.text === undefined ? (check.all_of ?? check.any_of ?? check.none_of ?? []) : [check.text]
  if (phrases.some((phrase) => phrase.trim() === '')) return bad('text', 'a phrase must not be blank')
  return badField(check.field)
}

function badHashMatches(check: CheckOf<'hash_matches'>): BadParameter | null {
  const { algorithm } = withDefaults<'hash_matches'>(check)
  if (check.expected.length !== hexChars[algorithm]) {
    return bad('expected', `must be ${hexChars[algorithm]} hexadecimal digits with ${algorithm}`)
  }
  return badField(check.field)
}

function badDeadlineMet(check: CheckOf<'deadline_met'>): BadParameter | null {
  if (parseInstant(check.deadline) === null) return bad('deadline', 'must be a time with an offset')
  if ((check.basis === 'field') !== (check.field !== undefined)) {
    return bad('field', 'is required with basis field, and only then')
  }
  return badField(check.field)
}

function badFieldList(parameter: string, names: readonly string[]): BadParameter | null {
  const malformed = names.findIndex((name) => !isFieldName(name))
  if (malformed >= 0) return bad(`${parameter}[${malformed}]`, 'must be a member name or a JSON Pointer')
  return repeatedIn(parameter, names)
}

function repeatedIn(parameter: string, names: readonly string[]): BadParameter | null {
  const repeated = names.findIndex((name, index) => names.indexOf(name) !== index)
  return repeated < 0 ? null : bad(`${parameter}[${repeated}]`, 'is listed twice')
}

function badField(name: string | undefined): BadParameter | null {
  return name === undefined || isFieldName(name)
    ? null
    : bad('field', 'must be a member name or a JSON Pointer')
}

function bad(field: string, message: string): BadParameter {
  return { field, message }
}
