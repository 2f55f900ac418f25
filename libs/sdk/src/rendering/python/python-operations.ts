import type { ApiDocument, Operation, Parameter, Schema } from '../api-document.ts'
import { alternativesOf, componentOf } from './json-schema.ts'
import { type PythonMethod, pythonMethodsFor } from './python-methods.ts'
import { toClassName } from './python-text.ts'

/** An operation with one of its methods in Python. */
export type PythonOperation = PythonMethod & {
  readonly id: string
  readonly httpMethod: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly security: readonly string[]
  readonly body: Schema | undefined
  /** Answers as JSON with this schema; undefined for other content. */
  readonly answer: Schema | undefined
  /** The media type of another answer. */
  readonly mediaType: string
  /** Name for what the answer has inside. */
  readonly answerName: string
  /** How a list goes on: by the cursor in its body, or by the number of its last item while `Link` names a next page. */
  readonly pages?: 'cursor' | 'sequence' | undefined
}

/** Every operation of the document with every method for it. */
export function pythonOperations({ paths, components }: ApiDocument): PythonOperation[] {
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).flatMap(([verb, operation]) =>
      pythonMethodsFor(operation.operationId).map((method) => {
        const one = toOperation(path, verb, operation, method)
        // A list may be a component of its own; its items are what the client gives.
        const answer = one.answer && (components.schemas[componentOf(one.answer) ?? ''] ?? one.answer)
        const pages = answer && pagesOf(answer, one)
        return pages === undefined ? one : { ...one, answer, pages }
      }),
    ),
  )
}

/** How a list goes on, where the operation answers with one. */
function pagesOf({ properties, items }: Schema, { parameters }: PythonOperation): PythonOperation['pages'] {
  if (!parameters.some(({ name }) => name === 'after')) return undefined
  if (properties?.['data'] !== undefined && properties['next_cursor'] !== undefined) return 'cursor'
  return items === undefined ? undefined : 'sequence'
}

function toOperation(
  path: string,
  httpMethod: string,
  operation: Operation,
  method: PythonMethod,
): PythonOperation {
  const { operationId: id, summary, description, parameters = [], security } = operation
  const media = Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? Object.entries(content) : [],
  )
  const answers = media.flatMap(([mediaType, { schema }]) =>
    mediaType === 'application/json' && schema !== undefined ? alternativesOrItself(schema) : [],
  )
  const [otherType] = media.map(([type]) => type).filter((type) => type !== 'application/json')
  const isJson = otherType === undefined && method.isWritten !== true
  return {
    ...method,
    id,
    httpMethod: httpMethod.toUpperCase(),
    path,
    summary,
    description,
    parameters: parameters.filter(({ name }) => !method.without?.includes(name)),
    security: method.isOpen ? [] : security.flatMap((one) => Object.keys(one)),
    body: operation.requestBody?.content['application/json']?.schema,
    answer: isJson ? answerOf(answers, method, id) : undefined,
    mediaType: otherType ?? 'application/json',
    answerName: `${toClassName(id)}Answer`,
  }
}

function alternativesOrItself(schema: Schema): readonly Schema[] {
  const alternatives = alternativesOf(schema)
  return alternatives.length > 0 ? alternatives : [schema]
}

/** The one schema of a success; refusals that are answered like one are raised. */
function answerOf(answers: readonly Schema[], { returns, neverReturns }: PythonMethod, id: string): Schema {
  // The document gives no schema for a file of JSON.
  if (answers.length === 0 && returns !== undefined) return { $ref: `#/components/schemas/${returns}` }
  const others = new Set(['AnsweredError', neverReturns ?? 'AnsweredError'])
  const named = answers.filter((schema) => !others.has(componentOf(schema) ?? ''))
  const wanted = returns === undefined ? named : named.filter((schema) => componentOf(schema) === returns)
  const kinds = new Map(wanted.map((schema) => [JSON.stringify(schema), schema]))
  const [only] = kinds.values()
  if (only === undefined || kinds.size !== 1) {
    const names = answers.map((schema) => componentOf(schema) ?? 'an inline schema').join(', ')
    throw new Error(`${id} answers with ${names}: name the one of its method by "reply" in method-names.ts.`)
  }
  return only
}
