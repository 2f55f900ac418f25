import type { Endpoint } from '@outturn/contracts'
import { answersOf } from './answers.ts'
import { operationWords } from './operation-words.ts'
import { parametersOf } from './parameters.ts'
import { refusalsOf } from './refusals.ts'
import type { SchemaComponents } from './schema-components.ts'
import type { SharedParts } from './shared-parts.ts'

type Json = Record<string, unknown>

/** The components that operations refer to. */
export type OperationParts = {
  readonly schemas: SchemaComponents
  readonly parameters: SharedParts
  readonly responses: SharedParts
  readonly examples: SharedParts
}

/** One operation of the document. */
export function operationOf(route: Endpoint, parts: OperationParts): Json {
  const { schemas, parameters } = parts
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
    responses: { ...answersOf(route, parts), ...refusalsOf(route, parts) },
  }
}

function securityOf({ access, paidBy }: Pick<Endpoint, 'access' | 'paidBy'>): Json[] {
  switch (access.kind) {
    // A page of the console, which the document does not show.
    case 'person':
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
