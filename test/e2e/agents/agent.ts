import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

export const revisions = ['2026-07-28', '2025-11-25'] as const
export type Revision = (typeof revisions)[number]
export const transports = ['http', 'stdio'] as const
export type Transport = (typeof transports)[number]

export interface AgentOptions {
  baseUrl: string
  key?: string | undefined
  revision?: Revision
  transport?: Transport
  /** Behind the address, such as `?read_only=true`. */
  query?: string
}

/** What a tool answered: its JSON, or the error object that it was refused with. */
export type Told<T> = { isError: boolean; body: T; structured: unknown; text: string }

/** An agent with the official client of the protocol. */
export interface Agent {
  client: Client
  call<T = Record<string, unknown>>(name: string, args?: Record<string, unknown>): Promise<Told<T>>
  /** The body of a call that must succeed. */
  done<T = Record<string, unknown>>(name: string, args?: Record<string, unknown>): Promise<T>
}

const main = join(import.meta.dirname, '../../../libs/mcp/src/main.ts')

export async function connectAgent(options: AgentOptions): Promise<Agent> {
  const { baseUrl, key, revision = '2026-07-28', transport = 'http', query = '' } = options
  const mode = revision === '2025-11-25' ? ('legacy' as const) : { pin: revision }
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(
    transport === 'http'
      ? new StreamableHTTPClientTransport(new URL(`${baseUrl}/api/mcp${query}`), {
          requestInit: { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } },
        })
      : new StdioClientTransport({
          command: process.execPath,
          args: [main],
          env: { OUTTURN_URL: baseUrl, ...(key !== undefined && { OUTTURN_KEY: key }) },
        }),
  )
  async function call<T>(name: string, args: Record<string, unknown> = {}): Promise<Told<T>> {
    const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args })
    const [block] = content
    const text = block?.type === 'text' ? block.text : ''
    return { isError, body: JSON.parse(text) as T, structured: structuredContent, text }
  }
  return {
    client,
    call,
    async done<T>(name: string, args: Record<string, unknown> = {}) {
      const { isError, body, text } = await call<T>(name, args)
      if (isError) throw new Error(`${name} was refused: ${text}`)
      return body
    },
  }
}
