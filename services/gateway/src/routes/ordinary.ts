import type { CommandInput, Endpoint, SandboxUse, ServedOverHttp } from '@outturn/contracts'
import type { Reply, RequestOptions } from '@outturn/messaging'
import { z } from 'zod'
import { type Answer, type Call, json, type Route, serve } from '../http/route.ts'
import { pathParameter } from '../wire/path-parameter.ts'
import { asCaller, asCommand, replayHeader } from './bus-call.ts'
import { expectedVersionsOf, spoolAnswer, spoolRead } from './spool-answer.ts'

const forOneReader = { 'cache-control': 'private, no-cache', vary: 'authorization' }

/** Serves a command as it is declared: its input is read out of the request, and its reply goes out as it came. */
export function ordinary(command: ServedOverHttp, endpoint: Endpoint = command.http): Route {
  const inputOf = inputReader(command, endpoint)
  const optionsOf: (call: Call) => RequestOptions = command.kind === 'query' ? asCaller : asCommand
  return serve(endpoint, async (call) => {
    const send = () => call.instance.bus.requestBytes(command, inputOf(call), optionsOf(call))
    return replyAnswer(endpoint, call, await countedBySandbox(call, endpoint.sandboxUse, send))
  })
}

/** The reply to a command, passed on as it came, with the headers that its endpoint declares. */
export function replyAnswer(endpoint: Endpoint, call: Call, reply: Reply): Answer {
  const { method, isTagged = false, isPrivate = false, success } = endpoint
  if (isTagged) return method === 'GET' ? spoolRead(call, reply) : spoolAnswer(success.status, reply)
  return json(success.status, reply.bytes, isPrivate ? forOneReader : replayHeader(reply))
}

/** Sends a command that a sandbox session has a budget of; a repeated one is counted once, and one that did nothing is not. */
export function countedBySandbox(
  call: Call,
  use: SandboxUse | undefined,
  send: () => Promise<Reply>,
  didNothing?: (reply: Reply) => boolean,
): Promise<Reply> {
  const { identity, instance, address } = call
  if (use === undefined || identity?.sessionId === undefined) return send()
  const { commandId } = call.commandIdentity()
  return instance.sessions.count({ use, sessionId: identity.sessionId, commandId, address }, send, didNothing)
}

/** The same for work that is done again at each request, whatever its key. */
export function previewedInSandbox(
  { identity, instance, requestId, address }: Call,
  use: SandboxUse,
  send: () => Promise<Reply>,
): Promise<Reply> {
  if (identity?.sessionId === undefined) return send()
  return instance.sessions.count({ use, sessionId: identity.sessionId, commandId: requestId, address }, send)
}

type Input = CommandInput<ServedOverHttp>
type Reader = (call: Call) => unknown

/**
 * How the input of a command is read out of a request: by the names of its members, from the path, the query, the body,
 * the If-Match header and the caller. Throws when a member has no source, so that the gateway does not start.
 */
function inputReader(command: ServedOverHttp, endpoint: Endpoint): (call: Call) => Input {
  if (!(command.input instanceof z.ZodObject)) throw new Error(`the input of ${command.name} has no members`)
  const readers = Object.keys(command.input.shape).map((member): [string, Reader] => [
    member,
    readerOf(member, endpoint),
  ])
  return (call) => {
    const input: Record<string, unknown> = {}
    for (const [member, read] of readers) {
      const value = read(call)
      if (value !== undefined) input[member] = value
    }
    return input
  }
}

function readerOf(member: string, { operationId, params = {}, query, body }: Endpoint): Reader {
  for (const [name, parameter] of Object.entries(params)) {
    if (parameter.fills === member) return (call) => pathParameter(name, parameter, call.params)
  }
  const names = query instanceof z.ZodObject ? Object.keys(query.shape) : []
  const name = names.find((each) => camelCase(each) === member)
  if (name !== undefined) return (call) => (call.query as Record<string, unknown>)[name]
  if (member === 'request' && body !== undefined) return (call) => call.request
  if (member === 'expectedVersions') return expectedVersionsOf
  if (member === 'accountId') return accountIdOf
  throw new Error(`${operationId}: no part of the request fills the member ${member} of its command`)
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function accountIdOf({ identity }: Call): string {
  if (identity === null) throw new Error('an operation of an account was admitted without one')
  return identity.principal.accountId
}
