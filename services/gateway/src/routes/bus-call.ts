import type { RequestOptions } from '@outturn/messaging'
import type { Call } from '../http/route.ts'

/** How a command of this call is sent: as its caller, within its deadline. */
export function asCaller(call: Call): RequestOptions {
  return { principal: call.principal, deadline: call.deadline, requestId: call.requestId }
}

/** How a command is sent whose answer is the same for every caller. */
export function asPublic(call: Call): RequestOptions {
  return { ...asCaller(call), principal: { kind: 'public' } }
}

/** How a command of this call is sent that changes something: repetitions of the request are one command. */
export function asCommand(call: Call): RequestOptions & { commandId: string } {
  return { ...asCaller(call), ...call.commandIdentity() }
}

/** The header of an answer that was given before. */
export function replayHeader({ isReplayed }: { isReplayed: boolean }): Record<string, string> {
  return isReplayed ? { 'idempotent-replayed': 'true' } : {}
}
