import type { PaymentInBlock } from '@outturn/evm-token'
import { type BookTransfer, takenBackFrom } from '../books.ts'
import type { Leg } from '../leg.ts'
import type { Anomaly } from '../operator/anomaly.ts'
import { paidLeg } from '../progress.ts'
import type { Settlement } from '../settlement.ts'
import { takenBackOf } from '../settlement-state.ts'

/** The payments of doubted legs as the chain has them now, by the nonces of the legs; null for one that it does not have. */
export type FoundAgain = ReadonlyMap<string, PaymentInBlock | null>

/**
 * The legs whose block a reorganisation dropped, with what the chain has of them now: a payment that is in another block counts as before; one that is
 * gone opens its leg again, and the books owe it again. Null where nothing changes.
 */
export function afterDoubt(
  settlement: Settlement,
  legs: readonly Leg[],
  found: FoundAgain,
): { settlement: Settlement; legs: Leg[]; transfers: BookTransfer[] } | null {
  const doubted = legs.filter(({ nonce, block }) => block?.state === 'doubted' && found.has(nonce))
  if (doubted.length === 0) return null
  const gone = doubted.filter(({ nonce }) => found.get(nonce) === null)
  return {
    settlement,
    legs: doubted.map((leg) => {
      const payment = found.get(leg.nonce) ?? null
      return payment === null ? reopened(settlement, leg) : paidLeg(leg, payment)
    }),
    transfers: gone.map(({ kind, cents }) =>
      takenBackFrom(settlement.id, kind, cents, takenBackOf(legs, kind)),
    ),
  }
}

function reopened({ mode }: Settlement, leg: Leg): Leg {
  const unpaid = leg.signature === null ? 'unsigned' : 'signed'
  return {
    ...leg,
    state: mode === 'unattended_outcome_settlement' ? 'granted' : unpaid,
    transaction: null,
    block: null,
    takenBack: leg.takenBack + 1,
  }
}

/** What an operator is told of a payment that was dropped, until its leg is paid again. */
export function droppedAnomaly(settlementId: string, { kind, nonce }: Pick<Leg, 'kind' | 'nonce'>): Anomaly {
  return {
    kind: 'payment_dropped',
    subject: nonce,
    settlementId,
    detail: `A reorganisation of the chain dropped the payment of the ${kind} leg; the leg is open again.`,
  }
}
