import type { Endpoint } from '@outturn/contracts'
import { answersOf } from './answers.ts'
import type { OperationParts } from './operation-parts.ts'
import { operationWords } from './operation-words.ts'
import { parametersOf } from './parameters.ts'
import { refusalsOf } from './refusals.ts'

type Json = Record<string, unknown>

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
