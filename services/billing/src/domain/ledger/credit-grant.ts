import type { CreditGrantSource } from '@outturn/vocabulary'

/** What decides when a grant is spent. */
export type CreditGrantTerms = {
  readonly id: string
  readonly source: CreditGrantSource
  /** Lower is spent first. */
  readonly priority: number
  readonly expiresAt: Date | null
  readonly createdAt: Date
}

/** A grant with something left. */
export type OpenCreditGrant = CreditGrantTerms & { readonly remainingMicros: bigint }

/** What one grant pays of a reservation; it carries the terms because an emptied grant is no longer among the funds. */
export type CreditGrantPart = { readonly grant: CreditGrantTerms; readonly micros: bigint }

/** Promotional credits go before credits that were paid for. */
export const creditGrantPriority = {
  promo: 10,
  operator: 50,
  pack_mpp: 50,
  pack_x402: 50,
} as const satisfies Record<CreditGrantSource, number>

/** Ledger account that credits come from, and to which what expires of them goes back. */
export const creditGrantAccounts = {
  promo: 'promo',
  operator: 'operator',
  pack_mpp: 'payments:mpp',
  pack_x402: 'payments:x402',
} as const satisfies Record<CreditGrantSource, string>

/** Spending order: priority, then the earliest to expire, then the oldest; the id makes it total. */
function spendsBefore(a: CreditGrantTerms, b: CreditGrantTerms): number {
  return (
    a.priority - b.priority ||
    compareExpiry(a.expiresAt, b.expiresAt) ||
    a.createdAt.getTime() - b.createdAt.getTime() ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}

function compareExpiry(a: Date | null, b: Date | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a.getTime() - b.getTime()
}

export function isExpired({ expiresAt }: CreditGrantTerms, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}

/** The grants with `micros` more on one of them, which joins again if it was emptied; in spending order. */
export function addToCreditGrant(
  grants: readonly OpenCreditGrant[],
  terms: CreditGrantTerms,
  micros: bigint,
): readonly OpenCreditGrant[] {
  const current = grants.find(({ id }) => id === terms.id)
  const others = grants.filter(({ id }) => id !== terms.id)
  const { id, source, priority, expiresAt, createdAt } = terms
  const grant = { id, source, priority, expiresAt, createdAt }
  return [...others, { ...grant, remainingMicros: (current?.remainingMicros ?? 0n) + micros }].sort(
    spendsBefore,
  )
}

/** The grants with `micros` less on one of them, which goes once nothing is left of it. */
export function takeFromCreditGrant(
  grants: readonly OpenCreditGrant[],
  grantId: string,
  micros: bigint,
): readonly OpenCreditGrant[] {
  return grants.flatMap((grant) => {
    if (grant.id !== grantId) return [grant]
    const remainingMicros = grant.remainingMicros - micros
    return remainingMicros === 0n ? [] : [{ ...grant, remainingMicros }]
  })
}
