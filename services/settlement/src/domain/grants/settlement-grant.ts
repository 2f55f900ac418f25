import type { SpendPermission } from '@outturn/contracts'

/** The permission that a buyer was asked for, and how it was granted. */
export type SettlementGrant = {
  readonly permissionHash: string
  readonly spoolId: string
  readonly accountId: string
  /** Grows when the one before was revoked, or has ended. */
  readonly generation: number
  readonly permission: SpendPermission
  readonly allowanceCents: bigint
  /** Of the account, where it was granted by signature. */
  readonly signature: string | null
  /** In which the account approved it, where it was granted so. */
  readonly approvalTransaction: string | null
  /** Null while it was not seen to be revoked in a block that counts. */
  readonly revocation: Revocation | null
}

/** How a permission was revoked: by the account itself, with the payment under it, or because nothing will be paid under it. */
export type Revocation = { readonly at: Date; readonly isFinal: boolean } & (
  | { readonly by: 'account'; readonly transaction: null }
  | { readonly by: 'payment' | 'release'; readonly transaction: string }
)

/** What the chain says of a permission, at one block. */
export type GrantFacts = {
  /** Time of that block, s. */
  readonly at: number
  readonly isApproved: boolean
  readonly isRevoked: boolean
  /** Units that were spent of it in its one period. */
  readonly spentUnits: bigint
}

export function isGranted({ signature, approvalTransaction }: SettlementGrant): boolean {
  return signature !== null || approvalTransaction !== null
}

/** Where the time of a permission stands. The chain includes its start and excludes its end. */
export function windowOf(
  { start, end }: Pick<SpendPermission, 'start' | 'end'>,
  at: number,
): 'not_started' | 'open' | 'ended' {
  if (at < Number(start)) return 'not_started'
  return at < Number(end) ? 'open' : 'ended'
}

export function remainingUnits({ allowance }: SpendPermission, { spentUnits }: GrantFacts): bigint {
  return BigInt(allowance) - spentUnits
}
