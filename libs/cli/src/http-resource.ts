import { setTimeout as pause } from 'node:timers/promises'
import { UnusableInput } from './output.ts'

const timeoutMs = 30_000
/** How often a service that asks for patience is asked again, and for how long at most each time. */
const patience = { turns: 5, longestMs: 60_000 }

/**
 * Reads an address; undefined for what is not there. Throws UnusableInput when the service cannot be asked or answers with
 * anything else than the resource: that says nothing about what it keeps.
 */
export async function readHttp(url: string): Promise<Uint8Array | undefined> {
  for (let turn = 1; ; turn += 1) {
    const response = await ask(url)
    if (response.ok) return new Uint8Array(await response.arrayBuffer())
    if (response.status === 404) return undefined
    const waitMs = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000
    if (!(waitMs <= patience.longestMs) || turn >= patience.turns) {
      throw new UnusableInput(`${url} answered ${response.status}. Try again later.`)
    }
    await pause(waitMs)
  }
}

async function ask(url: string): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const { cause, message } = error as Error
    throw new UnusableInput(`Cannot read ${url}: ${cause instanceof Error ? cause.message : message}.`)
  }
}
