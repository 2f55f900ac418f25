import type { Command, CommandInput } from '@outturn/contracts'
import type { Reply, RequestOptions } from '@outturn/messaging'
import { type Answer, type Call, json } from '../http/route.ts'

/** How a command of this call is sent: as its caller, within its deadline. */
export function asCaller(call: Call): RequestOptions {
  return { principal: call.principal, deadline: call.deadline, requestId: call.requestId }
}

/** How a command of this call is sent that changes something: repetitions of the request are one command. */
export function asCommand(call: Call, bodyKey?: string): RequestOptions & { commandId: string } {
  return { ...asCaller(call), ...call.commandIdentity(bodyKey), isRepeatable: true }
}

/** The header of an answer that was given before. */
export function replayHeader({ isReplayed }: { isReplayed: boolean }): Record<string, string> {
  return isReplayed ? { 'idempotent-replayed': 'true' } : {}
}

/** The reply of the environment's owner of a read, passed on as it came. */
export async function relayed<C extends Command>(
  call: Call,
  command: C,
  input: CommandInput<C>,
): Promise<Answer> {
  const options = { ...asCaller(call), isRepeatable: true }
  const reply: Reply = await call.instance.bus.requestBytes(command, input, options)
  return json(200, reply.bytes)
}

/** The reply to a command, passed on as it came, with the status of its route. */
export async function commanded<C extends Command>(
  call: Call,
  status: number,
  command: C,
  input: CommandInput<C>,
): Promise<Answer> {
  const reply = await call.instance.bus.requestBytes(command, input, asCommand(call))
  return json(status, reply.bytes, replayHeader(reply))
}
