import { outOfScope, Refusal, unprocessable } from '@outturn/contracts'
import type { ClaimStatus } from '@outturn/vocabulary'
import type { ClaimMatch } from '../model/casework/claim-match.ts'
import type { Decision, DeletedFacts } from '../model/decision.ts'
import type { Spool } from '../model/spool.ts'
import type { Viewer } from '../model/viewer.ts'

/** Matches of one Spool on a day of UTC. */
export const maxMatchesPerDay = 60

const dayMs = 86_400_000

/** The beginning of the day of UTC that a time is in. */
export function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs)
}

/** Refuses a caller that matches nothing, and a match beyond those of a day. */
export function assertMayMatch({ party, scope }: Viewer, matchesToday: number, now: Date): void {
  if (party === null || scope !== 'full') {
    throw outOfScope(`A caller of scope ${scope} may not match claims.`, ['full'])
  }
  if (matchesToday < maxMatchesPerDay) return
  const nextDay = startOfDay(now).getTime() + dayMs
  throw new Refusal(
    'rate_limited',
    `The claims of a Spool are matched at most ${maxMatchesPerDay} times a day.`,
    {
      reason: 'match_limit_reached',
      retryAfterSeconds: Math.ceil((nextDay - now.getTime()) / 1_000),
      remediation: 'Read the last match, or wait for the next day of UTC.',
    },
  )
}

/** Refuses a match with facts whose values were deleted: one that began before must not bring them back. */
export function assertFactsAreKept(
  deleted: readonly DeletedFacts[],
  sourceIds: readonly string[] | null,
): void {
  const found = deleted.find(({ sourceId }) => sourceIds === null || sourceIds.includes(sourceId))
  if (found === undefined) return
  throw unprocessable('source_ids', `The values of the facts of ${found.sourceId} were deleted.`, {
    remediation: 'Read the last match, or name in source_ids the sources whose facts are kept.',
  })
}

/** The Spool with a match in its history. */
export function withMatch(spool: Spool, { party }: Viewer, match: ClaimMatch, at: string): Decision {
  return {
    spool,
    entries: [
      {
        type: 'claims.matched',
        at,
        actor: { party_id: party?.partyId ?? null, kind: 'party' },
        data: { run_id: match.runId, match_digest: match.matchDigest, counts: match.counts },
      },
    ],
    match,
  }
}

const statusOfLetter: Readonly<Record<string, ClaimStatus>> = {
  m: 'matched',
  d: 'mismatched',
  u: 'unmatched',
  a: 'ambiguous',
}

/** The place of a claim among the rows of a match, the first of which is 0; null for a claim that it did not match. */
export function placeOfClaim(statuses: string, ordinal: number): number | null {
  if (statusOfLetter[statuses.charAt(ordinal - 1)] === undefined) return null
  return statuses.slice(0, ordinal - 1).replaceAll('-', '').length
}

/** The status of a claim by the last match; `unmatched` where that did not know it. */
export function claimStatus(statuses: string, ordinal: number): ClaimStatus {
  return statusOfLetter[statuses.charAt(ordinal - 1)] ?? 'unmatched'
}
