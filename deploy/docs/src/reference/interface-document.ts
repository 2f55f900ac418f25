import { publicEndpoints } from '@outturn/contracts'
import { openapiDocument } from '@outturn/openapi'

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly additionalProperties?: Schema | boolean
  readonly deprecated?: boolean
} & Readonly<Record<string, unknown>>

export type Content = Readonly<
  Record<
    string,
    {
      readonly schema?: Schema
      readonly example?: unknown
      readonly examples?: Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>
    }
  >
>

export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

export type Response = {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly description?: string }>>
  readonly content?: Content
}

export type Operation = {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly summary: string
  readonly description?: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
  readonly deprecated?: boolean
}

export type InterfaceDocument = {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly examples: Readonly<Record<string, { readonly value?: unknown }>>
    readonly headers: Readonly<Record<string, { readonly description?: string }>>
  }
}

/** The document that a running service has at `/openapi.json`. */
export async function readInterface(): Promise<InterfaceDocument> {
  const document = await openapiDocument(publicEndpoints('outturn'))
  return document as unknown as InterfaceDocument
}

/** The last part of a reference within the document. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}
