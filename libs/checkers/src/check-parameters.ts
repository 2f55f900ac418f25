import { observationMethods } from '@outturn/vocabulary'
import { z } from 'zod'

/** Limits of checker parameters, in characters or items. */
export const parameterLimits = {
  fieldNameChars: 256,
  requiredFields: 100,
  keyFields: 10,
  jsonPathChars: 1_000,
  patternChars: 1_000,
  textChars: 2_000,
  textPhrases: 100,
  urlChars: 2_048,
  graceSeconds: 31_536_000,
} as const

/** A field of a row: a member name, or a JSON Pointer when it starts with `/`. */
const FieldName = z.string().min(1).max(parameterLimits.fieldNameChars)
const Phrase = z.string().min(1).max(parameterLimits.textChars)
const Phrases = z.array(Phrase).min(1).max(parameterLimits.textPhrases)
const HttpStatus = z.int().min(100).max(599)

export const jsonPathOperators = [
  'exists',
  'not_exists',
  'equals',
  'not_equals',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'contains',
  'matches',
  'type',
  'count_equals',
] as const

export const jsonTypeNames = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const

export const RowCountCheck = z.strictObject({
  checker: z.literal('row_count'),
  expected: z.int().min(0),
})

export const CompletenessCheck = z.strictObject({
  checker: z.literal('completeness'),
  required_fields: z.array(FieldName).min(1).max(parameterLimits.requiredFields),
  treat_blank_as_missing: z.boolean().optional(),
})

export const DuplicateRateCheck = z.strictObject({
  checker: z.literal('duplicate_rate'),
  key_fields: z.array(FieldName).min(1).max(parameterLimits.keyFields),
  max_rate_bp: z.int().min(0).max(10_000).optional(),
  case_sensitive: z.boolean().optional(),
  trim: z.boolean().optional(),
})

export const UrlFormatCheck = z.strictObject({
  checker: z.literal('url_format'),
  field: FieldName.optional(),
  schemes: z
    .array(z.string().regex(/^[a-z][a-z0-9+.-]{0,31}$/))
    .min(1)
    .max(10)
    .optional(),
  require_public_host: z.boolean().optional(),
  allow_empty: z.boolean().optional(),
})

export const JsonPathCheck = z.strictObject({
  checker: z.literal('json_path'),
  path: z.string().min(1).max(parameterLimits.jsonPathChars),
  operator: z.enum(jsonPathOperators).optional(),
  value: z.unknown().optional(),
  quantifier: z.enum(['all', 'any']).optional(),
  scope: z.enum(['document', 'row']).optional(),
})

export const HttpStatusCheck = z.strictObject({
  checker: z.literal('http_status'),
  url: z.string().min(1).max(parameterLimits.urlChars).optional(),
  field: FieldName.optional(),
  expected: z
    .union([HttpStatus, z.array(HttpStatus).min(1).max(50), z.string().regex(/^[1-5]xx$/)])
    .optional(),
  method: z.enum(observationMethods).optional(),
  max_redirects: z.int().min(0).max(5).optional(),
  timeout_ms: z.int().min(100).max(10_000).optional(),
})

export const TextContainsCheck = z.strictObject({
  checker: z.literal('text_contains'),
  text: Phrase.optional(),
  all_of: Phrases.optional(),
  any_of: Phrases.optional(),
  none_of: Phrases.optional(),
  case_sensitive: z.boolean().optional(),
  normalize: z.enum(['nfkc_ws', 'none']).optional(),
  field: FieldName.optional(),
})

export const HashMatchesCheck = z.strictObject({
  checker: z.literal('hash_matches'),
  expected: z.string().regex(/^[0-9A-Fa-f]{64,128}$/),
  algorithm: z.enum(['sha256', 'sha384', 'sha512']).optional(),
  over: z.enum(['content', 'canonical_json']).optional(),
  field: FieldName.optional(),
})

export const DeadlineMetCheck = z.strictObject({
  checker: z.literal('deadline_met'),
  deadline: z.iso.datetime({ offset: true }),
  basis: z.enum(['received_at', 'field', 'source_timestamp']).optional(),
  field: FieldName.optional(),
  grace_seconds: z.int().min(0).max(parameterLimits.graceSeconds).optional(),
})

/** The wire schema of every checker's parameters, by checker name. */
export const checkSchemas = {
  row_count: RowCountCheck,
  completeness: CompletenessCheck,
  duplicate_rate: DuplicateRateCheck,
  url_format: UrlFormatCheck,
  json_path: JsonPathCheck,
  http_status: HttpStatusCheck,
  text_contains: TextContainsCheck,
  hash_matches: HashMatchesCheck,
  deadline_met: DeadlineMetCheck,
} as const

export type CheckerName = keyof typeof checkSchemas

export const checkerNames: readonly CheckerName[] = Object.keys(checkSchemas) as CheckerName[]

/** One deterministic check: exactly one checker with its parameters, as it travels and as it is hashed. */
export const DeterministicCheck = z.discriminatedUnion('checker', [
  RowCountCheck,
  CompletenessCheck,
  DuplicateRateCheck,
  UrlFormatCheck,
  JsonPathCheck,
  HttpStatusCheck,
  TextContainsCheck,
  HashMatchesCheck,
  DeadlineMetCheck,
])
export type DeterministicCheck = z.infer<typeof DeterministicCheck>

/** The check of one checker, as it travels. */
export type CheckOf<Name extends CheckerName> = Extract<DeterministicCheck, { checker: Name }>
