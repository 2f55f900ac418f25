import { type AllowanceCount, type AllowanceUse, nothingIncluded } from './allowance.ts'
import { monthOf } from '../usage/calendar-month.ts'
import type { KeyCap } from '../spending/key-cap.ts'
import { isExpired, type OpenCreditGrant } from './credit-grant.ts'

/** What an account owes for credits of one grant that it had spent, or set aside, when their payment was sent back. */
export type RefundDebt = { readonly grantId: string; readonly micros: bigint }

/** What an account has to spend: the ledger's sums in the form that decides. */
export type AccountFunds = {
  readonly accountId: string
  /** In spending order, each with something left; expired ones stay until their rest is taken back. */
  readonly grants: readonly OpenCreditGrant[]
  /** What an operator set for this account; null is what the deployment includes for every account. */
  readonly included: AllowanceCount | null
  readonly used: AllowanceUse
  /** Owed for refunded credits, the oldest first; the next credits pay them. */
  readonly debts: readonly RefundDebt[]
  /** By key. */
  readonly caps: readonly KeyCap[]
}

/** Funds of an account that never had any. */
export function emptyFunds(accountId: string, now: Date): AccountFunds {
  return {
    accountId,
    grants: [],
    included: null,
    used: { month: monthOf(now), ...nothingIncluded },
    debts: [],
    caps: [],
  }
}

/** Balance of `customer:<account>:available`, what has expired but is not taken back included. */
export function availableMicros({ grants }: AccountFunds): bigint {
  return grants.reduce((sum, { remainingMicros }) => sum + remainingMicros, 0n)
}

/** What can be spent now. */
export function spendableMicros({ grants }: AccountFunds, now: Date): bigint {
  return grants.reduce((sum, grant) => (isExpired(grant, now) ? sum : sum + grant.remainingMicros), 0n)
}

/** When the first of the grants expires; null when none ever does. */
export function nextExpiry({ grants }: AccountFunds): Date | null {
  const times = grants.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt.getTime()]))
  return times.length === 0 ? null : new Date(Math.min(...times))
}
