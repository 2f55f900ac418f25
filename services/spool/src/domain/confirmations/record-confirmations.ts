import type { Entry } from '../model/decision.ts'
import type { Evidence, Spool } from '../model/spool.ts'
import { partyOn } from '../model/viewer.ts'
import {
  type BoundGiven,
  boundTo,
  type ConfirmationFacts,
  type ConfirmationPath,
  confirmationEvidence,
  type GivenConfirmation,
  listedConfirmation,
  withConfirmations,
} from './confirmations.ts'
import { assertRoom } from '../model/held-items.ts'
import type { SystemEvidence } from '../evidence/recorded-content.ts'

/** A Spool with the confirmations of a request, before it is known whether they are all that is needed. */
export type ConfirmedSpool = { spool: Spool; items: SystemEvidence[]; entries: Entry[] }

/** Adds confirmations to the Spool, each bound to the evidence that it holds now. */
export function recordConfirmations(
  given: readonly GivenConfirmation[],
  { spool, evidence }: { spool: Spool; evidence: readonly Evidence[] },
  facts: ConfirmationFacts,
  path: ConfirmationPath = listedConfirmation,
): ConfirmedSpool {
  if (given.length === 0) return { spool, items: [], entries: [] }
  assertRoom(evidence.length + given.length, path(0))
  const bound = boundTo({ spool, evidence }, given, facts, path)
  return {
    spool: {
      ...spool,
      state: { ...spool.state, ...withConfirmations(spool.state, bound), newestEvidenceAt: facts.at },
    },
    items: confirmationEvidence(bound, facts),
    entries: bound.map((confirmation) => confirmationEntry(confirmation, spool, facts.at)),
  }
}

function confirmationEntry(confirmation: BoundGiven, spool: Spool, at: string): Entry {
  return {
    type: 'confirmation.recorded',
    at,
    actor: { party_id: partyOn(spool, confirmation.side).partyId, kind: 'party' },
    data: {
      condition_id: confirmation.conditionId,
      method: confirmation.method,
      outcome: confirmation.outcome,
      evidence_id: confirmation.evidenceId,
      confirmed_evidence_digest: confirmation.digest,
    },
  }
}
