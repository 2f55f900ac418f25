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
  responses: Record<string, { description: string; content?: Record<string, { schema?: { $ref?: string } }> }>
}

export interface InterfaceDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, object> }
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

/** Every operation that the system says it has. */
export async function readInterface(send: Send): Promise<InterfaceOperation[]> {
  const { paths } = await readDocument(send)
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
