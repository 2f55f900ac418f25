import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'

/** How much of a refused body is read and thrown away before the connection is cut. */
const mostDiscardedBytes = 64 * 1024 * 1024

/**
 * Reads the rest of a refused body without keeping it. A connection that is closed while the caller still sends is
 * reset, and a reset can destroy the answer before the caller has read it. A body that never ends is cut.
 */
export function discardBody(request: IncomingMessage, reply: FastifyReply): void {
  reply.removeHeader('connection')
  let discarded = 0
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > mostDiscardedBytes) request.destroy()
  })
  request.resume()
}
