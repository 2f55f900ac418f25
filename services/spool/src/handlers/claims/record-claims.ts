import { nodeSha256 } from '@outturn/canonical/node'
import { recordClaims as recordClaimsCommand } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { assertMayClaim, recordClaims } from '../../domain/claims/record-claims.ts'
import type { Claim } from '../../domain/model/casework/claim.ts'
import { claimView } from '../../domain/views/casework/claim-view.ts'
import { type ChangeDeps, changeAndReply } from '../../flows/change-spool.ts'
import { readClaims } from '../../wire/claims-request.ts'
import { findKnownClaims } from '../../store/casework/claim-store.ts'

/** Records claims of the provider side. A claim that replaces another one and one that equals another one are decided on the same version. */
export function handleRecordClaims(deps: ChangeDeps): Handler<typeof recordClaimsCommand> {
  return ({ spoolId, request }, context) => {
    let recorded: readonly Claim[] = []
    return changeAndReply(
      deps,
      recordClaimsCommand,
      { spoolId },
      context,
      async (current) => {
        const { spool, viewer, now } = current
        assertMayClaim(spool, viewer, now)
        const drafts = readClaims(request.claims, now)
        const named = drafts.flatMap(({ supersedes }) => supersedes ?? [])
        const digests = drafts.map(({ contentDigest }) => contentDigest)
        const known = await findKnownClaims(deps.pool, spoolId, named, digests)
        const idOf = (index: number) => derivedId('claim', `${context.commandId}:${index}`)
        const decision = recordClaims(current, viewer, drafts, known, { now, idOf, sha256: nodeSha256 })
        recorded = decision.claims ?? []
        return decision
      },
      {
        answer: () => ({
          data: recorded.map((claim) => claimView(claim, { status: 'unmatched', supersededBy: null })),
        }),
      },
    )
  }
}
