import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { invalid } from '@outturn/contracts'

/**
 * Leaves it to the routes whether a caller that waits with its body (`Expect: 100-continue`) is told to send it. Without
 * this the server would ask for every body before it is known who sends it, and answer other expectations without words.
 */
export function judgeExpectations(server: Server): void {
  const asRequest = (request: IncomingMessage, response: ServerResponse) =>
    void server.emit('request', request, response)
  server.on('checkContinue', asRequest)
  server.on('checkExpectation', asRequest)
}

/** Refuses what is expected of this server and it does not do. HTTP/1.0 knows no expectations. */
export function assertNoOtherExpectation({ headers, httpVersion }: IncomingMessage): void {
  if (headers.expect === undefined || httpVersion === '1.0' || isContinue(headers.expect)) return
  throw invalid('Expect', 'The Expect header asks for something other than 100-continue.', {
    remediation: 'Leave the Expect header out.',
  })
}

/** Whether the caller holds its body back until it is asked for it. */
export function awaitsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion !== '1.0' && isContinue(headers.expect)
}

function isContinue(expectation: string): boolean {
  return expectation.toLowerCase() === '100-continue'
}
