import type { BlockReason } from '@outturn/contracts'
import type { SettlementMode } from '@outturn/vocabulary'

/** The token that a settlement is paid in, as its holders sign; frozen when the settlement is committed. */
export type SettlementToken = {
  readonly chainId: number
  readonly address: string
  readonly name: string
  readonly version: string
  readonly decimals: number
}

/** How much of a Spool is due, as its signed attestation has it. */
export type Due = { readonly receiptId: string; readonly earnedCents: bigint; readonly feeCents: bigint }

/** The settlement of one Spool. Addresses are EVM addresses in hex. */
export type Settlement = {
  readonly id: string
  readonly spoolId: string
  /** That of the buyer. */
  readonly accountId: string
  readonly payer: string
  readonly payee: string
  readonly feeRecipient: string
  readonly token: SettlementToken
  readonly maximumCents: bigint
  readonly maximumFeeCents: bigint
  /** Null until the verdict is final. */
  readonly due: Due | null
  /** Whether it ended with nothing due. */
  readonly isVoid: boolean
  /** Whether an operator keeps it from sending more. */
  readonly isHeld: boolean
  /** Whether it was settled elsewhere: an operator recorded so, or its parties settled by the receipt. */
  readonly isClosed: boolean
  /** How the buyer lets money move: it signs after the verdict, or granted the authority before. */
  readonly mode: SettlementMode
  /** Why nothing moves although something is due; null where nothing is in the way. */
  readonly blockedBy: BlockReason | null
  /** The words of the chain where it refuses the transfer; null otherwise. */
  readonly blockedDetail: string | null
  /** Grows with every change that others see. */
  readonly version: number
}
