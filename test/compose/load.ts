import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient, type OneCallRequest } from '@outturn/sdk'

/** Verifications that are sent at a steady rate until the load is ended. */
export interface Load {
  /** How many have been answered with a verdict so far. */
  verified(): number
  /** Sends nothing more, waits for the answers, and returns those that the client gave up on. */
  end(): Promise<readonly string[]>
}

/** Each is one request with a key of its own, which the client repeats where it is safe, as any caller would. */
export function startLoad(
  address: { baseUrl: string; apiKey: string },
  request: OneCallRequest,
  perSecond: number,
): Load {
  const client: Client = createClient({ ...address, maxAttempts: 60, deadlineMs: 180_000 })
  const problems: string[] = []
  const open = new Set<Promise<void>>()
  let verified = 0
  const ending = new AbortController()
  const send = async () => {
    try {
      await client.verify(request)
      verified += 1
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  const sending = (async () => {
    while (!ending.signal.aborted) {
      const one = send().finally(() => open.delete(one))
      open.add(one)
      await sleep(1_000 / perSecond)
    }
  })()
  return {
    verified: () => verified,
    async end() {
      ending.abort()
      await sending
      await Promise.all(open)
      return problems
    },
  }
}
