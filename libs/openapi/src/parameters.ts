import { type Endpoint, viewParameter } from '@outturn/contracts'
import { z } from 'zod'
import { exampleOfPattern, isExampleOf } from './describe-members.ts'
import type { SchemaComponents } from './schema-components.ts'
import type { SharedParts } from './shared-parts.ts'

type Json = Record<string, unknown>

/** Of parameters whose pattern tells too little. */
const parameterExamples: Readonly<Record<string, readonly string[]>> = {
  return_id: ['6f1c0d2e9b8a47350123456789abcdef'],
  id: ['spl_0123456789abcdef01234567', 'lead-list@1'],
  environment: ['production'],
  version: ['1'],
  level: ['0'],
  index: ['000'],
  limit: ['20'],
  after: [
    '7',
    'spl_0123456789abcdef01234567',
    'lead-list@1',
    'req_0123456789abcdef01234567',
    'clm_0123456789abcdef01234567',
    'mch_0123456789abcdef01234567',
    'src_0123456789abcdef01234567',
    'fct_0123456789abcdef01234567',
    'dsc_0123456789abcdef01234567',
  ],
  source_id: ['src_0123456789abcdef01234567'],
  subject: ['T-77'],
  current: ['true'],
  code: ['validation_failed'],
  key_id: ['key_0123456789abcdef01234567'],
  outcome: ['all'],
  path: ['/api/v1/verify'],
  status: ['open'],
  since: ['2026-01-31T17:00:00Z'],
  digest: ['0123456789abcdef'.repeat(4)],
  period_days: ['30'],
  period: ['2026-10'],
  format: ['csv'],
  dry_run: ['true'],
  act_as_party: ['provider'],
  view: ['summary'],
  q: ['checkers'],
  page: ['conditions'],
}

/** Parameters of an operation. Those of a path that name their component, and all others that have one meaning, are shared. */
export function parametersOf(
  route: Endpoint,
  components: SchemaComponents,
  shared: SharedParts,
): readonly Json[] {
  return [
    ...pathParameters(route, shared),
    ...queryParameters(route, components, shared),
    ...headerParameters(route).map(({ name, ...header }) =>
      shared.reference(String(name).replaceAll('-', ''), { name, ...header }),
    ),
  ]
}

function pathParameters({ params = {} }: Endpoint, shared: SharedParts): Json[] {
  return Object.entries(params).map(([name, { pattern, description, component }]) => {
    const schema = { type: 'string', pattern }
    const example =
      parameterExamples[name]?.find((each) => isExampleOf(each, schema)) ?? exampleOfPattern(pattern)
    const parameter = { name, in: 'path', required: true, description, schema, example }
    return component === undefined ? parameter : shared.reference(component, parameter)
  })
}

/** Query parameters that mean the same wherever they stand. */
const sharedQueryNames = new Set(['act_as_party', 'digest', 'dry_run', 'limit', 'view'])

function queryParameters(
  { query, hasViews }: Endpoint,
  components: SchemaComponents,
  shared: SharedParts,
): Json[] {
  const parameters: Record<string, z.ZodType> = {
    ...(query instanceof z.ZodObject && query.shape),
    ...(hasViews === true && { view: viewParameter }),
  }
  return Object.entries(parameters).map(([name, schema]) => {
    const parameter = queryParameter(name, schema, components)
    return sharedQueryNames.has(name) ? shared.reference(pascalCase(name), parameter) : parameter
  })
}

function queryParameter(name: string, parameter: z.ZodType, components: SchemaComponents): Json {
  const { description, ...schema } = components.schemaFor(parameter, 'input')
  const example = parameterExamples[name]?.find((each) => parameter.safeParse(each).success)
  return {
    name,
    in: 'query',
    ...(!parameter.safeParse(undefined).success && { required: true }),
    ...(description !== undefined && { description }),
    schema,
    ...(example !== undefined && { example }),
  }
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function headerParameters(route: Endpoint): Json[] {
  const { method, isTagged = false, isRevalidated = false, success, paidBy } = route
  const condition = method !== 'GET' ? ifMatch : ifNoneMatch
  return [
    ...(method !== 'GET' ? [idempotencyKey] : []),
    ...(paidBy === 'x402' ? [paymentSignature] : []),
    // What is created has no version yet.
    ...((isTagged || isRevalidated) && success.status !== 201 ? [condition] : []),
  ]
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Your key for this request. A repeated request with the same key and body gets the first answer again, without a second effect. The same key with another body is refused with 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'order-42-delivery-1',
}

const paymentSignature: Json = {
  name: 'PAYMENT-SIGNATURE',
  in: 'header',
  description:
    'The signed payment, as base64-encoded JSON of x402 version 2. Without a payment, the request is answered with 402 and the required payment. A payment is valid for one body. A repeated request with the same payment, or with another payment under the same payment identifier, gets the first answer again.',
  schema: { type: 'string', maxLength: 15_360 },
  example: 'eyJ4NDAyVmVyc2lvbiI6Mn0=',
}

const exampleTag = '"7.Upx7zfWuha9jafZbc9yyYxMLtZN"'

const ifMatch: Json = {
  name: 'If-Match',
  in: 'header',
  description:
    '`ETag` of the Spool as you last read it. If the Spool has changed since, the request is refused with 409 `store_conflict`.',
  schema: { type: 'string' },
  example: exampleTag,
}

const ifNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  description:
    '`ETag` of the answer that you have. If it is still current, the answer is 304 without a body.',
  schema: { type: 'string' },
  example: exampleTag,
}
