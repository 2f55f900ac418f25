import type { Leg } from '../leg.ts'
import type { LegVerdicts } from '../progress.ts'
import type { Settlement } from '../settlement.ts'
import { currentLegs } from '../settlement-state.ts'

/**
 * Ways in which the chain and the records do not agree, each with one meaning; what an operator does about each is in the runbook.
 * `event`: it happened, and stays open until an operator resolves it. `condition`: it is closed when it is gone. `notice`: it is kept,
 * and asks for nothing.
 */
export const anomalyKinds = {
  amount_mismatch: 'event',
  foreign_nonce: 'event',
  ledger_imbalance: 'condition',
  leg_canceled_by_buyer: 'notice',
  paid_by_other_tx: 'notice',
  paid_without_intent: 'event',
  payment_dropped: 'condition',
  sent_in_vain: 'event',
  signer_low_funds: 'condition',
  signer_stalled: 'condition',
  stuck_slot: 'condition',
} as const satisfies Record<string, 'event' | 'condition' | 'notice'>

export type AnomalyKind = keyof typeof anomalyKinds

export type Anomaly = {
  readonly kind: AnomalyKind
  /** What it is about, once for each kind: a nonce of a leg, a place of the signer. */
  readonly subject: string
  readonly settlementId: string | null
  readonly detail: string
}

/** An anomaly as it is kept. */
export type KeptAnomaly = Anomaly & {
  readonly id: string
  readonly foundAt: Date
  readonly closedAt: Date | null
  readonly closedBy: string | null
}

/** What the chain says of the legs that no operator would expect. `own` are the transactions that this deployment signed for them. */
export function legAnomalies(
  { id, isClosed }: Settlement,
  legs: readonly Leg[],
  verdicts: LegVerdicts,
  own: ReadonlySet<string>,
): Anomaly[] {
  return currentLegs(legs)
    .filter(({ state }) => state === 'unsigned' || state === 'signed')
    .flatMap((leg): Anomaly[] => {
      const found = anomalyOf(leg, verdicts, own, isClosed)
      return found === null ? [] : [{ ...found, subject: leg.nonce, settlementId: id }]
    })
}

function anomalyOf(
  { kind: leg, nonce, takenBack }: Leg,
  verdicts: LegVerdicts,
  own: ReadonlySet<string>,
  isClosed: boolean,
): Pick<Anomaly, 'kind' | 'detail'> | null {
  const verdict = verdicts.get(nonce)
  if (verdict?.name === 'paid') {
    const { transaction } = verdict.payment
    if (isClosed && takenBack === 0) {
      return {
        kind: 'paid_without_intent',
        detail: `The ${leg} leg was paid by ${transaction} after the settlement was closed as settled elsewhere.`,
      }
    }
    if (own.has(transaction)) return null
    return {
      kind: 'paid_by_other_tx',
      detail: `The ${leg} leg was paid by ${transaction}, which others sent.`,
    }
  }
  if (verdict?.name !== 'dead' || verdict.reason === 'expired') return null
  return verdict.reason === 'canceled'
    ? { kind: 'leg_canceled_by_buyer', detail: `The payer canceled the ${leg} leg.` }
    : {
        kind: 'amount_mismatch',
        detail: `The nonce of the ${leg} leg was used for another payee or amount.`,
      }
}
