import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** What is under way on a connection. */
type Line = { latest: ServerResponse; waiting: number }

/** More of them do not wait: they meet the bounds of all requests under way. */
const mostWaiting = 64

/**
 * Lets a request begin once the answers to those that its connection sent before are out. One that sends many without waiting would
 * otherwise have them all under way, and their answers would follow each other in one turn of the event loop, megabytes of them.
 * Settles with whether its sender is still there.
 */
export function oneAtATime(): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const lines = new WeakMap<Socket, Line>()
  return async ({ socket }, response) => {
    const line = lines.get(socket)
    if (line === undefined) {
      lines.set(socket, { latest: response, waiting: 0 })
      return true
    }
    const before = line.latest
    line.latest = response
    // The connection belongs to the answer that goes out now; one that waits behind it has none.
    if (response.socket !== null || line.waiting >= mostWaiting) return true
    line.waiting += 1
    if (!before.closed) await new Promise<void>((resolve) => before.once('close', () => resolve()))
    await nextTurn()
    line.waiting -= 1
    return !socket.destroyed
  }
}
