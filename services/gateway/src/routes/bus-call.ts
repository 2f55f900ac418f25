import type { PassedText } from '@outturn/contracts'
import type { RequestOptions } from '@outturn/messaging'
import type { Call } from '../http/route.ts'

/** How a command of this call is sent: as its caller, within its deadline; a large reply waits for room. */
export function asCaller({ principal, deadline, requestId, roomFor }: Call): RequestOptions {
  return {
    principal,
    deadline,
    requestId,
    ...(roomFor !== undefined && { roomFor: (bytes: number) => roomFor(bytes) }),
  }
}

/** How a command is sent whose answer is the same for every caller. */
export function asPublic(call: Call): RequestOptions {
  return { ...asCaller(call), principal: { kind: 'public' } }
}

/** How a command of this call is sent that changes something: repetitions of the request are one command. */
export function asCommand(call: Call): RequestOptions & { commandId: string } {
  return { ...asCaller(call), ...call.commandIdentity() }
}

/** A member of the body that its command takes as a text beside its request, which every body of this operation has. */
export function passedText({ passed }: Call, name: string): PassedText {
  const text = passed[name]
  if (text === undefined) throw new Error(`no ${name} was set apart from the body`)
  return text
}

/** The header of an answer that was given before. */
export function replayHeader({ isReplayed }: { isReplayed: boolean }): Record<string, string> {
  return isReplayed ? { 'idempotent-replayed': 'true' } : {}
}
