import type { CreditsBalance } from '@outturn/contracts'
import { type AccountFunds, spendableMicros } from './account-funds.ts'
import { type AllowanceCount, toAllowanceView, useInMonthOf } from './allowance.ts'
import { isExpired } from './credit-grant.ts'
import { dollars } from '../prices/dollars.ts'

/** What the ledger says of an account beside its funds. */
export type AccountHoldings = {
  readonly heldMicros: bigint
  /** What each open grant came to when it was issued, by grant id. */
  readonly originalMicros: ReadonlyMap<string, bigint>
}

/** The balance as the contract shows it: grants that can be spent now, in spending order. */
export function toBalanceView(
  funds: AccountFunds,
  { heldMicros, originalMicros }: AccountHoldings,
  includedByDefault: AllowanceCount,
  now: Date,
): CreditsBalance {
  const available = spendableMicros(funds, now)
  return {
    currency: 'USD',
    available_micros: String(available),
    available_usd: dollars(available),
    held_micros: String(heldMicros),
    // Purchases become grants at once or not at all until a payment rail exists that leaves one pending.
    pending_micros: '0',
    as_of: now.toISOString(),
    grants: funds.grants
      .filter((grant) => !isExpired(grant, now))
      .map((grant) => ({
        id: grant.id,
        source: grant.source,
        original_micros: String(originalMicros.get(grant.id) ?? grant.remainingMicros),
        remaining_micros: String(grant.remainingMicros),
        priority: grant.priority,
        expires_at: grant.expiresAt?.toISOString() ?? null,
        created_at: grant.createdAt.toISOString(),
      })),
    allowance: toAllowanceView(funds.included ?? includedByDefault, useInMonthOf(now, funds.used)),
    pending_purchases: [],
  }
}
