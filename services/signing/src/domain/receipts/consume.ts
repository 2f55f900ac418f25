import { conflict, type ConsumptionRequest, invalidState, unprocessable } from '@outturn/contracts'
import { formatAmount, parseAmount } from '@outturn/receipt-verifier'
import type { HoldCause, ReceiptStatusName } from '@outturn/vocabulary'

/** What a receipt may still be used for. Amounts in hundredths of its asset. */
export type SettlementState = {
  readonly status: ReceiptStatusName
  /** The receipt that took its place; null for one that was not replaced. */
  readonly replacedBy: string | null
  /** Whether the key that signed the receipt was revoked: then no verifier takes it for valid. */
  readonly isKeyRevoked: boolean
  readonly earned: bigint
  /** Settled for the same Spool, under whichever receipt. */
  readonly settled: bigint
  /** Whether the settlement service is paying it: the buyer signed or granted that, or it is being taken from a card. */
  readonly isBeingPaid: boolean
  /** What holds the settlement of the Spool. */
  readonly heldBy: readonly HoldCause[]
}

/** What a use changes. */
export type Use = {
  /** Null when the request named none. */
  readonly amount: bigint | null
  readonly settledAfter: bigint
  /** Earned and not settled after this use. */
  readonly remaining: bigint
}

const decimals = 2

/**
 * Decides on a use of a receipt. What is settled of one Spool never exceeds what the receipt says was earned: receipts of
 * later runs and corrected ones count the whole delivery again, so their settlements count together. Nothing is settled beside a
 * payment of the service, nor while anything holds it. Only an active
 * receipt of a key that was not revoked can be settled; every other use is a note and never refused.
 */
export function consume({ purpose, amount }: ConsumptionRequest, receiptState: SettlementState): Use {
  const { status, replacedBy, isKeyRevoked, earned, settled } = receiptState
  const minor = amount === undefined ? null : (parseAmount(amount, decimals) ?? null)
  const remaining = earned > settled ? earned - settled : 0n
  if (purpose !== 'settlement') return { amount: minor, settledAfter: settled, remaining }
  if (minor === null || minor === 0n) {
    throw unprocessable('amount', 'A settlement needs an amount above 0.00.', {
      reason: 'amount_required',
      remediation: `Send an amount above 0.00 and up to ${formatAmount(remaining, decimals)}.`,
    })
  }
  if (status === 'corrected') {
    throw conflict(`This receipt was replaced by ${replacedBy}: nothing is settled with it.`, {
      reason: 'receipt_corrected',
      remediation: `Settle with ${replacedBy}, or with the one that replaced it in turn; what was settled before counts.`,
      ...(replacedBy !== null && { details: { replacement_receipt_id: replacedBy } }),
    })
  }
  if (status === 'revoked') {
    throw invalidState('This receipt was revoked: nothing is settled with it.', {
      reason: 'receipt_revoked',
      remediation: 'Read its status, which says why it was revoked.',
    })
  }
  if (isKeyRevoked) {
    throw invalidState('The key that signed this receipt was revoked: nothing is settled with it.', {
      reason: 'key_compromise',
      remediation: 'Have its creator supersede it, and settle with the receipt that replaces it.',
    })
  }
  assertMovable(receiptState)
  if (minor > remaining) {
    throw conflict(
      `Only ${formatAmount(remaining, decimals)} of ${formatAmount(earned, decimals)} earned is not settled yet.`,
      {
        field: 'amount',
        reason: 'exceeds_earned',
        remediation: `Settle ${formatAmount(remaining, decimals)} at most; what others settled is counted already.`,
        details: { amount_remaining: formatAmount(remaining, decimals) },
      },
    )
  }
  return { amount: minor, settledAfter: settled + minor, remaining: remaining - minor }
}

/** Refuses a settlement while anything holds the money, and while the service itself moves it. */
function assertMovable({ isBeingPaid, heldBy }: SettlementState): void {
  if (heldBy.includes('dispute')) {
    throw conflict('A dispute of this Spool is open: nothing is settled before it is closed.', {
      reason: 'dispute_open',
      remediation:
        'Pay nothing meanwhile. Read the Spool: its open_disputes name the dispute, and settlement_eligible is true again when it has ended.',
    })
  }
  if (heldBy.length > 0) {
    throw conflict(
      'A discrepancy of this Spool blocks its settlement: nothing is settled before it is closed.',
      {
        reason: 'discrepancy_open',
        remediation:
          'Pay nothing meanwhile. Read the Spool: its next_step names the discrepancy, and settlement_eligible is true again when it has ended.',
      },
    )
  }
  if (isBeingPaid) {
    throw invalidState('What this receipt says was earned is being paid by the service.', {
      reason: 'settlement_under_way',
      remediation:
        'Pay nothing beside it. Read the Spool: a settlement is recorded only while the buyer has to sign, or to grant anew.',
    })
  }
}
