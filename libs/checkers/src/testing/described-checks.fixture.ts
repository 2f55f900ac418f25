import type { DeterministicCheck } from '../checkers.ts'

type PathCheck = Extract<DeterministicCheck, { checker: 'json_path' }>
type Parameters = Omit<Partial<PathCheck>, 'checker' | 'path'>

/** A check of a field of each row. */
function ofField(field: string, parameters: Parameters): PathCheck {
  return { checker: 'json_path', path: `$['${field}']`, scope: 'row', ...parameters }
}

/** A check of one column of the whole table. */
function ofColumn(field: string, parameters: Parameters): PathCheck {
  return { checker: 'json_path', path: `$[*]['${field}']`, scope: 'document', ...parameters }
}

function ofPath(path: string, parameters: Parameters): PathCheck {
  return { checker: 'json_path', path, ...parameters }
}

const digest = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'
const deadline = '2026-12-01T12:00:00Z'
const isUs = { path: "$['country']", operator: 'equals', value: 'US' } as const

/** Every checker with each of its parameters, and the sentence that says it, which is read as the same check again. */
export const describedChecks: readonly (readonly [sentence: string, check: DeterministicCheck])[] = [
  ['exactly 50 rows', { checker: 'row_count', expected: 50 }],
  ['exactly 1 row', { checker: 'row_count', expected: 1 }],
  ['at least 50 rows', { checker: 'row_count', min: 50 }],
  ['at most 500 rows', { checker: 'row_count', max: 500 }],
  ['between 10 and 50 rows', { checker: 'row_count', min: 10, max: 50 }],

  ['every row has "email"', { checker: 'completeness', required_fields: ['email'] }],
  ['every row has "a", "b" and "c"', { checker: 'completeness', required_fields: ['a', 'b', 'c'] }],
  [
    'every row has "email", which may be blank',
    { checker: 'completeness', required_fields: ['email'], treat_blank_as_missing: false },
  ],
  [
    'every row has "email" or "phone"',
    { checker: 'completeness', required_fields: ['email', 'phone'], at_least: 1 },
  ],
  [
    'every row has at least 2 of "a", "b" and "c"',
    { checker: 'completeness', required_fields: ['a', 'b', 'c'], at_least: 2 },
  ],
  [
    'if "country" is "US" then "city" is present',
    { checker: 'completeness', required_fields: ['city'], where: isUs },
  ],
  [
    'if "country" is "US" then "city" and "zip" are present',
    { checker: 'completeness', required_fields: ['city', 'zip'], where: isUs },
  ],
  [
    'if "total" is greater than 5000 then "po_number" is present',
    {
      checker: 'completeness',
      required_fields: ['po_number'],
      where: { path: "$['total']", operator: 'gt', value: 5_000 },
    },
  ],
  [
    'if "status" is one of ["paid","closed"] then "paid_at" is present',
    {
      checker: 'completeness',
      required_fields: ['paid_at'],
      where: { path: "$['status']", operator: 'in', value: ['paid', 'closed'] },
    },
  ],
  [
    'at least 95% of rows have "phone"',
    { checker: 'completeness', required_fields: ['phone'], min_share_bp: 9_500 },
  ],
  [
    'more than 99.5% of rows have "phone" and "email"',
    {
      checker: 'completeness',
      required_fields: ['phone', 'email'],
      min_share_bp: 9_950,
      share_exclusive: true,
    },
  ],

  ['no duplicates by "email"', { checker: 'duplicate_rate', key_fields: ['email'] }],
  ['no duplicates by "key" and "locale"', { checker: 'duplicate_rate', key_fields: ['key', 'locale'] }],
  [
    'at most 2.5% duplicates by "email"',
    { checker: 'duplicate_rate', key_fields: ['email'], max_rate_bp: 250 },
  ],
  [
    'no duplicates by "email", ignoring case',
    { checker: 'duplicate_rate', key_fields: ['email'], case_sensitive: false },
  ],
  [
    'no duplicates by "email", counting spaces at the ends',
    { checker: 'duplicate_rate', key_fields: ['email'], trim: false },
  ],
  [
    'no duplicates by "email", leaving out rows without any',
    { checker: 'duplicate_rate', key_fields: ['email'], empty_keys: 'ignore' },
  ],

  ['"website" is a valid URL', { checker: 'url_format', field: 'website' }],
  ['"website" is a valid https URL', { checker: 'url_format', field: 'website', schemes: ['https'] }],
  [
    '"website" is a valid URL, on any host',
    { checker: 'url_format', field: 'website', require_public_host: false },
  ],
  ['"website" is a valid URL or empty', { checker: 'url_format', field: 'website', allow_empty: true }],
  [
    'at least 90% of rows: "website" is a valid URL',
    { checker: 'url_format', field: 'website', min_share_bp: 9_000 },
  ],
  [
    'more than 90% of rows: "website" is a valid URL',
    { checker: 'url_format', field: 'website', min_share_bp: 9_000, share_exclusive: true },
  ],
  ['the link is a valid URL', { checker: 'url_format' }],

  ['$.a.b exists', ofPath('$.a.b', { operator: 'exists' })],
  ['$.a.b does not exist', ofPath('$.a.b', { operator: 'not_exists' })],
  ['$.total is 3 in the document', ofPath('$.total', { operator: 'equals', value: 3, scope: 'document' })],
  ['$.total is an integer', ofPath('$.total', { operator: 'type', value: 'integer' })],
  ['$.total equals null', ofPath('$.total', { operator: 'equals', value: null })],
  ['$.tags contains "red"', ofPath('$.tags', { operator: 'contains', value: 'red' })],
  ['$.tags[*] selects exactly 3 values', ofPath('$.tags[*]', { operator: 'count_equals', value: 3 })],
  ['any of $.tags[*] is "red"', ofPath('$.tags[*]', { operator: 'equals', value: 'red', quantifier: 'any' })],
  ['"country" is "US"', ofField('country', { operator: 'equals', value: 'US' })],
  ['"score" is 5', ofField('score', { operator: 'equals', value: 5 })],
  ['"approved" is true', ofField('approved', { operator: 'equals', value: true })],
  ['"label" is not "unknown"', ofField('label', { operator: 'not_equals', value: 'unknown' })],
  ['"employees" is greater than 50', ofField('employees', { operator: 'gt', value: 50 })],
  ['"score" is at least 0.8', ofField('score', { operator: 'gte', value: 0.8 })],
  ['"wer" is less than 0.05', ofField('wer', { operator: 'lt', value: 0.05 })],
  ['"balance" is at most -3', ofField('balance', { operator: 'lte', value: -3 })],
  ['"country" is one of ["US","CA"]', ofField('country', { operator: 'in', value: ['US', 'CA'] })],
  [
    String.raw`"sku" matches the pattern "[A-Z]{3}-\\d{4}"`,
    ofField('sku', { operator: 'matches', value: String.raw`[A-Z]{3}-\d{4}` }),
  ],
  ['"code" does not match the pattern "X.*"', ofField('code', { operator: 'not_matches', value: 'X.*' })],
  [
    '"description" does not contain the pattern "<[a-z]+>"',
    ofField('description', { operator: 'not_matches', value: '<[a-z]+>', partial: true }),
  ],
  ['"email" is a valid email address', ofField('email', { operator: 'format', value: 'email' })],
  ['"phone" is a valid E.164 phone number', ofField('phone', { operator: 'format', value: 'e164' })],
  ['"id" is a valid UUID', ofField('id', { operator: 'format', value: 'uuid' })],
  ['"day" is a valid ISO date', ofField('day', { operator: 'format', value: 'iso_date' })],
  ['"at" is a valid ISO date and time', ofField('at', { operator: 'format', value: 'iso_date_time' })],
  ['"country" is a valid ISO country code', ofField('country', { operator: 'format', value: 'iso_country' })],
  [
    '"currency" is a valid ISO currency code',
    ofField('currency', { operator: 'format', value: 'iso_currency' }),
  ],
  ['"locale" is a valid BCP 47 language tag', ofField('locale', { operator: 'format', value: 'bcp47' })],
  ['"color" is a valid hex colour', ofField('color', { operator: 'format', value: 'hex_colour' })],
  ['"version" is a valid semantic version', ofField('version', { operator: 'format', value: 'semver' })],
  ['"host" is a valid IPv4 address', ofField('host', { operator: 'format', value: 'ipv4' })],
  ['"account" is a valid IBAN', ofField('account', { operator: 'format', value: 'iban' })],
  ['"end" is greater than "start"', ofField('end', { operator: 'gt', value_path: "$['start']" })],
  ['"end" is at least "start"', ofField('end', { operator: 'gte', value_path: "$['start']" })],
  ['"sale" is less than "price"', ofField('sale', { operator: 'lt', value_path: "$['price']" })],
  ['"sale" is at most "price"', ofField('sale', { operator: 'lte', value_path: "$['price']" })],
  ['"a" is equal to field "b"', ofField('a', { operator: 'equals', value_path: "$['b']" })],
  [
    '"target" is not equal to field "source"',
    ofField('target', { operator: 'not_equals', value_path: "$['source']" }),
  ],
  [
    '"scraped_at" is on or after 2026-11-01',
    ofField('scraped_at', { operator: 'gte', value: '2026-11-01', as: 'time' }),
  ],
  [
    '"birth_date" is before 2008-01-01',
    ofField('birth_date', { operator: 'lt', value: '2008-01-01', as: 'time' }),
  ],
  ['"due" is after 2026-11-01', ofField('due', { operator: 'gt', value: '2026-11-01', as: 'time' })],
  ['"due" is on or before 2026-11-01', ofField('due', { operator: 'lte', value: '2026-11-01', as: 'time' })],
  ['"due" is on 2026-11-01', ofField('due', { operator: 'equals', value: '2026-11-01', as: 'time' })],
  ['"due" is not on 2026-11-01', ofField('due', { operator: 'not_equals', value: '2026-11-01', as: 'time' })],
  [`"at" is at or after ${deadline}`, ofField('at', { operator: 'gte', value: deadline, as: 'time' })],
  [
    '"due_date" is after "invoice_date"',
    ofField('due_date', { operator: 'gt', value_path: "$['invoice_date']", as: 'time' }),
  ],
  [
    '"start" is on or before "end"',
    ofField('start', { operator: 'lte', value_path: "$['end']", as: 'time' }),
  ],
  [
    '"title" has at most 120 characters',
    ofField('title', { measure: 'characters', operator: 'lte', value: 120 }),
  ],
  ['"text" has at least 1 character', ofField('text', { measure: 'characters', operator: 'gte', value: 1 })],
  ['"source" has more than 5 words', ofField('source', { measure: 'words', operator: 'gt', value: 5 })],
  [
    '"title" has fewer than 60 characters',
    ofField('title', { measure: 'characters', operator: 'lt', value: 60 }),
  ],
  ['"bbox" has exactly 4 items', ofField('bbox', { measure: 'items', operator: 'equals', value: 4 })],
  ['"polygon" has at least 3 items', ofField('polygon', { measure: 'items', operator: 'gte', value: 3 })],
  [
    '"bbox" does not have exactly 2 items',
    ofField('bbox', { measure: 'items', operator: 'not_equals', value: 2 }),
  ],
  [
    'the number of words in "text" is at most "limit"',
    ofField('text', { measure: 'words', operator: 'lte', value_path: "$['limit']" }),
  ],
  [
    'the text has 1500 to 2500 words',
    ofPath('$', { scope: 'document', measure: 'words', min: 1_500, max: 2_500 }),
  ],
  ['the text has at least 800 words', ofPath('$', { scope: 'document', measure: 'words', min: 800 })],
  [
    'the text has at most 3000 characters',
    ofPath('$', { scope: 'document', measure: 'characters', max: 3_000 }),
  ],
  [
    '"email" is a valid email address or empty',
    ofField('email', { operator: 'format', value: 'email', when_missing: 'pass' }),
  ],
  ['"score" is at least 5 or empty', ofField('score', { operator: 'gte', value: 5, when_missing: 'pass' })],
  [
    'if "country" is "US" then "zip" matches the pattern "[0-9]{5}"',
    ofField('zip', { operator: 'matches', value: '[0-9]{5}', where: isUs }),
  ],
  [
    'at least 98% of rows: "status" is "approved"',
    ofField('status', { operator: 'equals', value: 'approved', min_share_bp: 9_800 }),
  ],
  [
    'more than 98% of rows: "status" is "approved"',
    ofField('status', { operator: 'equals', value: 'approved', min_share_bp: 9_800, share_exclusive: true }),
  ],
  ['the mean of "iou" is at least 0.7', ofColumn('iou', { aggregate: 'mean', operator: 'gte', value: 0.7 })],
  [
    'the sum of "total" equals 15000',
    ofColumn('total', { aggregate: 'sum', operator: 'equals', value: 15_000 }),
  ],
  [
    'the least of all values of "price" is greater than 0',
    ofColumn('price', { aggregate: 'min', operator: 'gt', value: 0 }),
  ],
  [
    'the greatest of all values of "price" is less than 100',
    ofColumn('price', { aggregate: 'max', operator: 'lt', value: 100 }),
  ],
  [
    'the number of values of "email" is at least 50',
    ofColumn('email', { aggregate: 'count', operator: 'gte', value: 50 }),
  ],
  [
    'the number of distinct values of "vendor" is at least 5',
    ofColumn('vendor', { aggregate: 'distinct', operator: 'gte', value: 5 }),
  ],
  [
    '"total" equals "net" plus "tax"',
    ofPath("$['net','tax']", {
      scope: 'row',
      aggregate: 'sum',
      operator: 'equals',
      value_path: "$['total']",
    }),
  ],
  [
    'the sum of "a" and "b" in every row is at most 100',
    ofPath("$['a','b']", { scope: 'row', aggregate: 'sum', operator: 'lte', value: 100 }),
  ],

  [
    'https://example.com/health returns 200',
    { checker: 'http_status', url: 'https://example.com/health', expected: 200 },
  ],
  ['every URL in field "page" returns 200', { checker: 'http_status', field: 'page', expected: 200 }],
  [
    'every URL in field "page" returns 200 or 301',
    { checker: 'http_status', field: 'page', expected: [200, 301] },
  ],
  ['every URL in field "page" returns 2xx', { checker: 'http_status', field: 'page', expected: '2xx' }],
  [
    'every URL in field "page" returns 200, requested with GET',
    { checker: 'http_status', field: 'page', expected: 200, method: 'GET' },
  ],
  [
    'every URL in field "page" returns 200, after at most 3 redirects',
    { checker: 'http_status', field: 'page', expected: 200, max_redirects: 3 },
  ],
  [
    'every URL in field "page" returns 200, within 2000 ms',
    { checker: 'http_status', field: 'page', expected: 200, timeout_ms: 2_000 },
  ],

  ['the text contains "signed"', { checker: 'text_contains', text: 'signed' }],
  ['field "body" contains "signed"', { checker: 'text_contains', field: 'body', text: 'signed' }],
  ['field "body" contains "a" and "b"', { checker: 'text_contains', field: 'body', all_of: ['a', 'b'] }],
  ['field "body" contains "a" or "b"', { checker: 'text_contains', field: 'body', any_of: ['a', 'b'] }],
  [
    'field "body" does not contain "a" or "b"',
    { checker: 'text_contains', field: 'body', none_of: ['a', 'b'] },
  ],
  [
    'the text contains "signed", in the same case',
    { checker: 'text_contains', text: 'signed', case_sensitive: true },
  ],
  [
    'the text contains "signed", character for character',
    { checker: 'text_contains', text: 'signed', normalize: 'none' },
  ],
  [
    'at least 80% of rows: field "body" contains "signed"',
    { checker: 'text_contains', field: 'body', text: 'signed', min_share_bp: 8_000 },
  ],
  [
    'more than 80% of rows: field "body" contains "signed"',
    { checker: 'text_contains', field: 'body', text: 'signed', min_share_bp: 8_000, share_exclusive: true },
  ],

  [`the SHA-256 digest is ${digest}`, { checker: 'hash_matches', expected: digest }],
  [
    `the SHA-512 digest is ${digest}${digest}`,
    { checker: 'hash_matches', expected: `${digest}${digest}`, algorithm: 'sha512' },
  ],
  [
    `the SHA-256 digest of the canonical JSON is ${digest}`,
    { checker: 'hash_matches', expected: digest, over: 'canonical_json' },
  ],
  [`the SHA-256 digest of "file" is ${digest}`, { checker: 'hash_matches', expected: digest, field: 'file' }],

  [`delivered by ${deadline}`, { checker: 'deadline_met', deadline }],
  [
    `delivered by ${deadline}, with 60 seconds of grace`,
    { checker: 'deadline_met', deadline, grace_seconds: 60 },
  ],
  [`observed by ${deadline}`, { checker: 'deadline_met', deadline, basis: 'source_timestamp' }],
  [`"at" is no later than ${deadline}`, { checker: 'deadline_met', deadline, basis: 'field', field: 'at' }],
]
