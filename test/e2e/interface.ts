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
  content?: Record<string, DocumentedMedia>
}

interface DocumentedSchema {
  $ref?: string
  anyOf?: object[]
}

interface DocumentedMedia {
  schema?: DocumentedSchema
  /** The one of its alternatives that is only answered with `view=summary`. */
  'x-summary-schema'?: DocumentedSchema
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

/** The same document with every answer written out where an operation refers to it, each without the alternative of its summary. */
export function withResponses(document: InterfaceDocument): InterfaceDocument {
  const { responses: shared } = document.components
  const written = ({ $ref, ...own }: DocumentedResponse & { $ref?: string }): DocumentedResponse =>
    withoutSummaries($ref === undefined ? own : { ...shared[$ref.split('/').at(-1) ?? ''], ...own })
  const paths = mapped(document.paths, (item) =>
    mapped(item, (operation) => ({ ...operation, responses: mapped(operation.responses, written) })),
  )
  return { ...document, paths }
}

function withoutSummaries({ content, ...response }: DocumentedResponse): DocumentedResponse {
  if (content === undefined) return response
  return { ...response, content: mapped(content, withoutSummary) }
}

function withoutSummary(media: DocumentedMedia): DocumentedMedia {
  const { schema, 'x-summary-schema': summary } = media
  if (schema === undefined || summary === undefined) return media
  const summaries = new Set((summary.anyOf ?? [summary]).map((each) => JSON.stringify(each)))
  const [only, ...others] = (schema.anyOf ?? []).filter((each) => !summaries.has(JSON.stringify(each)))
  if (only === undefined) throw new Error('an answer is described by its summary alone')
  return { ...media, schema: others.length === 0 ? only : { anyOf: [only, ...others] } }
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
