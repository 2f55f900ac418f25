import { type ListToolsResult, ProtocolError, Server } from '@modelcontextprotocol/server'
import { apiVersion, type Endpoint } from '@outturn/contracts'
import type { Caller, SendRequest } from './calls/api.ts'
import { callTool } from './calls/call-tool.ts'
import { type Handles, plainHandles } from './calls/handles.ts'
import { operationsOf } from './calls/request-of-call.ts'
import { instructions } from './instructions.ts'
import { promptOf, prompts } from './prompts.ts'
import { readResource, resourceTemplates } from './resources.ts'
import { offeredTools, type ToolChoice } from './tools/offered-tools.ts'
import { toolName } from './tools/operation-tools.ts'

export type ToolServerOptions = {
  /** Every operation of the interface. */
  readonly endpoints: readonly Endpoint[]
  readonly send: SendRequest
  readonly caller: Caller
  readonly choice: ToolChoice
  readonly handles?: Handles
  /** The address of the service, which errors refer to. */
  readonly publicUrl: string
}

/** The schemas of arguments are JSON Schema, which the type of the protocol narrows to values of JSON. */
type ListedTools = ListToolsResult['tools']

/** The list of tools may differ for each key, and changes with the version of the interface alone. */
const listCache = { ttlMs: 300_000, cacheScope: 'private' } as const

/** One server for one request or one connection, of either revision of the protocol. */
export function createToolServer(options: ToolServerOptions): Server {
  const { endpoints, send, caller, choice, handles = plainHandles, publicUrl } = options
  const operations = operationsOf(endpoints)
  const tools = offeredTools(choice, caller, operations)
  const server = new Server(
    { name: 'outturn', title: 'Outturn', version: apiVersion },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions,
      cacheHints: {
        'tools/list': listCache,
        'prompts/list': listCache,
        'resources/list': listCache,
        'resources/templates/list': listCache,
      },
    },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ set: _set, work: _work, ...listed }) => listed) as unknown as ListedTools,
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    // The id of an operation names its tool as well.
    const tool = tools.find(({ name }) => name === toolName(params.name))
    if (tool === undefined) {
      throw new ProtocolError(-32602, `There is no tool ${params.name.slice(0, 100)} for this caller.`)
    }
    return callTool(tool, params.arguments ?? {}, { operations, send, caller, handles, publicUrl })
  })
  server.setRequestHandler('resources/list', () => ({ resources: [] }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resourceTemplates.map((template) => ({ ...template })),
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => readResource(uri, { operations, send }))
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map((prompt) => ({ ...prompt })) }))
  server.setRequestHandler('prompts/get', ({ params }) => promptOf(params.name, params.arguments))
  return server
}
