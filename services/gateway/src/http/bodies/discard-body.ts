import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { isLarge } from './body-limit.ts'
import { releasePart } from './release-part.ts'

/** How much of a refused body is read and thrown away before the connection is cut. */
const mostDiscardedBytes = 64 * 1024 * 1024

/**
 * Reads the rest of the body of a refused request without keeping it. A connection that is closed while the caller still sends is
 * reset, and a reset can destroy the answer before the caller has read it: one that the caller wants closed is closed once the body
 * has come. A body that never ends is cut, and large ones are read at a pace that leaves the event loop to others. Each client address has its
 * own, so that no one waits for the bodies of another.
 */
export function discardBody(request: IncomingMessage, reply: FastifyReply, address: string): void {
  const { raw } = reply
  reply.removeHeader('connection')
  if (!raw.shouldKeepAlive) {
    raw.shouldKeepAlive = true
    const hangUp = () => {
      if (request.complete && raw.writableFinished) request.socket.end()
    }
    request.once('end', hangUp)
    raw.once('finish', hangUp)
  }
  let discarded = 0
  request.on('data', (part: Buffer) => {
    discarded += part.length
    if (discarded > mostDiscardedBytes) request.destroy()
    else if (isLarge(discarded)) atPace(request, part.length, address)
    releasePart(part)
  })
  request.resume()
}

/** What is read of all large refused bodies of one address together. */
const bytesPerMs = 16 * 1_024

/** When all that was read of an address has had its time, on the clock of `performance.now`; of those that have bodies stopped. */
const freeAt = new Map<string, number>()

/** Stops a body until what was read has had its time: who sends megabytes to be refused takes next to nothing of the event loop. */
function atPace(request: IncomingMessage, bytes: number, address: string): void {
  const now = performance.now()
  const until = Math.max(freeAt.get(address) ?? 0, now) + bytes / bytesPerMs
  freeAt.set(address, until)
  request.pause()
  const goOn = () => {
    if (freeAt.get(address) === until) freeAt.delete(address)
    request.resume()
  }
  setTimeout(goOn, until - now).unref()
}
