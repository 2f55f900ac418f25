/** JSON as it is sent and read. */
export type Json = Readonly<Record<string, unknown>>

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The one request that a tool call makes: of which operation, and what goes into it. */
export type OperationCall = {
  readonly operationId: string
  readonly params?: Json
  readonly query?: Json
  readonly body?: Json
}

/** Named groups of tools. Those of `core` are offered unless a host asks for others. */
export const toolsets = ['core', 'settlement', 'disputes', 'audit', 'sources'] as const
export type Toolset = (typeof toolsets)[number]

/** What a tool does when it is called. */
export type ToolWork =
  /** One request of this operation. */
  | { readonly kind: 'operation'; readonly operationId: string; readonly call: (args: Json) => OperationCall }
  /** One of several operations, which the arguments name. */
  | {
      readonly kind: 'one of'
      readonly operationIds: readonly string[]
      readonly call: (args: Json) => OperationCall
    }
  /** The account of the caller, its balance and its use, by one request each. */
  | { readonly kind: 'account' }
  /** Any operation of this method, by its operation id. */
  | { readonly kind: 'any'; readonly method: 'GET' | 'POST' }
  /** Judged here, by the published keys. */
  | { readonly kind: 'offline' }

export type Tool = {
  readonly set: Toolset
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: {
    readonly type: 'object'
    readonly properties: Readonly<Record<string, object>>
    readonly required: readonly string[]
    readonly additionalProperties: false
  }
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  readonly work: ToolWork
}
