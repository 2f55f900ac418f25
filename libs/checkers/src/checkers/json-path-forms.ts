import { type JsonValue, parseStrictJson } from '@outturn/canonical'
import type { CheckForm, FieldNames, Parts } from '../define-checker.ts'
import { fieldPattern, fieldPhrase, nounPattern, pathOfField } from '../phrases.ts'
import { isOfKind, validValueForms, withValid } from '../valid-values.ts'
import type { JsonPathOperator as Operator } from '../engines/node-test.ts'

/** What a form reads of a JSONPath check. */
type PathCheck = {
  checker: 'json_path'
  path: string
  operator: Operator
  value?: JsonValue
  scope?: 'document' | 'row'
}

const path = String.raw`(?<path>\$(?:\S| (?=[^\]]{0,200}\]))*)`
const scope = '(?: in (?<scope>every row|each row|the document))?'

const jsonValue = String.raw`(?<value>-?[\d.]+(?:e[+-]?\d+)?|true|false|null|"(?:[^"\\]|\\.)*"|\[.*\])`
/** A field that the text marks as one, whose value is compared. */
const markedField = String.raw`(?:(?:every |each |the )?(?:fields?|columns?|keys?) ${fieldPattern}|"[^"]{1,256}"|${'`'}[^${'`'}]{1,256}${'`'})`
/** The form of an e-mail address as browsers check it (HTML, "valid e-mail address"). */
const emailAddress =
  "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+"

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

const examples: Partial<Record<Operator, string>> = {
  equals: '$.a.b equals 3',
  in: '$.status is one of ["paid", "shipped"]',
  matches: '$.sku matches "[A-Z]{3}-[0-9]+"',
}

/** What can be said about the nodes that a JSONPath selects. Values are JSON, so that text and numbers are told apart. */
export const jsonPathForms: readonly CheckForm<PathCheck>[] = [
  {
    example: '$.a.b exists',
    wording: `${path} (?:exists|must exist|is present)${scope}`,
    read: (parts) => pathCheck(parts, 'exists'),
  },
  {
    example: '$.a.b does not exist',
    wording: `${path} (?:does not exist|must not exist|is absent)${scope}`,
    read: (parts) => pathCheck(parts, 'not_exists'),
  },
  {
    example: '$.a.b is a string',
    wording: `${path} is an? (?<type>boolean|integer|number|string|array|object)${scope}`,
    read: (parts) => pathCheck(parts, 'type', (parts.type ?? '').toLowerCase()),
  },
  ...comparisons.map(
    ([words, operator]): CheckForm<PathCheck> => ({
      example: examples[operator] ?? `$.a.b ${words.split('|')[0]} 3`,
      wording: `${path} (?:${words}) ${jsonValue}${scope}`,
      read: (parts) => {
        const value = readJson(parts.value ?? '')
        return value === undefined ? null : pathCheck(parts, operator, value)
      },
    }),
  ),
  ...comparisons
    .filter(([, operator]) => operator !== 'contains' && operator !== 'matches')
    .map(
      ([words, operator]): CheckForm<PathCheck> => ({
        example: `field price ${words.split('|')[0]} ${operator === 'in' ? '[3, 5]' : '3'}`,
        wording: `(?<field>${markedField}) (?:${words}) ${jsonValue}(?: in (?:every|each) row)?`,
        read: (parts, names) => {
          const wanted = readJson(parts.value ?? '')
          return wanted === undefined ? null : fieldCheck(parts, names, operator, wanted)
        },
      }),
    ),
  {
    example: 'field status is "paid" or "shipped"',
    wording: String.raw`(?<field>${markedField}) (?:is|equals|is either|must be|must be either) (?<any>"[^"\\]{1,500}"(?:(?:, or |, | or )"[^"\\]{1,500}"){1,49})(?: in (?:every|each) row)?`,
    read: (parts, names) => {
      const values = Array.from((parts.any ?? '').matchAll(/"([^"]+)"/g), ([, value = '']) => value)
      return / or /.test(parts.any ?? '') ? fieldCheck(parts, names, 'in', values) : null
    },
  },
  ...[
    `${withValid} e-?mail(?: address)? in (?<field>${nounPattern})`,
    `(?:(?:every|each) )?(?<field>${nounPattern}) (?:is|must be|should be) an? valid e-?mail(?: address)?`,
  ].map(
    (wording, index): CheckForm<PathCheck> => ({
      example:
        ['every row has a valid email in field contact', 'field contact is a valid email'][index] ?? '',
      wording,
      read: (parts, names) => fieldCheck(parts, names, 'matches', emailAddress),
    }),
  ),
  ...validValueForms.map(
    (wording, index): CheckForm<PathCheck> => ({
      example: ['every row has a valid email', 'all emails are valid', 'valid emails only'][index] ?? '',
      wording,
      read: (parts, names) =>
        isOfKind(parts.field ?? '', 'email') ? fieldCheck(parts, names, 'matches', emailAddress) : null,
    }),
  ),
]

/** What each row has in a field. */
function fieldCheck(parts: Parts, names: FieldNames, operator: Operator, value: JsonValue): PathCheck {
  const field = names.one(fieldPhrase(parts.field ?? ''))
  return { checker: 'json_path', path: pathOfField(field), operator, value, scope: 'row' }
}

function pathCheck(parts: Parts, operator: Operator, value?: JsonValue): PathCheck {
  const wanted = parts.scope?.toLowerCase()
  return {
    checker: 'json_path',
    path: parts.path ?? '',
    operator,
    ...(value === undefined ? {} : { value }),
    ...(wanted === undefined ? {} : { scope: wanted === 'the document' ? 'document' : 'row' }),
  }
}

function readJson(text: string): JsonValue | undefined {
  try {
    return parseStrictJson(text)
  } catch {
    return undefined
  }
}
