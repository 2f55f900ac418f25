import { snakeNames } from '@outturn/contracts'
import type { Database, Tx } from '@outturn/postgres/typed'
import type { Selectable } from 'kysely'
import type { PendingPack } from '../../domain/packs/pending-pack.ts'
import type { Known } from '../../domain/packs/judge-payment.ts'
import { checkoutMs, type Purchase } from '../../domain/packs/purchase.ts'
import type { CreditPurchaseTable, Tables } from '../tables.ts'

/** Past the end of the page of a checkout and the last look at it, ms. */
const checkoutEndedMs = checkoutMs + 3_600_000

/** What this command and this challenge claimed before. */
export async function findPurchases(
  db: Database<Tables>,
  { commandId, challengeId }: { commandId: string; challengeId: string | null },
): Promise<Known> {
  const rows = await db
    .selectFrom('credit_purchase')
    .selectAll()
    .where(({ eb, or, and }) =>
      or([
        and([eb('command_id', '=', commandId), eb('state', '<>', 'refused')]),
        and([eb('rail', '=', 'mpp'), eb('challenge_id', '=', challengeId ?? '')]),
      ]),
    )
    .execute()
  const purchases = rows.map(fromRowPurchase)
  return {
    byCommand: purchases.find((each) => each.commandId === commandId && each.state !== 'refused') ?? null,
    byChallenge: purchases.find((each) => each.challengeId === challengeId) ?? null,
  }
}

/** Records a claim; false when its challenge or its command has claimed a purchase already. */
export async function recordClaim(db: Database<Tables>, purchase: Purchase): Promise<boolean> {
  const recorded = await db
    .insertInto('credit_purchase')
    .values(snakeNames(purchase))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return recorded !== undefined
}

/** A purchase of this account; null when it has no such purchase. */
export async function findPurchase(
  db: Database<Tables>,
  accountId: string,
  id: string,
): Promise<Purchase | null> {
  const row = await db
    .selectFrom('credit_purchase')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : fromRowPurchase(row)
}

/** Purchases of an account that wait for their person to pay. */
export async function openCheckouts(db: Database<Tables>, accountId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('credit_purchase')
    .select('id')
    .where('account_id', '=', accountId)
    .where('finished_at', 'is', null)
    .where('is_checkout', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

/** Purchases by card of an account, the newest first. */
export async function latestPurchases(
  db: Database<Tables>,
  accountId: string,
  limit: number,
): Promise<readonly Purchase[]> {
  const rows = await db
    .selectFrom('credit_purchase')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(fromRowPurchase)
}

/** A purchase as it is now. */
export async function readPurchase(db: Database<Tables>, id: string): Promise<Purchase> {
  const row = await db
    .selectFrom('credit_purchase')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return fromRowPurchase(row)
}

/** A purchase that no one else changes until the transaction ends. The funds of its account are locked before it. */
export async function lockPurchase(tx: Tx<Tables>, id: string): Promise<Purchase> {
  const row = await tx
    .selectFrom('credit_purchase')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return fromRowPurchase(row)
}

/** Saves a purchase that this transaction has locked. */
export async function savePurchase(tx: Tx<Tables>, purchase: Purchase): Promise<void> {
  const { id, ...row } = snakeNames(purchase)
  await tx.updateTable('credit_purchase').set(row).where('id', '=', id).execute()
}

/** Purchases that have not ended, are due to be looked after, and are charged by no other process; the oldest first. */
export async function duePurchases(
  db: Database<Tables>,
  now: Date,
  limit: number,
): Promise<readonly Purchase[]> {
  const rows = await db
    .selectFrom('credit_purchase')
    .selectAll()
    .where('finished_at', 'is', null)
    .where('check_at', '<=', now)
    .where('leased_until', '<=', now)
    .orderBy('check_at')
    .limit(limit)
    .execute()
  return rows.map(fromRowPurchase)
}

/**
 * How many purchases have not ended, and when the oldest of them was claimed. A checkout that waits for its person counts from
 * when its page must have ended.
 */
export async function openPurchases(
  db: Database<Tables>,
  now: Date,
): Promise<{ count: number; oldest: Date | null }> {
  const row = await db
    .selectFrom('credit_purchase')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('created_at').as('oldest')])
    .where('finished_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('is_checkout', '=', false), eb('created_at', '<=', new Date(now.getTime() - checkoutEndedMs))]),
    )
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), oldest: row.oldest }
}

/** Packs that a program pays for by card and whose payment has not ended, the oldest first. A checkout counts once it is paid. */
export async function pendingPurchases(tx: Tx<Tables>, accountId: string): Promise<readonly PendingPack[]> {
  const rows = await tx
    .selectFrom('credit_purchase')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('finished_at', 'is', null)
    .where('is_checkout', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows
    .map(fromRowPurchase)
    .map((purchase) => ({ ...purchase, state: purchase.state === 'claimed' ? 'claimed' : 'charging' }))
}

function fromRowPurchase(row: Selectable<CreditPurchaseTable>): Purchase {
  return {
    id: row.id,
    accountId: row.account_id,
    rail: row.rail,
    packCents: row.pack_cents,
    isCheckout: row.is_checkout,
    challengeId: row.challenge_id,
    credentialDigest: row.credential_digest,
    commandId: row.command_id,
    state: row.state,
    token: row.token,
    paymentId: row.payment_id,
    declined: row.declined,
    attempts: row.attempts,
    createdAt: row.created_at,
    checkAt: row.check_at,
    leasedUntil: row.leased_until,
    finishedAt: row.finished_at,
  }
}
