type TransferKind =
  | 'grant'
  | 'grant_expiry'
  | 'hold'
  | 'release'
  | 'post_verification'
  | 'post_compile'
  | 'payment'
  | 'write_off'
  | 'refund'
  | 'refund_credits'
  | 'refund_debt'
  | 'debt_payment'

/** One debit and one equal credit. The same kind and idempotency key never happen twice. */
export type Transfer = {
  readonly kind: TransferKind
  readonly idempotencyKey: string
  readonly debitAccount: string
  readonly creditAccount: string
  /** Above zero. */
  readonly amountMicros: bigint
  /** The run or the grant that it is about. */
  readonly reference: string
  readonly grantId: string | null
  /** The key that asked and the kind of deliverable, of what is charged or reserved. */
  readonly keyId?: string | null
  readonly useCase?: string | null
  readonly at: Date
}

/** Names of the ledger accounts of one customer. */
export function customerAccounts(accountId: string) {
  return {
    available: `customer:${accountId}:available`,
    held: `customer:${accountId}:held`,
    /** Charged for a run that was delivered although nothing was held for it any more. */
    receivable: `receivable:${accountId}`,
    /** Owed for credits that were spent and whose payment was sent back. */
    refundDebt: `refund_receivable:${accountId}`,
  } as const
}
