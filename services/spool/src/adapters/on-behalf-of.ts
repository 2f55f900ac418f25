import type { CommandContext } from '@outturn/messaging'

/** What a call to another service takes over from the command that it is made for. */
export function onBehalfOf({ principal, requestId, deadline }: CommandContext) {
  return { principal, requestId, deadline }
}
