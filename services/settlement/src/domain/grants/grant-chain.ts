import type { SpendPermission } from '@outturn/contracts'
import type { PaymentInBlock } from '@outturn/evm-token'
import type { GrantFacts } from './settlement-grant.ts'
import type { GrantPlace } from './spend-permission.ts'

/** A call of a contract: its address, and what is sent to it in hex. */
export type ContractCall = { readonly to: string; readonly data: string }

/** One payment under a permission: what the settler is told. */
export type GrantPayment = {
  /** Known to the settler, which pays it once. */
  readonly id: string
  readonly permission: SpendPermission
  /** Null where the chain has the permission as approved. */
  readonly signature: string | null
  readonly seller: string
  readonly sellerUnits: bigint
  readonly feeRecipient: string
  readonly feeUnits: bigint
}

/** What the settler paid, by its event. */
export type SettledPayment = Pick<GrantPayment, 'seller' | 'sellerUnits' | 'feeRecipient' | 'feeUnits'> &
  PaymentInBlock & { readonly account: string }

/** Permissions and the settler on the chain of a deployment. Rejects where the chain cannot be asked. */
export type GrantChain = {
  /** Where grants are kept, as the chain confirmed it; null until it has. */
  place(): GrantPlace | null
  /** Looks at the chain again; never rejects. */
  check(): Promise<void>
  /** What the chain has of a permission at its latest block, at the last one whose transactions count, or at the last one that is final. */
  facts(permission: SpendPermission, asOf?: 'latest' | 'counted' | 'final'): Promise<GrantFacts>
  /** Whether there is a contract at this address. */
  isContract(address: string): Promise<boolean>
  /** Whether the manager would approve it by this signature now. */
  isApprovable(permission: SpendPermission, signature: string): Promise<boolean>
  /** Whether the account does what the manager tells it to. */
  admitsManager(permission: SpendPermission): Promise<boolean>
  /** What a transaction has of the approval of a permission: whether it counts, not yet, or is not there at all. */
  approvalIn(transaction: string, permissionHash: string): Promise<'counted' | 'waiting' | 'absent'>
  /** Whether a transaction revoked a permission, in a block that counts. */
  isRevokedIn(transaction: string, permissionHash: string): Promise<boolean>
  /** The call by which the settler pays. */
  settleCall(payment: GrantPayment): ContractCall
  /** The call by which the spender of a permission gives it back. */
  releaseCall(permission: SpendPermission): ContractCall
  /** What a settler paid under an id, as of the last block whose payments count; null for nothing. */
  paymentOf(id: string, settler: string, sinceBlock: bigint): Promise<SettledPayment | null>
}

/** Gas of a payment under a grant, with room for the approval and for a wallet that has much to check. */
export const settleGas = 1_000_000n
/** Gas of the release of a permission. */
export const releaseGas = 200_000n
