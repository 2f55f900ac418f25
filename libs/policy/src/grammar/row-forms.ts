import type { DeterministicCheck } from '@outturn/checkers'
import { type Form, form, type Parts } from './form.ts'
import {
  allFieldsPattern,
  everyRow,
  fieldPattern,
  noFieldPattern,
  readBasisPoints,
  readCount,
  readField,
  readFields,
  rowNoun,
} from './phrases.ts'

const subject = String.raw`(?:the |a )?(?:dataset|data|delivery|file|list|table)`
const count = String.raw`(?<count>\d{1,3}(?:,\d{3})+|\d{1,15})`
const percent = String.raw`(?<percent>\d{1,3}(?:\.\d{1,2})?) ?(?:%|percent)`
const atMost = '(?:at most|no more than|not more than|up to)'
const fields = `(?<fields>${allFieldsPattern})`
/** Several key fields need `by`: without it the text could mean each field for itself. */
const keys = `(?:(?:by|of|in|on) ${fields}|(?<key>${fieldPattern}))`
const ignoringCase = '(?<folded>,? (?:ignoring case|case[- ]insensitive(?:ly)?))?'

/** What can be said about the number, the fields and the keys of rows. */
export const rowForms: readonly Form[] = [
  form(
    'row_count',
    'exactly 50 rows',
    `(?:(?:${subject} )?(?:has|have|contains|contain|with|of|there are|must have|must contain) )?(?:exactly )?${count} ${rowNoun}|row count (?:is|equals|=) (?:exactly )?(?<total>\\d{1,15})`,
    (parts) => {
      const expected = readCount(parts.count ?? parts.total ?? '')
      return expected === null ? null : { checker: 'row_count', expected }
    },
  ),
  form(
    'completeness',
    'every row has email and name',
    `${everyRow} (?:has|have|must have|contains|contain|includes|include) (?:the fields? )?${fields}|no ${rowNoun} (?:is|are) missing (?<missing>${noFieldPattern})|no (?:missing|blank|empty) (?<blank>${noFieldPattern})`,
    (parts) => ({
      checker: 'completeness',
      required_fields: readFields(parts.fields ?? parts.missing ?? parts.blank ?? ''),
    }),
  ),
  form(
    'duplicate_rate',
    'no duplicate email',
    `no duplicates? (?:${rowNoun} )?${keys}${ignoringCase}`,
    (parts) => duplicates(parts, 0),
  ),
  form(
    'duplicate_rate',
    'email is unique',
    `(?<key>${fieldPattern}) (?:is|must be) unique(?: in every row)?${ignoringCase}`,
    (parts) => duplicates(parts, 0),
  ),
  form(
    'duplicate_rate',
    'at most 2% duplicates by email',
    `${atMost} ${percent} (?:are )?duplicates? (?:${rowNoun} )?${keys}${ignoringCase}`,
    (parts) => {
      const limit = readBasisPoints(parts.percent ?? '')
      return limit === null ? null : duplicates(parts, limit)
    },
  ),
  form(
    'url_format',
    'field url is a valid https URL',
    `(?:(?:every|each|the) )?(?:field )?(?<field>${fieldPattern}) (?:is|must be) an? valid (?:(?<scheme>https?) )?url`,
    urlCheck,
  ),
  form(
    'url_format',
    'every row has a valid https URL in url',
    `${everyRow} (?:has|have|must have) an? valid (?:(?<scheme>https?) )?url in (?:field )?(?<field>${fieldPattern})`,
    urlCheck,
  ),
]

function duplicates(parts: Parts, limit: number): DeterministicCheck {
  return {
    checker: 'duplicate_rate',
    key_fields: readFields(parts.fields ?? parts.key ?? ''),
    ...(limit === 0 ? {} : { max_rate_bp: limit }),
    ...(parts.folded === undefined ? {} : { case_sensitive: false }),
  }
}

function urlCheck(parts: Parts): DeterministicCheck {
  return {
    checker: 'url_format',
    field: readField(parts.field ?? ''),
    ...(parts.scheme === undefined ? {} : { schemes: [parts.scheme.toLowerCase()] }),
  }
}
