import { publicEndpoints } from '@outturn/contracts'
import { openapiDocument } from '@outturn/openapi'

/** A JSON Schema, as far as types are made of it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly deprecated?: boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema & { readonly pattern?: string }
  readonly example?: string
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>
  }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly content?: Readonly<Record<string, Media>>
      }
    >
  >
}

/** `x-summary-schema` is the one of the alternatives of `schema` that is only answered with `view=summary`. */
interface Media {
  readonly schema?: Schema
  readonly 'x-summary-schema'?: Schema
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The interface document of a service with the usual name, with parameters and answers written out where they are used. */
export function readApiDocument(): Promise<ApiDocument> {
  // Making it takes seconds.
  made ??= makeApiDocument()
  return made
}

let made: Promise<ApiDocument> | undefined

/** Parameters that ask for another media type than JSON, in which the clients read an answer. */
const ofOtherMedia: Readonly<Record<string, string>> = { 'read-outcome-index': 'format' }

async function makeApiDocument(): Promise<ApiDocument> {
  const document = (await openapiDocument(publicEndpoints('outturn'))) as unknown as ApiDocument
  const paths = mapped(document.paths, (verbs) =>
    mapped(verbs, ({ parameters = [], responses, ...operation }) => ({
      ...operation,
      parameters: parameters
        .map((each) => resolved(each, document))
        .filter(({ name }) => ofOtherMedia[operation.operationId] !== name),
      responses: mapped(responses, (each) => withoutSummaries(resolved(each, document))),
    })),
  )
  return { paths, components: document.components }
}

type Response = Operation['responses'][string]

/** The answer as it is without `view=summary`. */
function withoutSummaries({ content, ...response }: Response): Response {
  if (content === undefined) return response
  const full = mapped(content, ({ schema, 'x-summary-schema': summary, ...media }) => ({
    ...media,
    ...(schema !== undefined && { schema: summary === undefined ? schema : withoutKinds(schema, summary) }),
  }))
  return { ...response, content: full }
}

function withoutKinds(schema: Schema, summary: Schema): Schema {
  const summaries = new Set((summary.anyOf ?? [summary]).map((each) => JSON.stringify(each)))
  const [only, ...others] = (schema.anyOf ?? []).filter((each) => !summaries.has(JSON.stringify(each)))
  if (only === undefined) return schema
  return others.length === 0 ? only : { ...schema, anyOf: [only, ...others] }
}

/** A part of the document as it stands, or the component that it refers to. */
function resolved<Part extends object>(part: Part & { readonly $ref?: string }, document: object): Part {
  if (part.$ref === undefined) return part
  const steps = part.$ref.split('/').slice(1)
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document) as Part
}

function mapped<Value, Result>(
  record: Readonly<Record<string, Value>>,
  toResult: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, toResult(value)]))
}
