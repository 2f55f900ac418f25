import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const newKey = (count: number): string => createHash('sha256').update(`drill ${count}`).digest('hex')

/** A verification and a read each second, whatever is answered. */
export function startTraffic({ base_url, api_key }: { base_url: string; api_key: string }): {
  stop(): Promise<void>
} {
  const body = readFileSync(join(import.meta.dirname, '../../deploy/docker/sample-request.json'), 'utf8')
  const stopping = new AbortController()
  const send = async (count: number) => {
    const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(15_000)
    await Promise.all([
      fetch(`${base_url}/api/v1/verify`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': newKey(count) },
        body,
        signal,
      }).then((answer) => answer.text()),
      fetch(`${base_url}/api/v1/account`, { headers, signal }).then((answer) => answer.text()),
    ]).catch(() => {})
  }
  const sending = (async () => {
    for (let count = 0; !stopping.signal.aborted; count += 1) {
      void send(count)
      await pause(1_000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await sending
    },
  }
}
