import { type Principal, readEvidenceContent } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import type { FetchedContent } from '../domain/evidence-contents.ts'

/** Who the service is when it asks another one. */
export const ownPrincipal: Principal = { kind: 'service', service: 'verification' }

/** Reads contents that were too large to travel with a job, in the form in which they arrive. */
export type ReadContents = (
  spoolId: string,
  digests: readonly string[],
  deadline: number,
) => Promise<FetchedContent[]>

/** Contents are asked for one after another: each may be a megabyte. */
export function createEvidenceReader(bus: Pick<Bus, 'requestBytes'>): ReadContents {
  return async (spoolId, digests, deadline) => {
    const fetched: FetchedContent[] = []
    for (const digest of digests) {
      const { bytes } = await bus.requestBytes(
        readEvidenceContent,
        { spoolId, contentDigest: digest },
        { principal: ownPrincipal, requestId: spoolId, deadline },
      )
      fetched.push({ digest, json: bytes })
    }
    return fetched
  }
}
