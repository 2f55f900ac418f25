import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createKeyedMutex } from '@outturn/concurrency'

/** More requests than this do not wait: they meet the limits of all requests in flight. */
const maxWaiting = 64

/**
 * Lets a request begin once the answers to the earlier requests of its connection are out. A client that sends many without waiting would
 * otherwise have them all in flight, and their answers would follow each other in one turn of the event loop, megabytes of them.
 * Settles with whether the client is still connected.
 */
export function oneAtATime(): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const connections = createKeyedMutex<Socket>()
  return ({ socket }, response) =>
    new Promise((begin) => {
      if (connections.waitingFor(socket) >= maxWaiting) return begin(true)
      const isFirst = !connections.isHeld(socket)
      void connections.run(socket, async () => {
        if (!isFirst) await nextTurn()
        begin(!socket.destroyed)
        if (!socket.destroyed && !response.closed) {
          await new Promise<void>((resolve) => response.once('close', () => resolve()))
        }
      })
    })
}
