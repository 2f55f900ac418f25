import { Agent, type IncomingMessage, request } from 'node:http'
import type { HttpAnswer, HttpCall, Send } from '../e2e/api.ts'

/** Fewer connections than one address may have: a request is to cost more than its refusal. */
const agent = new Agent({ keepAlive: true, maxSockets: 300 })

/**
 * Sends as `sendOnceTo` does, at less cost for the sender: bytes go out as they are, and an answer is read as text or JSON only where that
 * is asked for.
 */
export function hostileSendTo(baseUrl: string): Send {
  return <T>(path: string, { method, key, headers = {}, body }: HttpCall = {}) =>
    new Promise<HttpAnswer<T>>((resolve, reject) => {
      const bytes = body === undefined ? undefined : bytesOf(body)
      const sending = request(`${baseUrl}${path}`, {
        agent,
        method: method ?? (bytes === undefined ? 'GET' : 'POST'),
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': bytes.length }),
          ...headers,
        },
      })
      sending.once('error', reject).once('response', (response: IncomingMessage) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part)).once('error', reject)
        response.once('end', () => resolve(answerOf<T>(response, parts)))
      })
      sending.end(bytes)
    })
}

function bytesOf(body: unknown): Buffer {
  if (body instanceof Buffer) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

function answerOf<T>({ statusCode = 0, headers }: IncomingMessage, parts: Buffer[]): HttpAnswer<T> {
  return {
    status: statusCode,
    headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    get text() {
      return Buffer.concat(parts).toString()
    },
    get json() {
      const isJson = headers['content-type']?.includes('json') === true && parts.length > 0
      return (isJson ? JSON.parse(this.text) : null) as T
    },
  }
}
