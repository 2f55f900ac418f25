import { CreditsRequired, publicEndpoints } from '@outturn/contracts'
import { openapiDocument } from '@outturn/openapi'
import { z } from 'zod'

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
  readonly required: boolean
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
    readonly required: boolean
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>
  }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The interface document of a service with the usual name, and the schema of a refusal that it does not name. */
export async function readApiDocument(): Promise<ApiDocument> {
  const document = (await openapiDocument(publicEndpoints('outturn'))) as unknown as ApiDocument
  const schemas = { ...creditsRequired(), ...document.components.schemas }
  return { ...document, components: { schemas } }
}

function creditsRequired(): Record<string, Schema> {
  const { $defs = {}, ...root } = z.toJSONSchema(CreditsRequired, {
    io: 'output',
    reused: 'inline',
    unrepresentable: 'any',
  }) as Schema & { readonly $defs?: Record<string, Schema> }
  return root.$ref === undefined ? { ...$defs, CreditsRequired: root } : $defs
}
