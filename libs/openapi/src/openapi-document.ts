import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  AnsweredError,
  apiVersion,
  type Endpoint,
  ErrorBody,
  type ErrorCode,
  errorCodes,
  hasDeprecatedMember,
  type PaymentProtocol,
  type Success,
  viewParameter,
} from '@outturn/contracts'
import { z } from 'zod'
import { exampleOfPattern, isExampleOf } from './describe-members.ts'
import { type FieldWords, fieldWords } from './field-words.ts'
import { operationWords } from './operation-words.ts'
import { SchemaComponents } from './schema-components.ts'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of the routes, made from the schemas that validate and the table that admits. Describing them
 * all is long, so other work has its turn after each route.
 */
export async function openapiDocument(
  routes: readonly Endpoint[],
  words: FieldWords = fieldWords,
): Promise<Json> {
  const components = new SchemaComponents(words)
  const paths: Record<string, Json> = {}
  for (const route of routes.filter(({ isInternal }) => isInternal !== true)) {
    await nextTurn()
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Outcome verification',
      version: apiVersion,
      description: 'Verifies delivered work against what was agreed and issues a signed receipt.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: components.all(),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key: `spk_live_…`.' },
        apiKeyBesidePayment: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Api-Key',
          description: 'A key, where a payment may occupy `Authorization`.',
        },
        sandboxSession: { type: 'http', scheme: 'bearer', description: 'A sandbox session token: `sbx_…`.' },
      },
      headers: Object.fromEntries(
        Object.entries(responseHeaders).map(([name, header]) => [componentOf(name), header]),
      ),
    },
  }
}

function operationOf(route: Endpoint, components: SchemaComponents): Json {
  const parameters = [
    ...pathParameters(route),
    ...queryParameters(route, components),
    ...headerParameters(route),
  ]
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: operationWords(route),
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body !== undefined && {
      requestBody: {
        required: route.isBodyOptional !== true,
        content: {
          'application/json': {
            schema: components.schemaFor(route.body, 'input'),
            ...(route.example !== undefined && { example: route.example }),
          },
        },
      },
    }),
    responses: { ...successOf(route, components), ...errorsOf(route, components) },
  }
}

function securityOf({ access, paidBy }: Pick<Endpoint, 'access' | 'paidBy'>): Json[] {
  switch (access.kind) {
    case 'open':
      return []
    case 'shared':
      return [{ apiKey: [] }, { sandboxSession: [] }, {}]
    case 'session':
      return [{ sandboxSession: [] }]
    case 'key':
      return [
        { apiKey: [] },
        ...(paidBy === undefined ? [] : [{ apiKeyBesidePayment: [] }]),
        ...(access.sandbox ? [{ sandboxSession: [] }] : []),
      ]
    default:
      return access satisfies never
  }
}

/** Of parameters whose pattern tells too little. */
const parameterExamples: Readonly<Record<string, readonly string[]>> = {
  return_id: ['6f1c0d2e9b8a47350123456789abcdef'],
  id: ['spl_0123456789abcdef01234567', 'lead-list@1'],
  environment: ['production'],
  version: ['1'],
  level: ['0'],
  index: ['000'],
  limit: ['20'],
  after: ['spl_0123456789abcdef01234567', 'lead-list@1', '7'],
  period_days: ['30'],
  dry_run: ['true'],
  act_as_party: ['provider'],
  view: ['summary'],
  q: ['checkers'],
  page: ['conditions'],
  digest: ['0123456789abcdef'.repeat(4)],
}

/** The first example of a name that its schema takes. */
function parameterExample(name: string, schema: Json): string | undefined {
  return parameterExamples[name]?.find((example) => isExampleOf(example, schema))
}

function pathParameters({ params = {} }: Endpoint): Json[] {
  return Object.entries(params).map(([name, { pattern, description }]) => {
    const schema = { type: 'string', pattern }
    const example = parameterExample(name, schema) ?? exampleOfPattern(pattern)
    return { name, in: 'path', required: true, description, schema, example }
  })
}

function queryParameters({ query, hasViews }: Endpoint, components: SchemaComponents): Json[] {
  const parameters: Record<string, z.ZodType> = {
    ...(query instanceof z.ZodObject && query.shape),
    ...(hasViews === true && { view: viewParameter }),
  }
  return Object.entries(parameters).map(([name, parameter]) => {
    const schema = components.schemaFor(parameter, 'input') as Json
    return {
      name,
      in: 'query',
      required: !parameter.safeParse(undefined).success,
      ...(parameter.description !== undefined && { description: parameter.description }),
      schema,
      example: parameterExample(name, schema),
    }
  })
}

function headerParameters(route: Endpoint): Json[] {
  const { method, isTagged = false, isRevalidated = false, success, paidBy } = route
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key and body get the first answer again; the same key and another body get 409.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'order-42-delivery-1',
  }
  const condition =
    method === 'POST'
      ? tagParameter('If-Match', 'ETag of the Spool as last seen; another version gets 409 `store_conflict`.')
      : tagParameter('If-None-Match', 'ETag of the answer already known; the same gets 304 without a body.')
  return [
    ...(method === 'POST' ? [idempotencyKey] : []),
    ...(paidBy === 'x402' ? [paymentParameter] : []),
    // What is created has no version yet.
    ...((isTagged || isRevalidated) && success.status !== 201 ? [condition] : []),
  ]
}

const paymentParameter: Json = {
  name: 'PAYMENT-SIGNATURE',
  in: 'header',
  required: false,
  description:
    'The signed payment, as x402 version 2 encodes it. Without one the answer is 402 with what has to be paid. One payment is for one body; repeated with it, it gets the first answer again.',
  schema: { type: 'string', maxLength: 8_192 },
  example: 'eyJ4NDAyVmVyc2lvbiI6Mn0=',
}

function tagParameter(name: string, description: string): Json {
  const example = '"7.Upx7zfWuha9jafZbc9yyYxMLtZN"'
  return { name, in: 'header', required: false, description, schema: { type: 'string' }, example }
}

function successOf(route: Endpoint, components: SchemaComponents): Json {
  const { success, otherSuccess, refuses, isRateLimited, method } = route
  const hasTag = route.isTagged === true || route.isRevalidated === true
  const onTheirWayOut = hasDeprecatedMember(route) ? deprecationNames : []
  const responses: Json = {}
  for (const { status, description, content } of [...(otherSuccess ? [otherSuccess] : []), success]) {
    const alike = refuses.filter((code) => errorCodes[code].status === status)
    const said = [description, ...alike.map((code) => `Or \`${code}\`.`)].join(' ')
    const other = otherSuccess?.status === success.status && content === success.content ? otherSuccess : null
    responses[status] = {
      description: other === null ? said : `${said} ${other.description}`,
      headers: headersOf(isRateLimited, [
        ...(hasTag ? (['ETag'] as const) : []),
        ...(route.continuesByLink === true ? (['Link'] as const) : []),
        ...onTheirWayOut,
        ...(route.paidBy === undefined ? [] : [paymentHeaders[route.paidBy].receipt]),
      ]),
      content: mediaOf(
        [content, ...(other === null ? [] : [other.content])],
        alike.length > 0 ? [errorSchema(status)] : [],
        components,
      ),
    }
  }
  if (hasTag && method === 'GET') {
    responses[304] = { description: 'It is as known.', headers: headersOf(isRateLimited, ['ETag']) }
  }
  return responses
}

/** What an operation answers with one status; its JSON has a schema for each kind of answer. */
function mediaOf(
  contents: readonly Success['content'][],
  errors: readonly z.ZodType[],
  components: SchemaComponents,
): Json {
  const schemas = contents.flatMap((content) => jsonOf(content) ?? [])
  return {
    ...Object.fromEntries(
      contents.flatMap((content) => (content instanceof z.ZodType ? [] : [[content.mediaType, {}]])),
    ),
    ...(schemas.length > 0 && { 'application/json': { schema: anyOf([...schemas, ...errors], components) } }),
  }
}

/** The error object of a status; with the status of a success it is one that is told from a success. */
function errorSchema(status: number): z.ZodType {
  return status === 200 ? AnsweredError : ErrorBody
}

function jsonOf(content: Success['content']): z.ZodType | undefined {
  return content instanceof z.ZodType ? content : content.orJson
}

/** One of these schemas, which are told apart by a member that one of two requires and the other does not have. */
function anyOf(schemas: readonly z.ZodType[], components: SchemaComponents): object {
  const [only, ...others] = schemas.map((schema) => components.schemaFor(schema, 'output'))
  return only !== undefined && others.length === 0 ? only : { anyOf: [only, ...others] }
}

/** The statuses that a route of its kind can answer with, and the codes behind each. */
function errorsOf(route: Endpoint, components: SchemaComponents): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set<ErrorCode>([...commonRefusals(route), ...route.refuses])) {
    for (const status of code === 'validation_failed' && route.body !== undefined
      ? [400, 422]
      : [errorCodes[code].status]) {
      byStatus.set(status, [...(byStatus.get(status) ?? []), code])
    }
  }
  for (const success of [route.success, route.otherSuccess]) if (success) byStatus.delete(success.status)
  return Object.fromEntries(
    Array.from(byStatus, ([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        headers: headersOf(route.isRateLimited, [
          ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
          ...(status === 402 && route.paidBy !== undefined ? [paymentHeaders[route.paidBy].challenge] : []),
          // Of a payment that failed, and of one whose outcome is not known yet.
          ...(status === 402 && route.paidBy === 'x402'
            ? (['PAYMENT-RESPONSE', 'Retry-After'] as const)
            : []),
          ...(route.method === 'POST' && (status >= 500 || status === 409)
            ? (['Idempotency-Key'] as const)
            : []),
        ]),
        content: {
          'application/json': { schema: components.schemaFor(errorSchema(status), 'output') },
          // A page that cannot be shown is answered with one that says why.
          ...(isPage(route) && { 'text/html': {} }),
        },
      },
    ]),
  )
}

function isPage({ success: { content } }: Endpoint): boolean {
  return !(content instanceof z.ZodType) && content.mediaType === 'text/html'
}

function commonRefusals({ access, method, isRateLimited, success }: Endpoint): ErrorCode[] {
  // Any request may be malformed, late, or have a header twice.
  const codes: ErrorCode[] = ['internal_error', 'configuration_unavailable', 'validation_failed']
  if (access.kind === 'key' || access.kind === 'shared')
    codes.push('unauthenticated', 'session_expired', 'forbidden', 'account_suspended')
  if (access.kind === 'key' && !access.sandbox) codes.push('unsupported_environment_capability')
  if (access.kind === 'session') codes.push('session_expired', 'forbidden')
  if (isRateLimited) codes.push('rate_limited')
  if (success.content instanceof z.ZodType) codes.push('not_acceptable')
  if (method === 'POST') codes.push('invalid_json', 'input_too_large')
  // A key that belongs to another request, and one whose first request has not finished.
  if (method === 'POST' && access.kind !== 'open') codes.push('conflict', 'store_conflict')
  return codes
}

/** Headers in which each protocol asks for a payment and confirms it. */
const paymentHeaders = {
  mpp: { challenge: 'WWW-Authenticate', receipt: 'Payment-Receipt' },
  x402: { challenge: 'PAYMENT-REQUIRED', receipt: 'PAYMENT-RESPONSE' },
} as const satisfies Record<PaymentProtocol, object>

const deprecationNames = ['Deprecation', 'Sunset', 'Link'] as const
const text = { type: 'string' }
const responseHeaders = {
  'Request-Id': { description: 'Names this request in every log.', schema: text },
  'RateLimit-Policy': {
    description: 'The quota and its window in seconds: `"api-v1";q=120;w=60`.',
    schema: text,
  },
  RateLimit: {
    description: 'Requests left and seconds until more return: `"api-v1";r=117;t=42`.',
    schema: text,
  },
  ETag: {
    description: 'Names this answer; of a Spool it holds the version and a digest: `"7.…"`.',
    schema: text,
  },
  Deprecation: {
    description:
      'Since when a member of the answer is on its way out: `@` and seconds since 1970 (RFC 9745).',
    schema: text,
  },
  Sunset: { description: 'From when that member may be missing, as an HTTP date (RFC 8594).', schema: text },
  Link: {
    description:
      'The next page of a list: `rel="next"`; the page that says which member is on its way out: `rel="deprecation"`.',
    schema: text,
  },
  'Idempotency-Key': {
    description: 'Where the work may have been begun: the key to repeat the request with.',
    schema: text,
  },
  'WWW-Authenticate': {
    description: 'The challenge to pay, of the scheme `Payment`; its answer goes into `Authorization`.',
    schema: text,
  },
  'Payment-Receipt': { description: 'The payment that was taken, as base64url JSON.', schema: text },
  'PAYMENT-REQUIRED': {
    description:
      'What has to be paid, as x402 version 2 encodes it; missing while a payment may have been made.',
    schema: text,
  },
  'PAYMENT-RESPONSE': { description: 'How the payment ended, as x402 version 2 encodes it.', schema: text },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
}

/** Name of the component that describes a header. */
function componentOf(header: string): string {
  return header.replaceAll('-', '')
}

function headersOf(isRateLimited: boolean, more: readonly (keyof typeof responseHeaders)[]): Json {
  const names = ['Request-Id', ...(isRateLimited ? ['RateLimit-Policy', 'RateLimit'] : []), ...more]
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${componentOf(name)}` }]),
  )
}
