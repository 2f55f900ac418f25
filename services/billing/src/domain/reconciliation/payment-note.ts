import type { PackRail } from '@outturn/vocabulary'

/** What an operator did about payments, and why. */
export type PaymentNote = {
  readonly id: string
  readonly kind: 'refund' | 'explanation' | 'reconciliation'
  /** The payment or the anomaly that it is about; null for a reconciliation. */
  readonly subject: string | null
  readonly rail: PackRail | null
  /** What a refund sent back, and where the rail has that. */
  readonly amountMicros: bigint | null
  readonly reference: string | null
  readonly reason: string
  readonly notedBy: string
  readonly at: Date
}
