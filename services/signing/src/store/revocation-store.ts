import { snakeNames } from '@outturn/contracts'
import type { Tx } from '@outturn/postgres/typed'
import type { Selectable } from 'kysely'
import type { RevocationRequest } from '../domain/receipts/revocation.ts'
import type { Reader, RevocationRequestTable, Tables } from './tables.ts'

export async function recordRevocationRequest(
  tx: Tx<Tables>,
  request: RevocationRequest,
  now: Date,
): Promise<void> {
  const row = { ...snakeNames(request), requested_at: now.toISOString() }
  await tx.insertInto('revocation_request').values(row).execute()
}

export async function findRevocationRequest(
  db: Reader,
  requestId: string,
): Promise<RevocationRequest | null> {
  const row = await db
    .selectFrom('revocation_request')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

/** Requests that no one approved and that have time left, oldest first; those of one receipt when it is named. */
export async function openRevocationRequests(
  db: Reader,
  now: Date,
  receiptId?: string,
): Promise<RevocationRequest[]> {
  let query = db
    .selectFrom('revocation_request')
    .selectAll('revocation_request')
    .leftJoin('revocation_approval', 'revocation_approval.request_id', 'revocation_request.request_id')
    .where('revocation_approval.request_id', 'is', null)
    .where('expires_at', '>', now)
  if (receiptId !== undefined) query = query.where('receipt_id', '=', receiptId)
  const rows = await query.orderBy('requested_at').execute()
  return rows.map(fromRow)
}

export async function recordRevocationApproval(
  tx: Tx<Tables>,
  { requestId, approvedBy, now }: { requestId: string; approvedBy: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('revocation_approval')
    .values({ request_id: requestId, approved_by: approvedBy, approved_at: now.toISOString() })
    .execute()
}

function fromRow(row: Selectable<RevocationRequestTable>): RevocationRequest {
  return {
    requestId: row.request_id,
    receiptId: row.receipt_id,
    code: row.code,
    message: row.message,
    requestedBy: row.requested_by,
    expiresAt: row.expires_at.toISOString(),
  }
}
