import {
  type Endpoint,
  errorCodes,
  hasDeprecatedMember,
  summarySchema,
  type Success,
} from '@outturn/contracts'
import { z } from 'zod'
import { operationWords } from './operation-words.ts'
import { parametersOf } from './parameters.ts'
import { errorSchema, refusalsOf } from './refusals.ts'
import { deprecationNames, headersOf, paymentHeaders } from './response-headers.ts'
import type { SchemaComponents } from './schema-components.ts'
import type { SharedParts } from './shared-parts.ts'

type Json = Record<string, unknown>

/** The components that operations refer to. */
export type OperationParts = {
  readonly schemas: SchemaComponents
  readonly parameters: SharedParts
  readonly responses: SharedParts
}

/** One operation of the document. */
export function operationOf(route: Endpoint, { schemas, parameters, responses }: OperationParts): Json {
  const inputs = parametersOf(route, schemas, parameters)
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: operationWords(route),
    security: securityOf(route),
    ...(inputs.length > 0 && { parameters: inputs }),
    ...(route.body !== undefined && {
      requestBody: {
        ...(route.isBodyOptional !== true && { required: true }),
        content: {
          'application/json': {
            schema: schemas.schemaFor(route.body, 'input'),
            ...(route.example !== undefined && { example: route.example }),
          },
        },
      },
    }),
    responses: { ...successOf(route, schemas), ...refusalsOf(route, schemas, responses) },
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

function successOf(route: Endpoint, components: SchemaComponents): Json {
  const { success, otherSuccess, refuses, isRateLimited, method } = route
  const hasTag = route.isTagged === true || route.isRevalidated === true
  const deprecations = hasDeprecatedMember(route) ? deprecationNames : []
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
        ...deprecations,
        ...(route.paidBy === undefined ? [] : [paymentHeaders[route.paidBy].receipt]),
      ]),
      content: withSummary(
        route,
        content,
        mediaOf(
          [content, ...(other === null ? [] : [other.content])],
          alike.length > 0 ? [errorSchema(status)] : [],
          components,
        ),
        components,
      ),
    }
  }
  if (hasTag && method === 'GET') {
    responses[304] = { description: 'Not changed.', headers: headersOf(isRateLimited, ['ETag']) }
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

/**
 * The schema of the answer with `view=summary` stands beside that of the full one, in a member of its own: for clients that do not ask
 * for it nothing becomes optional.
 */
function withSummary(
  { hasViews, success }: Endpoint,
  content: Success['content'],
  media: Json,
  components: SchemaComponents,
): Json {
  const schema = jsonOf(content)
  if (hasViews !== true || content !== success.content || schema === undefined) return media
  const summary = components.schemaFor(summarySchema(schema), 'output')
  return {
    ...media,
    'application/json': { ...(media['application/json'] as Json), 'x-summary-schema': summary },
  }
}

function jsonOf(content: Success['content']): z.ZodType | undefined {
  return content instanceof z.ZodType ? content : content.orJson
}

/** One of these schemas, which are told apart by a member that one of two requires and the other does not have. */
function anyOf(schemas: readonly z.ZodType[], components: SchemaComponents): object {
  const [only, ...others] = schemas.map((schema) => components.schemaFor(schema, 'output'))
  return only !== undefined && others.length === 0 ? only : { anyOf: [only, ...others] }
}
