import type { ConfirmationMethod, Side } from '@outturn/vocabulary'
import type { Confirmation } from '@outturn/agreement'
import { conflict, forbidden, invalid, unprocessable } from '@outturn/contracts'
import { latestOf } from '@outturn/evaluation'
import { confirmableDigest, confirmableItems, type ConfirmationHashes } from './confirmed-evidence.ts'
import type { ContentHashes } from '../evidence/evidence-content.ts'
import { assertHeld } from '../model/held-items.ts'
import { type SystemEvidence, systemContent } from '../evidence/recorded-content.ts'
import type { Condition, Evidence, Spool, SpoolState } from '../model/spool.ts'

/** A confirmation that a caller sends, before it is known for which sides it speaks. */
export type SentConfirmation = {
  conditionId: string
  method: ConfirmationMethod
  outcome: Confirmation['outcome']
  evidenceRefs: readonly string[]
  detail: string | null
  /** The digest that its sender was shown for the condition; null where it names none. */
  shownDigest: string | null
  /** Whether the request is for exactly one version of the Spool, the one that its sender read. */
  isOfReadVersion: boolean
}

/** Where the members of a confirmation stand in the request, for refusals. */
export type ConfirmationPath = (index: number, member?: ConfirmationMember) => string
type ConfirmationMember = 'condition_id' | 'method' | 'outcome' | 'evidence_refs' | 'evidence_digest'

/** The place of a confirmation in the list of a verify action. */
export const listedConfirmation: ConfirmationPath = (index, member) =>
  `confirmations[${index}]${member === undefined ? '' : `.${member}`}`

/** One side's confirmation of one condition, by its place in the request. */
export type GivenConfirmation = SentConfirmation & { index: number; side: Side }

/** What the caller of the domain made from the command. */
export type ConfirmationFacts = {
  at: string
  evidenceIdOf: (confirmation: GivenConfirmation) => string
  hashes: ContentHashes & ConfirmationHashes
  /** Items that came with the confirmation itself, so that its sender need not name them. */
  sentAlong?: ReadonlySet<string>
}

/**
 * The confirmations that a caller who speaks for these sides gives with a verify action. Refuses one that is not the caller's to
 * give, that asks another way than was agreed, or that refers to evidence which the Spool does not hold.
 */
export function givenConfirmations(
  inputs: readonly SentConfirmation[],
  spool: Spool,
  sides: readonly Side[],
  evidence: readonly Evidence[],
  path: ConfirmationPath = listedConfirmation,
): GivenConfirmation[] {
  assertNoRepetition(inputs, path)
  return inputs.flatMap((input, index) => {
    const condition = confirmableCondition(input, index, spool, path)
    assertHeld(input.evidenceRefs, evidence, path(index, 'evidence_refs'))
    assertUpToDate(input, index, spool, evidence, path)
    return speakers(input, index, condition, sides, path).map((side) => ({ ...input, index, side }))
  })
}

/** The latest confirmation of each side with what it is about, after these; a later one replaces the earlier one of its side. */
export function withConfirmations(
  state: SpoolState,
  given: readonly BoundGiven[],
): Pick<SpoolState, 'confirmations' | 'boundConfirmations'> {
  const confirmations = { ...state.confirmations }
  const boundConfirmations = { ...state.boundConfirmations }
  for (const { conditionId, side, outcome, evidenceId, digest, evidenceRefs } of given) {
    confirmations[conditionId] = { ...confirmations[conditionId], [side]: outcome }
    const bound = { evidenceId, digest, evidenceRefs, voidedBy: null }
    boundConfirmations[conditionId] = { ...boundConfirmations[conditionId], [side]: bound }
  }
  return { confirmations, boundConfirmations }
}

/** A confirmation with the item that keeps it and the digest of the evidence that it is about. */
export type BoundGiven = GivenConfirmation & { evidenceId: string; digest: string }

/**
 * The confirmations with what each of them is about: the evidence that the Spool holds now. Refuses one by a person who was
 * shown other evidence.
 */
export function boundTo(
  { spool, evidence }: { spool: Spool; evidence: readonly Evidence[] },
  given: readonly GivenConfirmation[],
  facts: ConfirmationFacts,
  path: ConfirmationPath,
): BoundGiven[] {
  return given.map((each) => {
    const { conditionId, shownDigest, index } = each
    const isOutdated =
      shownDigest !== null &&
      shownDigest !== confirmableDigest(spool, evidence, { conditionId }, facts.hashes)
    if (isOutdated) {
      throw conflict(
        `The evidence for condition ${conditionId} has changed since this confirmation was prepared.`,
        {
          field: path(index, 'evidence_digest'),
          reason: 'evidence_changed',
          remediation: confirmByCurrent(spool, evidence, conditionId),
        },
      )
    }
    if (shownDigest === null && !each.isOfReadVersion) {
      assertNamed(each, { spool, evidence }, facts.sentAlong, path(index, 'evidence_refs'))
    }
    const digest = confirmableDigest(spool, evidence, each, facts.hashes)
    return { ...each, evidenceId: facts.evidenceIdOf(each), digest }
  })
}

/** The evidence items that keep these confirmations; no caller can submit one of their kind. */
export function confirmationEvidence(
  given: readonly BoundGiven[],
  facts: ConfirmationFacts,
): SystemEvidence[] {
  return given.map((confirmation) => {
    const content = systemContent(
      {
        kind: 'confirmation',
        method: confirmation.method,
        outcome: confirmation.outcome,
        party: confirmation.side,
        evidence_refs: confirmation.evidenceRefs,
        confirmed_evidence_digest: confirmation.digest,
        ...(confirmation.detail !== null && { detail: confirmation.detail }),
      },
      facts.hashes,
    )
    return {
      content,
      item: {
        id: confirmation.evidenceId,
        conditionId: confirmation.conditionId,
        type: 'confirmation',
        source: `confirmation:${confirmation.method}`,
        claimClass: 'actor_identity',
        provenance: 'caller_declared',
        provenanceDetail: { method: 'caller_declared' },
        onBehalfOf: confirmation.side,
        contentDigest: content.digest,
        bytes: content.bytes,
        observedAt: null,
        receivedAt: facts.at,
      },
    }
  })
}

function assertNoRepetition(inputs: readonly SentConfirmation[], path: ConfirmationPath): void {
  const seen = new Set<string>()
  inputs.forEach(({ conditionId, method }, index) => {
    const key = `${conditionId} ${method}`
    if (seen.has(key)) {
      throw invalid(path(index), `Condition ${conditionId} is confirmed twice by ${method}.`, {
        remediation: 'Send one confirmation for each condition and method.',
      })
    }
    seen.add(key)
  })
}

/** Refuses a confirmation that does not name all that it would bind: its sender may not have looked at the rest. */
function assertNamed(
  { conditionId, evidenceRefs }: SentConfirmation,
  { spool, evidence }: { spool: Spool; evidence: readonly Evidence[] },
  sentAlong: ReadonlySet<string> | undefined,
  field: string,
): void {
  const named = new Set([...evidenceRefs, ...(sentAlong ?? [])])
  const unnamed = confirmableItems(spool, evidence, conditionId, evidenceRefs).filter(
    ({ id }) => !named.has(id),
  )
  if (unnamed[0] === undefined) return
  const current = confirmableItems(spool, evidence, conditionId)
  const remediation = confirmByCurrent(spool, evidence, conditionId)
  if (current.some(({ id }) => evidenceRefs.includes(id))) {
    throw conflict(`The confirmation does not name evidence ${unnamed[0].id} of condition ${conditionId}.`, {
      field,
      reason: 'evidence_changed',
      remediation,
    })
  }
  throw unprocessable(
    field,
    `There is evidence for condition ${conditionId}, and the confirmation does not name the evidence that was looked at.`,
    { reason: 'evidence_not_named', remediation },
  )
}

function confirmByCurrent(spool: Spool, evidence: readonly Evidence[], conditionId: string): string {
  const ids = confirmableItems(spool, evidence, conditionId).map(({ id }) => id)
  return `Read the Spool, look at the evidence that it holds now, and name it: evidence_refs ${JSON.stringify(ids)}. Or send the ETag of the Spool that you read in If-Match.`
}

/** Refuses references to what was replaced: a person who refers to it has not looked at what stands in its place. */
function assertUpToDate(
  { conditionId, evidenceRefs }: SentConfirmation,
  index: number,
  spool: Spool,
  evidence: readonly Evidence[],
  path: ConfirmationPath,
): void {
  const { plan } = spool.agreement
  const current = new Set(latestOf(evidence, plan).map(({ id }) => id))
  const replaced = evidenceRefs.findIndex((id) => !current.has(id))
  if (replaced < 0) return
  throw conflict(`Evidence ${evidenceRefs[replaced]} was replaced by a later item of the same source.`, {
    field: `${path(index, 'evidence_refs')}[${replaced}]`,
    reason: 'evidence_changed',
    remediation: confirmByCurrent(spool, evidence, conditionId),
  })
}

function confirmableCondition(
  input: SentConfirmation,
  index: number,
  spool: Spool,
  path: ConfirmationPath,
): Condition {
  const condition = spool.agreement.conditions.find(({ id }) => id === input.conditionId)
  if (condition === undefined || condition.verification_method !== 'human_confirmed') {
    const isUnknown = condition === undefined
    throw unprocessable(
      path(index, 'condition_id'),
      isUnknown
        ? `This Spool has no condition ${input.conditionId}.`
        : `Condition ${input.conditionId} is not decided by people.`,
      { remediation: 'Name a condition of this Spool whose verification_method is human_confirmed.' },
    )
  }
  const agreed = condition.confirmation_method ?? 'buyer_confirm'
  if (agreed !== input.method) {
    throw unprocessable(path(index, 'method'), `Condition ${condition.id} is confirmed by ${agreed}.`, {
      remediation: `Send method "${agreed}".`,
    })
  }
  return condition
}

/** The sides that confirm: a waiver and a buyer's confirmation are the buyer's; of the others each side gives its own. */
function speakers(
  input: SentConfirmation,
  index: number,
  condition: Condition,
  sides: readonly Side[],
  path: ConfirmationPath,
): readonly Side[] {
  if (input.method === 'both_confirm' && input.outcome !== 'waived') return sides
  if (sides.includes('buyer')) return ['buyer']
  throw forbidden(
    input.outcome === 'waived'
      ? `Only the buyer can waive condition ${condition.id}.`
      : `Only the buyer can confirm condition ${condition.id}.`,
    {
      field: path(index, input.outcome === 'waived' ? 'outcome' : 'method'),
      reason: 'buyer_side_only',
      remediation: 'Leave this to a key of the buyer.',
    },
  )
}
