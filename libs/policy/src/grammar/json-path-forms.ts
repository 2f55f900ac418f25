import { parseStrictJson } from '@outturn/canonical'
import type { CheckOf, DeterministicCheck } from '@outturn/checkers'
import { type Form, form, type Parts } from './form.ts'

type Operator = NonNullable<CheckOf<'json_path'>['operator']>

const path = String.raw`(?<path>\$(?:\S| (?=[^\]]{0,200}\]))*)`
const scope = '(?: in (?<scope>every row|each row|the document))?'

/** The words for each operator that compares with a value, longest first where one begins with another. */
const comparisons: readonly (readonly [words: string, operator: Operator])[] = [
  ['does not equal|is not|!=', 'not_equals'],
  ['is greater than|is more than|>', 'gt'],
  ['is at least|>=|≥', 'gte'],
  ['is less than|<', 'lt'],
  ['is at most|<=|≤', 'lte'],
  ['is one of|in', 'in'],
  ['equals|==|=|is', 'equals'],
  ['contains', 'contains'],
  ['matches', 'matches'],
]

const example: Partial<Record<Operator, string>> = {
  equals: '$.a.b equals 3',
  in: '$.status is one of ["paid", "shipped"]',
  matches: '$.sku matches "[A-Z]{3}-[0-9]+"',
}

/** What can be said about the nodes that a JSONPath selects. Values are JSON, so that text and numbers are told apart. */
export const jsonPathForms: readonly Form[] = [
  form('json_path', '$.a.b exists', `${path} (?:exists|must exist|is present)${scope}`, (parts) =>
    pathCheck(parts, 'exists'),
  ),
  form(
    'json_path',
    '$.a.b does not exist',
    `${path} (?:does not exist|must not exist|is absent)${scope}`,
    (parts) => pathCheck(parts, 'not_exists'),
  ),
  form(
    'json_path',
    '$.a.b is a string',
    `${path} is an? (?<type>boolean|integer|number|string|array|object)${scope}`,
    (parts) => pathCheck(parts, 'type', (parts.type ?? '').toLowerCase()),
  ),
  ...comparisons.map(([words, operator]) =>
    form(
      'json_path',
      example[operator] ?? `$.a.b ${words.split('|')[0]} 3`,
      `${path} (?:${words}) (?<value>-?[\\d.]+(?:e[+-]?\\d+)?|true|false|null|"(?:[^"\\\\]|\\\\.)*"|\\[.*\\])${scope}`,
      (parts) => {
        const value = readJson(parts.value ?? '')
        return value === undefined ? null : pathCheck(parts, operator, value)
      },
    ),
  ),
]

function pathCheck(parts: Parts, operator: Operator, value?: unknown): DeterministicCheck {
  const wanted = parts.scope?.toLowerCase()
  return {
    checker: 'json_path',
    path: parts.path ?? '',
    operator,
    ...(value === undefined ? {} : { value }),
    ...(wanted === undefined ? {} : { scope: wanted === 'the document' ? 'document' : 'row' }),
  }
}

function readJson(text: string): unknown {
  try {
    return parseStrictJson(text)
  } catch {
    return undefined
  }
}
