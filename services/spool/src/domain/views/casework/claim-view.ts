import type { ClaimView } from '@outturn/contracts'
import type { ClaimStatus } from '@outturn/vocabulary'
import type { Claim } from '../../model/casework/claim.ts'

/** A claim as the parties of its Spool see it. */
export function claimView(
  claim: Claim,
  { status, supersededBy }: { status: ClaimStatus; supersededBy: string | null },
): ClaimView {
  const { id, ordinal, values, evidenceRef } = claim
  const { subject, predicate, value, quantity, amount_cents, occurred_at } = values
  return {
    id,
    ordinal,
    ...{ subject, predicate, value },
    ...(quantity !== undefined && { quantity }),
    ...(amount_cents !== undefined && { amount_cents }),
    ...(occurred_at !== undefined && { occurred_at }),
    ...(evidenceRef !== null && { evidence_ref: evidenceRef }),
    status,
    claimed_by: 'provider',
    claimed_at: claim.claimedAt,
    content_digest: claim.contentDigest,
    supersedes: claim.supersedes,
    superseded_by: supersededBy,
    duplicate_of: claim.duplicateOf,
  }
}
