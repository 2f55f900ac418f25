import {
  type Endpoint,
  errorCodes,
  hasDeprecatedMember,
  type Success,
  summarySchema,
} from '@outturn/contracts'
import { z } from 'zod'
import { answerExample, textExample } from './examples/answer-examples.ts'
import { refusalExample } from './examples/refusal-examples.ts'
import type { OperationParts } from './operation-parts.ts'
import { errorSchema, refusalName } from './refusals.ts'
import { deprecationNames, headersOf, paymentHeaders } from './response-headers.ts'

type Json = Record<string, unknown>

/** An answer with an ETag that many operations give is one component. */
const sharedAnswers = new Set(['Spool'])

/** The answers with which an operation does what it is for. */
export function answersOf(route: Endpoint, parts: OperationParts): Json {
  const { success, otherSuccess, refuses, isRateLimited, method } = route
  const hasTag = route.isTagged === true || route.isRevalidated === true
  const answers: Json = {}
  for (const { status, description, content } of [...(otherSuccess ? [otherSuccess] : []), success]) {
    const alike = refuses.filter((code) => errorCodes[code].status === status)
    const said = [description, ...alike.map((code) => `Or \`${code}\`.`)].join(' ')
    const other = otherSuccess?.status === success.status && content === success.content ? otherSuccess : null
    const media = mediaOf(
      [content, ...(other === null ? [] : [other.content])],
      alike.length > 0 ? status : null,
      { route, parts },
    )
    answers[status] = withShared(
      {
        description: other === null ? said : `${said} ${other.description}`,
        headers: headersOf(isRateLimited, [
          ...(hasTag ? (['ETag'] as const) : []),
          ...(route.continuesByLink === true ? (['Link'] as const) : []),
          ...(hasDeprecatedMember(route) ? deprecationNames : []),
          ...(route.paidBy === undefined ? [] : [paymentHeaders[route.paidBy].receipt]),
        ]),
        content: withSummary(content, media, { route, parts }),
      },
      { route, parts },
    )
  }
  if (hasTag && method === 'GET') {
    answers[304] = { description: 'Not changed.', headers: headersOf(isRateLimited, ['ETag']) }
  }
  return answers
}

/** A reference to the shared answer that differs in nothing but its description. */
function withShared(
  { description, ...answer }: Json & { content: Json },
  { route, parts: { responses } }: Context,
): Json {
  const { schema } = (answer.content['application/json'] ?? {}) as { schema?: { $ref?: string } }
  const name = schema?.$ref?.split('/').at(-1) ?? ''
  if (!sharedAnswers.has(name) || route.isTagged !== true) return { description, ...answer }
  return { ...responses.reference(name, { description: `A ${name}.`, ...answer }), description }
}

type Context = { readonly route: Endpoint; readonly parts: OperationParts }

/** What an operation answers with one status; its JSON has a schema and an example for each kind of answer. */
function mediaOf(
  contents: readonly Success['content'][],
  refusalStatus: number | null,
  { route, parts }: Context,
): Json {
  const answers = contents.flatMap((content) => jsonOf(content) ?? [])
  const schemas = answers.map((answer) => parts.schemas.schemaFor(answer, 'output'))
  const refusal =
    refusalStatus === null ? [] : [parts.schemas.schemaFor(errorSchema(refusalStatus), 'output')]
  return {
    ...Object.fromEntries(
      contents.flatMap((content) => (content instanceof z.ZodType ? [] : [textOf(content.mediaType, route)])),
    ),
    ...(schemas.length > 0 && {
      'application/json': {
        schema: oneOf([...schemas, ...refusal]),
        examples: {
          ...Object.assign({}, ...schemas.map((schema) => examplesOf(schema, { route, parts }))),
          ...(refusalStatus !== null && {
            [refusalName(refusalStatus)]: parts.examples.reference(refusalName(refusalStatus), {
              value: refusalExample(refusalStatus),
            }),
          }),
        },
      },
    }),
  }
}

/**
 * An answer is the full one or its summary, as `view` asks. `x-summary-schema` says which is the summary, so that a client that does not
 * ask for one need not expect it.
 */
function withSummary(content: Success['content'], media: Json, { route, parts }: Context): Json {
  const schema = jsonOf(content)
  if (route.hasViews !== true || content !== route.success.content || schema === undefined) return media
  const summary = parts.schemas.schemaFor(summarySchema(schema), 'output')
  const json = media['application/json'] as Json & { schema: Json }
  return {
    ...media,
    'application/json': {
      ...json,
      schema: oneOf([...kindsOf(json.schema), ...kindsOf(summary)]),
      'x-summary-schema': summary,
    },
  }
}

function kindsOf(schema: Json): readonly Json[] {
  return Array.isArray(schema['anyOf']) ? (schema['anyOf'] as Json[]) : [schema]
}

function examplesOf(schema: Json, context: Context): Json {
  const { anyOf } = schema
  if (Array.isArray(anyOf))
    return Object.assign({}, ...anyOf.map((each) => examplesOf(each as Json, context)))
  const { route, parts } = context
  const { $ref } = schema
  const id = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
  const value = answerExample(id, route.operationId)
  if (value === undefined) throw new Error(`the answer of ${route.operationId} has no example`)
  const name = id ?? pascalCase(route.operationId)
  return { [name]: parts.examples.reference(name, { value }) }
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function textOf(mediaType: string, { operationId }: Endpoint): [string, Json] {
  const example = textExample(operationId)
  if (example === undefined) return [mediaType, {}]
  // Of any type: what was supplied may be JSON.
  return [mediaType, mediaType === '*/*' ? { example } : { schema: { type: 'string' }, example }]
}

function jsonOf(content: Success['content']): z.ZodType | undefined {
  return content instanceof z.ZodType ? content : content.orJson
}

/** One of these schemas, which are told apart by a member that one of two requires and the other does not have. */
function oneOf([only = {}, ...others]: readonly Json[]): object {
  return others.length === 0 ? only : { anyOf: [only, ...others] }
}
