import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }
export type Answer = (response: ServerResponse) => void

/** A local HTTP server that answers one scripted answer per request, the last one again and again. */
export type TestService = {
  readonly baseUrl: string
  readonly received: Received[]
  answerWith(...answers: Answer[]): void
  close(): Promise<void>
}

export async function testService(): Promise<TestService> {
  const received: Received[] = []
  let script: Answer[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? undefined : JSON.parse(text),
      })
      const answer = script.length > 1 ? script.shift() : script[0]
      answer?.(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith(...answers) {
      script = answers
      received.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Answers JSON with a status and headers. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

/** Closes the connection without an answer. */
export const hangUp: Answer = (response) => response.destroy()

/** Takes the request and never answers. */
export const staySilent: Answer = () => {}
