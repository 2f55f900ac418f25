import { type CommandInput, type matchClaims, readClaims } from '@outturn/contracts'
import type { Bus, CommandContext } from '@outturn/messaging'
import { ownPrincipal } from './evidence-reader.ts'

/** Claims that are read in one request. */
const claimsPerRequest = 1_000

/** Reads the claims of a match in the texts of their answers, which only the thread of the match parses. */
export type ReadClaimTexts = (
  match: Pick<CommandInput<typeof matchClaims>, 'spoolId' | 'upTo'>,
  context: Pick<CommandContext, 'deadline' | 'requestId'>,
) => Promise<Uint8Array[]>

export function createClaimReader(bus: Pick<Bus, 'requestBytes'>): ReadClaimTexts {
  return async ({ spoolId, upTo }, { requestId, deadline }) => {
    const texts: Uint8Array[] = []
    const options = { principal: ownPrincipal, requestId, deadline }
    for (let after = 0; after < upTo; after += claimsPerRequest) {
      const through = Math.min(upTo, after + claimsPerRequest)
      texts.push((await bus.requestBytes(readClaims, { spoolId, upTo, after, through }, options)).bytes)
    }
    return texts
  }
}
