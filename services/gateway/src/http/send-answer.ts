import type { Server } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerSlices, sliceBytes } from './bounds/answer-slices.ts'
import { headerValue, writableHeaders } from './header-value.ts'
import type { Answer } from './route.ts'

export const jsonType = 'application/json; charset=utf-8'

/** Sends what a route answers with, and these headers. */
export function sendAnswer(
  reply: FastifyReply,
  { status, body, contentType, headers }: Answer,
  more: Readonly<Record<string, string>>,
): FastifyReply {
  reply
    .code(status)
    .header('content-type', headerValue(contentType ?? jsonType))
    .header('cache-control', 'no-store')
    .headers(more)
  if (headers !== undefined) reply.headers(writableHeaders(headers))
  if (status === 201) reply.request.madeSpoolId = spoolIn(body)
  hangUpWhenStopping(reply)
  if (typeof body === 'string' || body.byteLength <= sliceBytes || reply.request.method === 'HEAD') {
    return reply.send(body)
  }
  return reply.header('content-length', body.byteLength).send(answerSlices(body))
}

/** A Spool stands at the beginning of the answer that says it was made. */
const headBytes = 2_000

function spoolIn(body: Answer['body']): string | null {
  const head =
    typeof body === 'string'
      ? body.slice(0, headBytes)
      : Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, headBytes)).toString('latin1')
  return /"(spl_[0-9a-f]{24})"/.exec(head)?.[1] ?? null
}

/** Servers that stop soon and serve until then. */
const leaving = new WeakSet<Server>()

/** From here on every answer closes its connection, so that its client connects to another process. */
export function closeAfterAnswers({ server }: Pick<FastifyInstance, 'server'>): void {
  leaving.add(server)
}

/** A connection that stays open after its last answer would hold a stop up until it times out. */
export function hangUpWhenStopping(reply: FastifyReply): void {
  const { server } = reply.server
  if (!server.listening || leaving.has(server)) reply.header('connection', 'close')
}
