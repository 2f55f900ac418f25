import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'

/** How much of a refused body is read and thrown away before the connection is cut. */
const mostDiscardedBytes = 64 * 1024 * 1024

/**
 * Reads the rest of the body of a refused request without keeping it. A connection that is closed while the caller still sends is
 * reset, and a reset can destroy the answer before the caller has read it: one that the caller wants closed is closed once the body
 * has come. A body that never ends is cut.
 */
export function discardBody(request: IncomingMessage, reply: FastifyReply): void {
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
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > mostDiscardedBytes) request.destroy()
  })
  request.resume()
}
