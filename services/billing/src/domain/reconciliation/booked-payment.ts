import type { PackRail } from '@outturn/vocabulary'

/** A payment of either rail. */
export type BookedPayment = {
  readonly id: string
  readonly rail: PackRail
  readonly buys: 'verification' | 'pack'
  readonly state: string
  readonly amountMicros: bigint
  readonly payer: string | null
  readonly accountId: string
  readonly reference: string | null
  readonly refusedFor: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Run that it pays for, and purchase that it is. */
  readonly runId: string | null
  readonly purchaseId: string | null
}

/** An entry of the ledger as operators read it. */
export type BookedTransfer = {
  readonly kind: string
  readonly debitAccount: string
  readonly creditAccount: string
  readonly amountMicros: bigint
  readonly at: Date
}
