import { type AccountFunds, emptyFunds } from '../domain/ledger/account-funds.ts'
import type { CreditGrantSource } from '@outturn/vocabulary'
import type { CreditGrantTerms } from '../domain/ledger/credit-grant.ts'
import { creditGrantPriority } from '../domain/ledger/credit-grant.ts'
import { issueCreditGrant } from '../domain/ledger/issue-credit-grant.ts'
import type { BillingTerms } from '../domain/ledger/charge.ts'
import { type Reserved, reserveOrOwe, type RunToReserve } from '../domain/ledger/reserve.ts'

export const account = 'acc_000000000000000000000001'
export const now = new Date('2026-01-15T12:00:00.000Z')

export const terms: BillingTerms = {
  prices: { pricingVersion: '2026-01', verificationMicros: 100_000n, compileMicros: 50_000n },
  includedByDefault: { verifications: 0, compiles: 0 },
  checkAfterMs: 60_000,
}

/** The same prices with this many verifications and compiles included. */
export function including(verifications: number, compiles: number): BillingTerms {
  return { ...terms, includedByDefault: { verifications, compiles } }
}

export function creditGrantTerms(
  id: string,
  { source = 'operator', expiresAt = null }: { source?: CreditGrantSource; expiresAt?: Date | null } = {},
): CreditGrantTerms {
  return { id, source, priority: creditGrantPriority[source], expiresAt, createdAt: now }
}

/** Funds of the account with these grants, in micros. */
export function fundsWith(...grants: readonly [CreditGrantTerms, bigint][]): AccountFunds {
  return grants.reduce(
    (funds, [grant, micros]) => issueCreditGrant(funds, grant, micros, now).funds,
    emptyFunds(account, now),
  )
}

/** Of no key and no kind of deliverable. */
export const unnamed = { keyId: null, useCase: null } as const

/** Reserves a run, or null where the funds do not cover it. */
export function reserve(
  funds: AccountFunds,
  run: Omit<RunToReserve, keyof typeof unnamed>,
  billingTerms: BillingTerms,
  at: Date,
): Reserved | null {
  const reserved = reserveOrOwe(funds, { ...run, ...unnamed }, billingTerms, at)
  return reserved.reservation.receivableMicros === 0n ? reserved : null
}
