import type { Command, CommandInput } from '@outturn/contracts'
import type { Reply, RequestOptions } from '@outturn/messaging'
import { type Answer, type Call, json } from '../http/route.ts'

/** How a command of this call is sent: as its caller, within its deadline. */
export function asCaller(call: Call): RequestOptions {
  return { principal: call.principal, deadline: call.deadline, requestId: call.requestId }
}

/** The reply of the environment's owner of a read, passed on as it came. */
export async function relayed<C extends Command>(
  call: Call,
  command: C,
  input: CommandInput<C>,
): Promise<Answer> {
  const reply: Reply = await call.instance.bus.requestBytes(command, input, asCaller(call))
  return json(200, reply.bytes)
}
