import type { Send } from './api.ts'

/** One operation of the published interface document. */
export interface InterfaceOperation {
  method: string
  path: string
  operationId: string
  hasBody: boolean
  /** A body that the document shows, where it shows one. */
  example?: unknown
  /** Names of the credentials of which each alone is enough; none for what is open to all. */
  securities: string[]
  responses: Record<string, DocumentedResponse>
}

/** `default` stands for every status that an operation does not name. */
export interface DocumentedResponse {
  description: string
  content?: Record<string, { schema?: { $ref?: string }; 'x-summary-schema'?: { $ref?: string } }>
}

export interface InterfaceDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, object>; responses: Record<string, DocumentedResponse> }
}

interface DocumentedOperation {
  operationId: string
  security: Record<string, unknown>[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: InterfaceOperation['responses']
}

export async function readDocument(send: Send): Promise<InterfaceDocument> {
  return (await send<InterfaceDocument>('/openapi.json')).json
}

/** The same document with every answer written out where an operation refers to it. */
export function withResponses(document: InterfaceDocument): InterfaceDocument {
  const { responses: shared } = document.components
  const written = ({ $ref, ...own }: DocumentedResponse & { $ref?: string }): DocumentedResponse =>
    $ref === undefined ? own : { ...shared[$ref.split('/').at(-1) ?? ''], ...own }
  const paths = mapped(document.paths, (item) =>
    mapped(item, (operation) => ({ ...operation, responses: mapped(operation.responses, written) })),
  )
  return { ...document, paths }
}

function mapped<Value, Result>(
  record: Record<string, Value>,
  toResult: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, toResult(value)]))
}

/** Every operation that the system says it has. */
export async function readInterface(send: Send): Promise<InterfaceOperation[]> {
  const { paths } = withResponses(await readDocument(send))
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, security, requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      operationId,
      hasBody: requestBody !== undefined,
      example: requestBody?.content['application/json']?.example,
      securities: security.flatMap((each) => Object.keys(each)),
      responses,
    })),
  )
}
