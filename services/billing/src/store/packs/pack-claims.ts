import type { PackPurchase } from '@outturn/contracts'
import type { Database, Tx } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { PendingPack } from '../../domain/packs/pending-pack.ts'
import type { Tables } from '../tables.ts'

const microsOfCent = 10_000n

/** The purchase that a claim of a payment by x402 is, as its buyer knows it. */
export function purchaseOfClaim(claimId: string): string {
  return derivedId('purchase', `x402:${claimId}`)
}

/** Packs that an account pays for by x402 and whose payment has not ended, the oldest first. */
export async function pendingPackClaims(tx: Tx<Tables>, accountId: string): Promise<readonly PendingPack[]> {
  const rows = await tx
    .selectFrom('payment_claim')
    .select(['id', 'state', 'amount_micros', 'created_at'])
    .where('account_id', '=', accountId)
    .where('purchase', '=', 'pack')
    .where('state', 'in', ['claimed', 'worked', 'settling'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: purchaseOfClaim(row.id),
    rail: 'x402',
    packCents: Number(row.amount_micros / microsOfCent),
    state: row.state === 'claimed' ? 'claimed' : 'charging',
    createdAt: row.created_at,
  }))
}

/** Packs that an account bought by x402, the newest first. */
export async function latestPackClaims(
  db: Database<Tables>,
  accountId: string,
  limit: number,
): Promise<readonly PackPurchase[]> {
  const rows = await db
    .selectFrom('payment_claim')
    .select(['id', 'state', 'amount_micros', 'created_at', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('purchase', '=', 'pack')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const state = row.state === 'settled' ? 'granted' : row.state === 'refused' ? 'refused' : 'open'
    return {
      id: purchaseOfClaim(row.id),
      rail: 'x402',
      isCheckout: false,
      packCents: Number(row.amount_micros / microsOfCent),
      state,
      createdAt: row.created_at.toISOString(),
      endedAt: state === 'open' ? null : row.updated_at.toISOString(),
    }
  })
}
