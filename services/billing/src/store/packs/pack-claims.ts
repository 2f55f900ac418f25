import type { Tx } from '@outturn/postgres/typed'
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
