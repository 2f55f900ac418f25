import type { Server } from '@modelcontextprotocol/server'
import { publicEndpoints, Refusal } from '@outturn/contracts'
import type { SendRequest } from '../calls/api.ts'
import { keptHandles } from '../calls/handles.ts'
import { createToolServer } from '../tool-server.ts'
import type { Settings } from './settings.ts'

/** Longest time of one request: a verification ends within 12 s. */
const longestMs = 30_000

/** Makes the servers of one process, which share the credentials that their calls make. */
export function stdioServers({ url, key, choice }: Settings): () => Server {
  const handles = keptHandles()
  const endpoints = publicEndpoints('outturn')
  const caller = key === undefined ? ({ kind: 'anonymous' } as const) : ({ kind: 'unread' } as const)
  const send = sendOverHttp(url, key)
  return () => createToolServer({ endpoints, send, caller, choice, handles, publicUrl: url })
}

/** Sends requests to the service at an address, with the key of the process unless a call has a credential of its own. */
export function sendOverHttp(url: string, key: string | undefined): SendRequest {
  return async ({ method, path, headers, body, actAs }) => {
    const credential = actAs ?? key
    try {
      const response = await fetch(url.replace(/\/+$/, '') + path, {
        method,
        headers: { ...headers, ...(credential !== undefined && { authorization: `Bearer ${credential}` }) },
        ...(body !== undefined && { body }),
        // Another host must get neither the key nor what is sent, and its answer is not the service's.
        redirect: 'error',
        signal: AbortSignal.timeout(longestMs),
      })
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await readBounded(response),
      }
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const message = cause instanceof Error ? cause.message : String(cause)
      throw new Refusal('configuration_unavailable', `The service at ${url} does not answer: ${message}.`, {
        remediation:
          'Check OUTTURN_URL and that the service runs, then call again with the same idempotency key.',
      })
    }
  }
}

/** The longest answer that is read: the bundle of the largest receipt is shorter. */
const longestAnswerBytes = 64 * 1_048_576

async function readBounded({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > longestAnswerBytes) throw new Error(`its answer is longer than ${longestAnswerBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
