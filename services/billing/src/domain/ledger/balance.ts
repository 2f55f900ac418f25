import type { CreditsBalance, PackCents } from '@outturn/contracts'
import { centsToMicros, dollars } from '@outturn/money'
import type { PendingPack } from '../packs/pending-pack.ts'
import { type AccountFunds, spendableMicros } from './account-funds.ts'
import { type AllowanceCount, toAllowanceView, useInMonthOf } from './allowance.ts'
import { isExpired } from './credit-grant.ts'
import { debtMicros } from './refund-debt.ts'

/** What the ledger says of an account beside its funds. */
export type AccountHoldings = {
  readonly heldMicros: bigint
  /** What each open grant came to when it was issued, by grant id. */
  readonly originalMicros: ReadonlyMap<string, bigint>
  /** Packs that are paid for and not booked yet, the oldest first. */
  readonly pending: readonly PendingPack[]
}

/** The balance as the contract shows it: grants that can be spent now, in spending order. */
export function toBalanceView(
  funds: AccountFunds,
  { heldMicros, originalMicros, pending }: AccountHoldings,
  includedByDefault: AllowanceCount,
  now: Date,
): CreditsBalance {
  const available = spendableMicros(funds, now)
  return {
    currency: 'USD',
    available_micros: String(available),
    available_usd: dollars(available),
    held_micros: String(heldMicros),
    pending_micros: String(
      pending.reduce((sum, { packCents }) => sum + centsToMicros(BigInt(packCents)), 0n),
    ),
    owed_micros: String(debtMicros(funds)),
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
    pending_purchases: pending.map(toPendingView),
  }
}

function toPendingView(pack: PendingPack): CreditsBalance['pending_purchases'][number] {
  return {
    id: pack.id,
    rail: pack.rail,
    pack_cents: pack.packCents as PackCents,
    status: pack.state,
    created_at: pack.createdAt.toISOString(),
  }
}
