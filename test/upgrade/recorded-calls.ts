import { setTimeout as sleep } from 'node:timers/promises'

/** Calls that were answered: by their idempotency key the bytes of the answer. */
export type RecordedCalls = Map<string, string>

const retryMs = 200
const patienceMs = 120_000

/** One verification, repeated with its key until it is answered, as a client does; returns the bytes of the answer. */
export async function verify(baseUrl: string, apiKey: string, key: string, body: string): Promise<string> {
  const giveUpAt = Date.now() + patienceMs
  let last = ''
  while (Date.now() < giveUpAt) {
    try {
      const response = await fetch(`${baseUrl}/api/v1/verify`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body,
        signal: AbortSignal.timeout(30_000),
      })
      const text = await response.text()
      if (response.status === 201) return text
      last = `${response.status} ${text.slice(0, 300)}`
      if (response.status < 500 && response.status !== 409 && response.status !== 429) break
    } catch (error) {
      last = String(error)
    }
    await sleep(retryMs)
  }
  throw new Error(`${key} was not answered: ${last}`)
}

/** Callers that verify one after another at these addresses in turn, until they are told to stop. */
export function startCallers(
  addresses: readonly string[],
  { apiKey, body, callers, prefix }: { apiKey: string; body: string; callers: number; prefix: string },
): { stop(): Promise<RecordedCalls> } {
  const recorded: RecordedCalls = new Map()
  const stopping = new AbortController()
  const work = Array.from({ length: callers }, async (_, caller) => {
    for (let at = 0; !stopping.signal.aborted; at += 1) {
      const key = `${prefix}-${caller}-${at}`
      recorded.set(key, await verify(addresses[(caller + at) % addresses.length] ?? '', apiKey, key, body))
    }
  })
  const done = Promise.all(work)
  // Looked at by `stop`; until then it is no error that no one handles.
  done.catch(() => {})
  return {
    async stop() {
      stopping.abort()
      await done
      return recorded
    },
  }
}

/** Repeats every call at an address; returns the keys whose answer is not the bytes of the first. */
export async function changedReplays(
  baseUrl: string,
  { apiKey, body, recorded }: { apiKey: string; body: string; recorded: RecordedCalls },
): Promise<string[]> {
  const changed: string[] = []
  for (const [key, first] of recorded) {
    if ((await verify(baseUrl, apiKey, key, body)) !== first) changed.push(key)
  }
  return changed
}

/** Ids of the receipts in these answers. */
export function receiptIds(recorded: RecordedCalls): string[] {
  return [...recorded.values()].map((text) => /"ocr_[0-9a-f]{24}"/.exec(text)?.[0].slice(1, -1) ?? 'none')
}

/** The bytes of each receipt, without its status beside it, which is as of the moment. */
export async function readReceipts(
  baseUrl: string,
  apiKey: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const receipts = new Map<string, string>()
  for (const id of ids) {
    const response = await fetch(`${baseUrl}/api/v1/receipts/${id}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    })
    const text = await response.text()
    const receipt = response.ok ? JSON.stringify((JSON.parse(text) as { receipt: unknown }).receipt) : ''
    // Written anew it must be the text that was served, or a difference in bytes would not be seen.
    receipts.set(id, response.ok && text.includes(receipt) ? receipt : `${response.status} ${text}`)
  }
  return receipts
}
