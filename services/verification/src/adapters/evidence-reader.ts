import { type Principal, Refusal, readEvidenceContent } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import type { FetchedContent } from '../domain/evidence-contents.ts'
import { RunDefect } from '../domain/run-defect.ts'

/** Who the service is when it asks another one. */
export const ownPrincipal: Principal = { kind: 'service', service: 'verification' }

/** Reads contents that were too large to travel with a job, in the form in which they arrive. */
export type ReadContents = (
  spoolId: string,
  keys: readonly string[],
  deadline: number,
) => Promise<FetchedContent[]>

/** Contents are asked for one after another: each may be a megabyte. Throws RunDefect for one that does not exist. */
export function createEvidenceReader(bus: Pick<Bus, 'requestBytes'>): ReadContents {
  async function read(spoolId: string, contentKey: string, deadline: number): Promise<Uint8Array> {
    const options = { principal: ownPrincipal, requestId: spoolId, deadline }
    try {
      return (await bus.requestBytes(readEvidenceContent, { spoolId, contentKey }, options)).bytes
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
      throw new RunDefect(`content ${contentKey} of ${spoolId} is gone`, { cause: error })
    }
  }

  return async (spoolId, keys, deadline) => {
    const fetched: FetchedContent[] = []
    for (const key of keys) fetched.push({ key, json: await read(spoolId, key, deadline) })
    return fetched
  }
}
