import { type MatchFinding, type MatchResult, type MatchView, matchSpoolClaims } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { matchedClaims } from '../../adapters/matching.ts'
import { assertFactsAreKept, assertMayMatch, startOfDay, withMatch } from '../../domain/claims/match-spool.ts'
import { openFound } from '../../domain/discrepancies/open-found.ts'
import { deletedFacts } from '../../domain/retention/withdraw-contents.ts'
import type { ClaimMatch } from '../../domain/model/casework/claim-match.ts'
import type { Spool } from '../../domain/model/spool.ts'
import { type ChangeDeps, changeAndReply } from '../../flows/change-spool.ts'
import { foundDiscrepancies } from '../../store/casework/discrepancy-store.ts'
import { countMatchesSince, findLastMatch } from '../../store/casework/match-store.ts'
import { matchOptionsOf } from '../../wire/match-request.ts'

/**
 * Has verification match the claims, and commits the result. The run is recorded there under an id of this command, so that a command that
 * comes again, or is decided again on a later version, has the same result.
 */
export function handleMatchClaims(deps: ChangeDeps): Handler<typeof matchSpoolClaims> {
  return ({ spoolId, request }, context) => {
    const runId = derivedId('matchRun', context.commandId)
    let result: MatchResult | null = null
    const idOf = (index: number) => derivedId('discrepancy', `${context.commandId}:${index}`)
    const openedBy = async (spool: Spool, findings: readonly MatchFinding[], at: string) => {
      const known = await foundDiscrepancies(deps.pool, spoolId)
      return openFound(spool, known, findings, { at, idOf, textDigest: deps.hashes.text })
    }
    return changeAndReply(
      deps,
      matchSpoolClaims,
      { spoolId },
      context,
      async ({ spool, evidence, viewer, now }) => {
        assertMayMatch(viewer, await countMatchesSince(deps.pool, spoolId, startOfDay(now)), now)
        const options = matchOptionsOf(request)
        assertFactsAreKept(deletedFacts({ spool, evidence }), options.sourceIds)
        const last = await findLastMatch(deps.pool, spoolId)
        const { currency } = spool.agreement.value
        const matched = await matchedClaims(
          deps,
          {
            ...{ runId, spoolId, currency, options },
            ...{ upTo: spool.state.claims.count, asOf: now.toISOString(), lastRunId: last?.runId ?? null },
          },
          context,
        )
        const { asOf, counts, matchDigest, statuses, rows, rowCount } = matched
        const match = { runId, asOf, counts, matchDigest, statuses }
        const at = now.toISOString()
        const decision = withMatch(spool, viewer, match, at)
        const found =
          request.open_discrepancies === false ? null : await openedBy(decision.spool, matched.findings, at)
        result = toResult(match, rows, rowCount, found?.ids ?? [])
        return found === null
          ? decision
          : { ...decision, ...found, entries: [...decision.entries, ...found.entries] }
      },
      { isDecidedAtOnce: true, answer: () => result },
    )
  }
}

function toResult(
  { runId, asOf, counts, matchDigest }: ClaimMatch,
  rows: readonly MatchView[],
  rowCount: number,
  discrepancyIds: readonly string[],
): MatchResult {
  return {
    run_id: runId,
    as_of: asOf,
    ...counts,
    match_digest: matchDigest,
    matches: [...rows],
    matches_truncated: rowCount > rows.length,
    discrepancy_ids: [...discrepancyIds],
  }
}
