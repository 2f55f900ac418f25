import type { ConfirmationMethod, Side } from '@outturn/vocabulary'
import type { Confirmation } from '@outturn/agreement'
import { forbidden, invalid, unprocessable } from '@outturn/contracts'
import type { ContentHashes } from './evidence-content.ts'
import { assertHeld } from './held-items.ts'
import { type SystemEvidence, systemContent } from './recorded-content.ts'
import type { Condition, Spool, SpoolState } from '../lifecycle/spool.ts'

/** A confirmation that a caller sends, before it is known for which sides it speaks. */
export type SentConfirmation = {
  conditionId: string
  method: ConfirmationMethod
  outcome: Confirmation['outcome']
  evidenceRefs: readonly string[]
  detail: string | null
}

/** One side's confirmation of one condition, by its place in the request. */
export type GivenConfirmation = SentConfirmation & { index: number; side: Side }

/** What the caller of the domain made from the command. */
export type ConfirmationFacts = {
  at: string
  evidenceIdOf: (confirmation: GivenConfirmation) => string
  hashes: ContentHashes
}

/**
 * The confirmations that a caller who speaks for these sides gives with a verify action. Refuses one that is not the caller's to
 * give, that asks another way than was agreed, or that refers to evidence which the Spool does not hold.
 */
export function givenConfirmations(
  inputs: readonly SentConfirmation[],
  spool: Spool,
  sides: readonly Side[],
  evidence: readonly { id: string }[],
): GivenConfirmation[] {
  assertNoRepetition(inputs)
  return inputs.flatMap((input, index) => {
    const condition = confirmableCondition(input, index, spool)
    assertHeld(input.evidenceRefs, evidence, `confirmations[${index}].evidence_refs`)
    return speakers(input, index, condition, sides).map((side) => ({ ...input, index, side }))
  })
}

/** The latest confirmation of each side, after these; a later one of the same side replaces its earlier one. */
export function withConfirmations(
  state: SpoolState,
  given: readonly GivenConfirmation[],
): SpoolState['confirmations'] {
  const confirmations = { ...state.confirmations }
  for (const { conditionId, side, outcome } of given) {
    confirmations[conditionId] = { ...confirmations[conditionId], [side]: outcome }
  }
  return confirmations
}

/** The evidence items that keep these confirmations; no caller can submit one of their kind. */
export function confirmationEvidence(
  given: readonly GivenConfirmation[],
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
        ...(confirmation.detail !== null && { detail: confirmation.detail }),
      },
      facts.hashes,
    )
    return {
      content,
      item: {
        id: facts.evidenceIdOf(confirmation),
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

function assertNoRepetition(inputs: readonly SentConfirmation[]): void {
  const seen = new Set<string>()
  inputs.forEach(({ conditionId, method }, index) => {
    const key = `${conditionId} ${method}`
    if (seen.has(key)) {
      throw invalid(`confirmations[${index}]`, `Condition ${conditionId} is confirmed twice by ${method}.`, {
        remediation: 'Send one confirmation for each condition and method.',
      })
    }
    seen.add(key)
  })
}

function confirmableCondition(input: SentConfirmation, index: number, spool: Spool): Condition {
  const condition = spool.agreement.conditions.find(({ id }) => id === input.conditionId)
  if (condition === undefined || condition.verification_method !== 'human_confirmed') {
    const isUnknown = condition === undefined
    throw unprocessable(
      `confirmations[${index}].condition_id`,
      isUnknown
        ? `This Spool has no condition ${input.conditionId}.`
        : `Condition ${input.conditionId} is not decided by people.`,
      { remediation: 'Name a condition of this Spool whose verification_method is human_confirmed.' },
    )
  }
  const agreed = condition.confirmation_method ?? 'buyer_confirm'
  if (agreed !== input.method) {
    throw unprocessable(
      `confirmations[${index}].method`,
      `Condition ${condition.id} is confirmed by ${agreed}.`,
      { remediation: `Send method "${agreed}".` },
    )
  }
  return condition
}

/** The sides that confirm: a waiver and a buyer's confirmation are the buyer's; of the others each side gives its own. */
function speakers(
  input: SentConfirmation,
  index: number,
  condition: Condition,
  sides: readonly Side[],
): readonly Side[] {
  if (input.method === 'both_confirm' && input.outcome !== 'waived') return sides
  if (sides.includes('buyer')) return ['buyer']
  throw forbidden(
    input.outcome === 'waived'
      ? `Only the buyer can waive condition ${condition.id}.`
      : `Only the buyer can confirm condition ${condition.id}.`,
    {
      field: `confirmations[${index}].${input.outcome === 'waived' ? 'outcome' : 'method'}`,
      reason: 'buyer_side_only',
      remediation: 'Leave this to a key of the buyer.',
    },
  )
}
