import { createMcpHandler } from '@modelcontextprotocol/server'
import {
  callerScope,
  defineEndpoint,
  forbidden,
  invalid,
  openAccess,
  publicEndpoints,
} from '@outturn/contracts'
import { type Caller, createToolServer, readToolChoice, type SendRequest, toolsets } from '@outturn/mcp'
import { z } from 'zod'
import { readCredential } from '../../auth/credential.ts'
import { assertGood } from '../../http/admission.ts'
import { type Answer, type Call, type Route, serve } from '../../http/route.ts'

/** Tools for agents, over Streamable HTTP without sessions. Its messages are those of another protocol. */
const callTools = defineEndpoint({
  operationId: 'call-tools',
  path: '/api/mcp',
  access: openAccess,
  tag: 'Service',
  summary: 'Call tools over the Model Context Protocol',
  isInternal: true,
  deadlineMs: 30_000,
  query: z.strictObject({
    tools: z.string().max(200).optional(),
    read_only: z.enum(['true', 'false']).optional(),
  }),
  body: z.record(z.string(), z.unknown()),
  bodyLimit: { bytes: 64 * 1_024 },
  success: {
    status: 200,
    description: 'The answer to one message.',
    content: { mediaType: 'application/json' },
  },
  refuses: ['account_suspended', 'unauthenticated', 'session_expired', 'forbidden'],
})

/** What the library answers when no listener is allowed. */
const limitReached = -32_603

/** Serves the tools by the other routes of this gateway. `publicUrl` is the address that callers use. */
export function callToolsRoute(slug: string, publicUrl: string): Route {
  const endpoints = publicEndpoints(slug)
  const hosts = new Set([new URL(publicUrl).hostname, 'localhost', '127.0.0.1', '[::1]'])
  return serve(callTools, async (call) => {
    assertOwnHost(call, hosts, publicUrl)
    const caller = callerOf(call)
    const choice = choiceOf(call)
    const handler = createMcpHandler(
      () => createToolServer({ endpoints, send: sendBy(call), caller, choice, publicUrl }),
      { legacy: 'stateless', maxSubscriptions: 0, keepAliveMs: 0 },
    )
    try {
      const response = await handler.fetch(messageOf(call, publicUrl), { parsedBody: call.body })
      return call.body['method'] === 'subscriptions/listen'
        ? await withoutStream(response)
        : await answerOf(response)
    } finally {
      await handler.close()
    }
  })
}

/** A page of another site that a browser shows must reach no tool, by a name that it made this host's either. */
function assertOwnHost({ headers }: Call, hosts: ReadonlySet<string>, publicUrl: string): void {
  const origin = headers['origin']
  if (typeof origin === 'string' && !hosts.has(URL.parse(origin)?.hostname ?? '')) {
    throw forbidden('Tools are not called from pages of other sites.', {
      field: 'Origin',
      remediation: 'Call the tools from a program, which sends no Origin header.',
    })
  }
  if (!hosts.has(URL.parse(`http://${String(headers['host'])}`)?.hostname ?? '')) {
    throw forbidden('Tools are called at the public address of this service alone.', {
      field: 'Host',
      remediation: `Call them at ${new URL(callTools.path, publicUrl).href}. The operator sets this address with OUTTURN_PUBLIC_URL.`,
    })
  }
}

function callerOf({ headers, identity }: Call): Caller {
  const authorization = headers['authorization']
  if (typeof authorization !== 'string') return { kind: 'anonymous' }
  const { principal } = assertGood(readCredential(authorization), identity)
  return principal.kind === 'sandbox'
    ? { kind: 'sandbox', isInvited: principal.spoolId !== undefined }
    : { kind: 'account', scope: callerScope(principal) }
}

type Query = z.output<NonNullable<typeof callTools.query>>

/** By the address, else by headers; read-only wins wherever it is said. A value that is not understood must not offer more. */
function choiceOf({ query, headers }: Call<unknown, Query>) {
  const readOnly = headers['x-mcp-readonly'] ?? 'false'
  if (readOnly !== 'true' && readOnly !== 'false') {
    throw invalid('X-MCP-Readonly', 'X-MCP-Readonly must be true or false.')
  }
  const [field, sets] =
    query.tools === undefined ? ['X-MCP-Toolsets', headers['x-mcp-toolsets']] : ['tools', query.tools]
  const isReadOnly = query.read_only === 'true' || readOnly === 'true'
  const choice = readToolChoice(String(sets ?? ''), String(isReadOnly))
  if (choice === null) throw invalid(field, `${field} must be a list of ${toolsets.join(', ')}.`)
  return choice
}

/** Sends as the credential of the call, or as that of the connection. */
function sendBy(call: Call): SendRequest {
  const own = call.headers['authorization']
  return ({ actAs, headers, ...request }) => {
    const authorization = actAs === undefined ? own : `Bearer ${actAs}`
    return call.dispatch({
      ...request,
      headers: { ...headers, ...(typeof authorization === 'string' && { authorization }) },
    })
  }
}

/** The message as the protocol's library takes it: without the credential, which it does not need. */
function messageOf({ headers, body }: Call, publicUrl: string): Request {
  const passed = Object.entries(headers).filter(
    ([name, value]) => typeof value === 'string' && /^(?:accept|content-type|mcp-.*)$/.test(name),
  ) as [string, string][]
  return new Request(new URL(callTools.path, publicUrl), {
    method: 'POST',
    headers: passed,
    body: JSON.stringify(body),
  })
}

/** Nothing here ever changes under a listener, so the method that listens does not exist. What the library refuses first stays. */
async function withoutStream(response: Response): Promise<Answer> {
  const answer = await answerOf(response)
  if (answer.contentType?.startsWith('application/json') !== true) return answer
  const { id, error } = JSON.parse(String(answer.body)) as { id: unknown; error?: { code: number } }
  if (error?.code !== limitReached) return answer
  const body = JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } })
  return { ...answer, status: 404, body }
}

async function answerOf(response: Response): Promise<Answer> {
  return {
    status: response.status,
    body: await response.text(),
    contentType: response.headers.get('content-type') ?? 'application/json',
  }
}
