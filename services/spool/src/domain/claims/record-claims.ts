import { canonicalJson, digestOf, type Sha256 } from '@outturn/canonical'
import { conflict, forbidden, invalidState, unprocessable } from '@outturn/contracts'
import type { Claim } from '../model/casework/claim.ts'
import type { Decision } from '../model/decision.ts'
import { isInDisputeWindow } from '../model/dispute-window.ts'
import type { Evidence, Spool } from '../model/spool.ts'
import { type Viewer, partyOn } from '../model/viewer.ts'
import type { DraftClaim } from './draft-claim.ts'

export const maxClaims = 50_000
/** Bytes of the values of all claims of a Spool, so that a match can hold them. */
export const maxClaimBytes = 33_554_432

/** What is known of earlier claims: the current ones that these claims name or equal. */
export type KnownClaims = {
  /** Ids of current claims among those that are replaced. */
  readonly current: ReadonlySet<string>
  /** By content digest, the id of the earliest current claim. */
  readonly equal: ReadonlyMap<string, string>
}

/** Refuses a caller, or a time, that records no claims. */
export function assertMayClaim(spool: Spool, viewer: Viewer, now: Date): void {
  const mayClaim =
    viewer.sides.includes('provider') || (spool.agreement.mode === 'unilateral' && viewer.isCreator)
  if (!mayClaim) {
    throw forbidden('Only the provider records claims.', {
      reason: 'provider_side_only',
      remediation: 'Leave this to a key of the provider.',
    })
  }
  if (spool.state.status.agreement !== 'accepted') {
    throw invalidState('The agreement has not been accepted.', {
      reason: 'not_accepted',
      remediation: 'Record claims once both parties have accepted.',
    })
  }
  const { outcome } = spool.state.status
  if (outcome === 'active') return
  const isBoundKey = viewer.scope === 'counterparty'
  if (outcome === 'completed' && !isBoundKey && isInDisputeWindow(spool, now)) return
  throw invalidState('This Spool is closed and takes no claims.', {
    reason: 'spool_closed',
    remediation: 'Read the Spool to see how it ended.',
  })
}

/** The Spool with further claims, all of them or none. */
export function recordClaims(
  { spool, evidence }: { spool: Spool; evidence: readonly Evidence[] },
  viewer: Viewer,
  drafts: readonly DraftClaim[],
  known: KnownClaims,
  { now, idOf, sha256 }: { now: Date; idOf: (index: number) => string; sha256: Sha256 },
): Decision {
  assertMayClaim(spool, viewer, now)
  const { count, bytes } = spool.state.claims
  const next = { count: count + drafts.length, bytes: bytes + bytesOf(drafts) }
  assertRoom(next)
  assertRefersToHeld(drafts, evidence)
  assertReplacesCurrent(drafts, known)
  const at = now.toISOString()
  const claims = withOrdinals(drafts, known, { first: count + 1, at, idOf })
  const digest = `sha256:${digestOf(canonicalJson(claims.map(({ contentDigest }) => contentDigest)), sha256)}`
  return {
    spool: { ...spool, state: { ...spool.state, claims: next } },
    entries: [
      {
        type: 'claims.recorded',
        at,
        actor: { party_id: claimantOf(spool, viewer), kind: 'party' },
        data: { count: claims.length, first_ordinal: count + 1, digest },
      },
    ],
    claims,
  }
}

/** On a unilateral Spool its creator claims for the provider. */
function claimantOf(spool: Spool, viewer: Viewer): string | null {
  if (viewer.sides.length > 1) return partyOn(spool, 'provider').partyId
  return viewer.party?.partyId ?? null
}

function withOrdinals(
  drafts: readonly DraftClaim[],
  known: KnownClaims,
  { first, at, idOf }: { first: number; at: string; idOf: (index: number) => string },
): Claim[] {
  const replaced = new Set(drafts.flatMap(({ supersedes }) => supersedes ?? []))
  const earliest = new Map([...known.equal].filter(([, id]) => !replaced.has(id)))
  return drafts.map((draft, index) => {
    const id = idOf(index)
    const duplicateOf = earliest.get(draft.contentDigest) ?? null
    if (duplicateOf === null) earliest.set(draft.contentDigest, id)
    return { ...draft, id, ordinal: first + index, claimedAt: at, duplicateOf }
  })
}

function bytesOf(drafts: readonly DraftClaim[]): number {
  return drafts.reduce((sum, { values }) => sum + Buffer.byteLength(JSON.stringify(values)), 0)
}

function assertRoom({ count, bytes }: Spool['state']['claims']): void {
  if (count <= maxClaims && bytes <= maxClaimBytes) return
  const limit = count > maxClaims ? '50,000 claims' : '32 MiB of claimed values'
  throw conflict(`A Spool keeps at most ${limit}.`, {
    reason: 'claim_limit_reached',
    remediation: 'Match what is recorded, and record further claims in another Spool.',
  })
}

function assertRefersToHeld(drafts: readonly DraftClaim[], evidence: readonly Evidence[]): void {
  const held = new Set(evidence.map(({ id }) => id))
  const index = drafts.findIndex(({ evidenceRef }) => evidenceRef !== null && !held.has(evidenceRef))
  if (index < 0) return
  throw unprocessable(
    `claims[${index}].evidence_ref`,
    `This Spool holds no evidence ${drafts[index]?.evidenceRef}.`,
    { remediation: 'Refer to an evidence item of this Spool by its id, or leave evidence_ref out.' },
  )
}

function assertReplacesCurrent(drafts: readonly DraftClaim[], { current }: KnownClaims): void {
  const seen = new Set<string>()
  for (const [index, { supersedes }] of drafts.entries()) {
    if (supersedes === null) continue
    if (!current.has(supersedes) || seen.has(supersedes)) {
      throw unprocessable(
        `claims[${index}].supersedes`,
        `${supersedes} is no current claim of this Spool, or another claim of the request replaces it.`,
        { remediation: 'Name a current claim of this Spool once; list the claims to see which are current.' },
      )
    }
    seen.add(supersedes)
  }
}
