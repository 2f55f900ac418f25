import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Refusal } from '@outturn/contracts'
import { newId } from '@outturn/service'
import { errorBody, retryAfterSeconds } from '../wire/error-body.ts'

/** Answers what the HTTP parser could not read as a request, in the form of every other error, and hangs up. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, publicUrl: string): void {
  if (!socket.writable || error.code === 'ECONNRESET' || hasBegunToAnswer(socket)) {
    socket.destroy()
    return
  }
  answerOutside(socket, refusalOf(error.code), publicUrl)
}

/** Whether an answer is on its way over this connection: what is written now would be read as a part of it. */
function hasBegunToAnswer(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null }
  return answer?.headersSent === true
}

/** The refusal of `CONNECT`, which asks for a tunnel to another host. */
export function tunnelRefused(): Refusal {
  return new Refusal('method_not_allowed', 'CONNECT is not supported: this is no proxy.', {
    remediation: 'Use one of the methods that /openapi.json lists for a path.',
  })
}

const statusTexts: Readonly<Record<number, string>> = {
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  503: 'Service Unavailable',
}

/** Writes a refusal to a connection that has no request to answer, and ends it. */
export function answerOutside(socket: Duplex, refusal: Refusal, publicUrl: string): void {
  const requestId = newId('request')
  const body = JSON.stringify(errorBody(refusal, { requestId, publicUrl }))
  const retryAfter = retryAfterSeconds(refusal)
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${statusTexts[refusal.status] ?? 'Bad Request'}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      ...(refusal.status === 405 ? ['Allow: GET, HEAD, POST, DELETE'] : []),
      ...(retryAfter === null ? [] : [`Retry-After: ${retryAfter}`]),
      `Content-Length: ${Buffer.byteLength(body)}`,
      `Request-Id: ${requestId}`,
      '',
      body,
    ].join('\r\n'),
  )
}

function refusalOf(code: string | undefined): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal('input_too_large', 'The request headers are over the size limit of 16 KB.', {
        remediation: 'Send fewer or shorter headers.',
      })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal('validation_failed', 'The request did not arrive in time.', {
        reason: 'request_timeout',
        remediation: 'Send the whole request at once, with the same idempotency key.',
      })
    default:
      return new Refusal('validation_failed', 'The bytes received are not an HTTP request.', {
        reason: 'malformed_request',
        remediation: 'Send HTTP/1.1, and check whether the address takes http or https.',
      })
  }
}
