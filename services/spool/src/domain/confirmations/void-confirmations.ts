import type { Side } from '@outturn/vocabulary'
import type { Decision, Entry } from '../model/decision.ts'
import type { BoundConfirmation, Evidence, Spool, SpoolState } from '../model/spool.ts'
import { confirmableDigest, type ConfirmationHashes } from './confirmed-evidence.ts'
import { neededConfirmations } from './needed-confirmations.ts'

type Voided = { conditionId: string; side: Side; bound: BoundConfirmation }

/**
 * A decision that adds evidence, with every confirmation void that was given of other evidence than the Spool holds
 * afterwards. Its side is asked again before the next run; a run that is under way keeps the evidence that it was given.
 */
export function voidConfirmations(
  decision: Decision,
  evidence: readonly Evidence[],
  { at, hashes }: { at: string; hashes: ConfirmationHashes },
): Decision {
  const { spool, evidence: added = [], entries } = decision
  const held = [...evidence, ...added]
  const voided = boundIn(spool.state).filter(({ conditionId, bound }) => {
    const { evidenceRefs, digest } = bound
    return (
      bound.voidedBy === null &&
      digest !== confirmableDigest(spool, held, { conditionId, evidenceRefs }, hashes)
    )
  })
  const state = withConfirmableDigests(
    { ...spool, state: withoutVoided(spool.state, voided, added) },
    held,
    hashes,
  )
  return {
    ...decision,
    spool: { ...spool, state: voided.length === 0 ? state : awaitingAgain({ ...spool, state }) },
    entries: [...entries, ...voided.map((each) => voidedEntry(each, added, at))],
  }
}

function boundIn({ boundConfirmations }: SpoolState): Voided[] {
  return Object.entries(boundConfirmations).flatMap(([conditionId, bySide]) =>
    (Object.entries(bySide) as [Side, BoundConfirmation][]).map(([side, bound]) => ({
      conditionId,
      side,
      bound,
    })),
  )
}

function withoutVoided(state: SpoolState, voided: readonly Voided[], added: readonly Evidence[]): SpoolState {
  const confirmations = { ...state.confirmations }
  const boundConfirmations = { ...state.boundConfirmations }
  for (const { conditionId, side, bound } of voided) {
    const { [side]: _, ...others } = confirmations[conditionId] ?? {}
    confirmations[conditionId] = others
    if (Object.keys(others).length === 0) delete confirmations[conditionId]
    boundConfirmations[conditionId] = {
      ...boundConfirmations[conditionId],
      [side]: { ...bound, voidedBy: added[0]?.id ?? bound.evidenceId },
    }
  }
  return { ...state, confirmations, boundConfirmations }
}

/** For each condition that people decide, what a confirmation would bind now. */
function withConfirmableDigests(
  spool: Spool,
  held: readonly Evidence[],
  hashes: ConfirmationHashes,
): SpoolState {
  const byPeople = spool.agreement.conditions.filter((each) => each.verification_method === 'human_confirmed')
  if (byPeople.length === 0) return spool.state
  const digests = byPeople.map(({ id }) => [id, confirmableDigest(spool, held, { conditionId: id }, hashes)])
  return { ...spool.state, confirmableDigests: Object.fromEntries(digests) }
}

function awaitingAgain(spool: Spool): SpoolState {
  const { state } = spool
  if (state.openRun !== null || neededConfirmations(spool).length === 0) return state
  return { ...state, status: { ...state.status, verification: 'awaiting_confirmation' } }
}

function voidedEntry({ conditionId, side, bound }: Voided, added: readonly Evidence[], at: string): Entry {
  return {
    type: 'confirmation.voided',
    at,
    actor: { party_id: null, kind: 'service' },
    data: {
      condition_id: conditionId,
      side,
      evidence_id: bound.evidenceId,
      confirmed_evidence_digest: bound.digest,
      because_of: added.map(({ id }) => id),
    },
  }
}
