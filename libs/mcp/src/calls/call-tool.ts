import type { CallToolResult } from '@modelcontextprotocol/server'
import { type Endpoint, type ErrorCode, invalid, Refusal } from '@outturn/contracts'
import { answeredAs, toolAnswer, toolRefusal } from '../answers/tool-answer.ts'
import type { Json, OperationCall, Tool } from '../tools/tool.ts'
import { isJson } from '../tools/tool.ts'
import type { ApiAnswer, Caller, SendRequest } from './api.ts'
import { checkReceipt } from './check-receipt.ts'
import type { Handles } from './handles.ts'
import { readAccount } from './read-account.ts'
import { namedCall, type Operations, requestOfCall } from './request-of-call.ts'
import { refusedHere } from './tool-refusal.ts'

export type CallDeps = {
  readonly operations: Operations
  readonly send: SendRequest
  readonly caller: Caller
  readonly handles: Handles
  /** The address of the service, which errors refer to. */
  readonly publicUrl: string
}

/** Calls a tool: one request of the interface, whose answer is the tool's. */
export async function callTool(tool: Tool, args: Json, deps: CallDeps): Promise<CallToolResult> {
  try {
    assertArguments(tool, args)
    return await work(tool, args, deps)
  } catch (error) {
    if (error instanceof Refusal) return toolRefusal(refusedHere(error, deps.publicUrl))
    throw error
  }
}

async function work(tool: Tool, { act_as: handle, ...args }: Json, deps: CallDeps): Promise<CallToolResult> {
  const { operations, send, caller, handles } = deps
  if (tool.work.kind === 'offline') {
    return toolAnswer(await checkReceipt(args, { send, keys: operationOf(operations, 'read-keys') }))
  }
  const actAs = handle === undefined ? undefined : credentialOf(handle, handles)
  if (tool.work.kind === 'account') {
    return readAccount(args, (operationId, query = {}) => {
      const endpoint = operationOf(operations, operationId)
      const call = { operationId, query }
      if (actAs === undefined && caller.kind === 'anonymous') assertOpen(endpoint, call)
      return send(requestOfCall(endpoint, call, { actAs, idempotencyKey: undefined }))
    })
  }
  const { idempotency_key: idempotencyKey, ...members } = args
  const { endpoint, call } = callOf(tool, members, operations)
  if (actAs === undefined && caller.kind === 'anonymous') assertOpen(endpoint, call)
  const answer = await send(requestOfCall(endpoint, call, { actAs, idempotencyKey }))
  const isStart = tool.work.kind === 'operation' && endpoint.operationId === 'open-sandbox-session'
  if (isStart && answer.status >= 400) throw noSession(answer)
  return answeredAs(answer, (body) => withHandles(endpoint.operationId, body, handles))
}

/** Without a session there is nothing to try: the reason says so, whatever code the refusal has. */
function noSession({ body }: ApiAnswer): Refusal {
  const { code, error, remediation } = JSON.parse(Buffer.from(body).toString()) as Record<string, string>
  return new Refusal(code as ErrorCode, error ?? '', {
    reason: 'sandbox_session_failed',
    ...(remediation !== undefined && { remediation }),
  })
}

function callOf(tool: Tool, args: Json, operations: Operations): { endpoint: Endpoint; call: OperationCall } {
  switch (tool.work.kind) {
    case 'operation':
    case 'one of': {
      const call = tool.work.call(args)
      if (tool.work.kind === 'one of' && !tool.work.operationIds.includes(call.operationId)) {
        throw invalid('how', 'how must be one of decline, cancel and abandon.', { reason: 'tool_argument' })
      }
      return { endpoint: operationOf(operations, call.operationId), call }
    }
    case 'any': {
      const endpoint = operations.get(String(args['operation_id']))
      const isRead = tool.work.method === 'GET'
      if (endpoint === undefined || (endpoint.method === 'GET') !== isRead) {
        throw unknownOperation(tool.work.method)
      }
      return { endpoint, call: namedCall(endpoint, args) }
    }
    case 'account':
    case 'offline':
      throw new Error('the tool is not bound to one operation')
    default:
      return tool.work satisfies never
  }
}

function operationOf(operations: Operations, id: string): Endpoint {
  const endpoint = operations.get(id)
  if (endpoint === undefined) throw new Error(`a tool calls ${id}, which the interface does not have`)
  return endpoint
}

function unknownOperation(method: Endpoint['method']): Refusal {
  return new Refusal('route_not_found', `The interface has no ${method} operation of this id.`, {
    field: 'operation_id',
    remediation: 'Find the operation with search_guide and pass its operation_id.',
  })
}

type ArgumentWords = { readonly description: string; readonly enum?: readonly string[] }

/** A tool has no argument that its list does not name, and the interface says the rest. */
function assertArguments({ name, inputSchema }: Tool, args: Json): void {
  const known = Object.keys(inputSchema.properties)
  const unknown = Object.keys(args).find((each) => !known.includes(each))
  if (unknown !== undefined) {
    throw invalid(unknown, `The tool ${name} has no argument ${unknown.slice(0, 100)}.`, {
      reason: 'tool_argument',
      remediation: `Its arguments are ${known.join(', ') || 'none'}.`,
    })
  }
  const missing = inputSchema.required.find((each) => args[each] === undefined)
  if (missing !== undefined) {
    const { description, enum: words } = inputSchema.properties[missing] as ArgumentWords
    throw invalid(missing, `The tool ${name} needs the argument ${missing}.`, {
      reason: 'tool_argument',
      remediation: words === undefined ? `Add it: ${description}` : `Add it, as one of ${words.join(', ')}.`,
    })
  }
  if (args['more'] !== undefined && !isJson(args['more'])) {
    throw invalid('more', 'more must be an object of further members.', { reason: 'tool_argument' })
  }
}

/** Without any credential a call ends here: it would have to open a session of its own each time. */
function assertOpen({ access }: Endpoint, { params = {} }: OperationCall): void {
  if (access.kind === 'open') return
  if (access.kind === 'shared' && !String(params['id']).startsWith('spl_')) return
  throw new Refusal('unauthenticated', 'The call carries neither a key nor a handle.', {
    reason: 'production_key_required',
    remediation:
      'Call start_sandbox and pass its token as act_as to try it out, or connect with Authorization: Bearer and a key for real work.',
  })
}

function credentialOf(handle: unknown, handles: Handles): string {
  if (typeof handle === 'string' && /^[\x21-\x7e]{1,200}$/.test(handle)) return handles.real(handle)
  throw invalid('act_as', 'act_as must be a handle as start_sandbox or join_spool gave it.')
}

/** The member of each answer that is a credential. */
const credentials: Readonly<Record<string, readonly [string, 'party' | 'sandbox']>> = {
  'exchange-key': ['api_key', 'party'],
  'open-sandbox-session': ['token', 'sandbox'],
}

function withHandles(operationId: string, body: Json, handles: Handles): Json {
  const [member, kind] = credentials[operationId] ?? []
  if (member === undefined || kind === undefined) return body
  const credential = body[member]
  return typeof credential === 'string' ? { ...body, [member]: handles.shown(credential, kind) } : body
}
