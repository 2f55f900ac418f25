import type { Socket } from 'node:net'
import { Refusal } from '@outturn/contracts'
import { newId } from '@outturn/service'
import { errorBody } from '../wire/error-body.ts'

/** Answers what the HTTP parser could not read as a request, in the form of every other error, and hangs up. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const refusal = refusalOf(error.code)
  const requestId = newId('request')
  const body = JSON.stringify(errorBody(refusal, requestId))
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${refusal.status === 413 ? 'Content Too Large' : 'Bad Request'}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
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
