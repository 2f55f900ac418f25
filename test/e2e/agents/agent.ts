import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { buildPackage, publishedPackages } from '@outturn/packages'

export const revisions = ['2026-07-28', '2025-11-25'] as const
export type Revision = (typeof revisions)[number]
export const transports = ['http', 'stdio'] as const
export type Transport = (typeof transports)[number]

export interface AgentOptions {
  baseUrl: string
  key?: string | undefined
  revision?: Revision
  transport?: Transport
  /** Toolsets, such as `core,disputes`. */
  tools?: string
  /** Behind the address, such as `?read_only=true`. */
  query?: string
}

/** What a tool answered: its JSON, or the error object that it was refused with. */
export type Told<T> = { isError: boolean; body: T; structured: unknown; text: string }

/** Calls tools, by whichever client. */
export interface Caller {
  call<T = Record<string, unknown>>(name: string, args?: Record<string, unknown>): Promise<Told<T>>
  /** The body of a call that must succeed. */
  done<T = Record<string, unknown>>(name: string, args?: Record<string, unknown>): Promise<T>
}

/** An agent with the official client of the protocol. */
export interface Agent extends Caller {
  client: Client
}

let program: Promise<string> | undefined

/** The program that `npx @outturn/mcp` runs, as it is published; built once. */
export function programOfTools(): Promise<string> {
  program ??= buildProgram()
  return program
}

async function buildProgram(): Promise<string> {
  const published = publishedPackages.find(({ folder }) => folder === 'libs/mcp')
  if (published === undefined) throw new Error('libs/mcp is not published.')
  const work = mkdtempSync(join(tmpdir(), 'outturn-mcp-'))
  process.once('exit', () => rmSync(work, { recursive: true, force: true }))
  return join(
    await buildPackage(published, { folder: join(work, 'mcp'), hasTypes: false }),
    'outturn-mcp.mjs',
  )
}

export async function connectAgent(options: AgentOptions): Promise<Agent> {
  const { baseUrl, key, revision = '2026-07-28', transport = 'http', tools = 'core' } = options
  const { query = `?tools=${tools}` } = options
  const mode = revision === '2025-11-25' ? ('legacy' as const) : { pin: revision }
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(
    transport === 'http'
      ? new StreamableHTTPClientTransport(new URL(`${baseUrl}/api/mcp${query}`), {
          requestInit: { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } },
        })
      : new StdioClientTransport({
          command: process.execPath,
          args: [await programOfTools(), `--tools=${tools}`],
          env: { OUTTURN_URL: baseUrl, ...(key !== undefined && { OUTTURN_KEY: key }) },
        }),
  )
  return { client, ...callerBy((call) => client.callTool(call)) }
}

type ToolCall = { name: string; arguments: Record<string, unknown> }

/** Calls tools by this function of a client. */
export function callerBy(callTool: (call: ToolCall) => Promise<Record<string, unknown>>): Caller {
  async function call<T>(name: string, args: Record<string, unknown> = {}): Promise<Told<T>> {
    const answer = await callTool({ name, arguments: args })
    const [block] = answer['content'] as { type: string; text?: string }[]
    const text = block?.type === 'text' ? (block.text ?? '') : ''
    const isError = answer['isError'] === true
    return { isError, body: JSON.parse(text) as T, structured: answer['structuredContent'], text }
  }
  return {
    call,
    async done<T = Record<string, unknown>>(name: string, args: Record<string, unknown> = {}) {
      const { isError, body, text } = await call<T>(name, args)
      if (isError) throw new Error(`${name} was refused: ${text}`)
      return body
    },
  }
}
