import type { PackRail } from '@outturn/vocabulary'

/** A way in which a rail and our records do not agree. */
export type AnomalyKind =
  /** The rail has money for which nothing here asked. */
  | 'unclaimed'
  /** The rail has the money of a payment that has not ended here. */
  | 'paid_and_open'
  /** The rail has the money of a payment that was refused here. */
  | 'paid_and_refused'
  /** The rail took money more than once for one payment. */
  | 'paid_again'
  /** The rail has another amount than the payment. */
  | 'amount_differs'
  /** A payment ended here with money that the rail does not have. */
  | 'not_received'
  /** A payment ended here, and the ledger has not its money, or another amount. */
  | 'not_booked'
  /** The ledger has money of the rail without a payment that ended here. */
  | 'booked_unpaid'
  /** The processor sent money of a payment back, and no refund with its id is noted. */
  | 'refunded'
  /** The holder of a card disputes a payment, or has won that, and no refund with the id of the dispute is noted. */
  | 'disputed'
  /** The chain has another history than the one that was compared; everything is compared again. */
  | 'history_changed'

export type Anomaly = {
  readonly rail: PackRail
  readonly kind: AnomalyKind
  /** What is compared: a transfer, a charge, a payment or an entry of the ledger. */
  readonly subject: string
  readonly paymentId: string | null
  /** Transaction, or id at the processor. */
  readonly reference: string | null
  readonly payer: string | null
  /** Where the rail has it, or would: a block or a second. */
  readonly position: bigint | null
  readonly amountMicros: bigint
}

/** Money of a payment that went back to its payer; the subject is its id at the processor. */
export const reversalKinds = ['refunded', 'disputed'] as const satisfies readonly AnomalyKind[]

export function isReversal({ kind }: Pick<Anomaly, 'kind'>): boolean {
  return reversalKinds.some((each) => each === kind)
}

/** An anomaly as it is kept. */
export type KeptAnomaly = Anomaly & {
  readonly id: string
  readonly foundAt: Date
  readonly closedAt: Date | null
  readonly closedBy: string | null
}
