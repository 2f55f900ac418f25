import { type Pool, query, statement } from '@outturn/postgres'

type ErasureKind = 'account' | 'content'

/** An erasure that is under way, or ended. */
export type StoredErasure = {
  readonly name: string
  readonly kind: ErasureKind
  readonly subject: string
  readonly requestedBy: string | null
  readonly approvedBy: string | null
  readonly listedAt: Date
  readonly isRepeated: boolean
  readonly waitsFor: readonly string[]
  readonly appliedAt: Date | null
}

const columns = `digest as name, kind, subject, requested_by as "requestedBy", approved_by as "approvedBy", listed_at as "listedAt",
  is_repeated as "isRepeated", waits_for as "waitsFor", applied_at as "appliedAt"`

/** What an erasure is recorded with. */
type NewErasure = Pick<StoredErasure, 'isRepeated' | 'kind' | 'listedAt' | 'name' | 'subject'> & {
  readonly requestedBy?: string
  readonly approvedBy?: string
  /** Set for what is done already. */
  readonly appliedAt?: Date
}

/** Records an erasure; one that is recorded stays as it is. */
export async function recordErasure(pool: Pool, erasure: NewErasure): Promise<void> {
  const { name, kind, subject, requestedBy, approvedBy, listedAt, isRepeated, appliedAt } = erasure
  await query(
    pool,
    statement(
      'record_erasure',
      `insert into erasure (digest, kind, subject, requested_by, approved_by, listed_at, is_repeated, applied_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (digest) do nothing`,
    ),
    [name, kind, subject, requestedBy ?? null, approvedBy ?? null, listedAt, isRepeated, appliedAt ?? null],
  )
}

/** Those of these names that the database does not have. */
export async function namesNotRecorded(pool: Pool, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await query<{ name: string }>(
    pool,
    statement(
      'erasures_not_recorded',
      `select name from unnest($1::text[]) as name where not exists (select from erasure where digest = name)`,
    ),
    [names],
  )
  return rows.map(({ name }) => name)
}

/** Erasures that the database has and these names do not, the oldest first. */
export function erasuresNotNamed(
  pool: Pool,
  names: readonly string[],
  limit: number,
): Promise<StoredErasure[]> {
  return query<StoredErasure>(
    pool,
    statement(
      'erasures_not_named',
      `select ${columns} from erasure where digest <> all($1::text[]) order by listed_at, digest limit $2`,
    ),
    [names, limit],
  )
}

/** Erasures that are not done, the oldest first. */
export function waitingErasures(pool: Pool, limit: number): Promise<StoredErasure[]> {
  return query<StoredErasure>(
    pool,
    statement(
      'waiting_erasures',
      `select ${columns} from erasure where applied_at is null order by listed_at, digest limit $1`,
    ),
    [limit],
  )
}

/** Erasures of accounts that ended after a time, but those that repeat earlier ones, before which there was no request. */
export function erasedAfter(pool: Pool, after: Date): Promise<StoredErasure[]> {
  return query<StoredErasure>(
    pool,
    statement(
      'erased_after',
      `select ${columns} from erasure where kind = 'account' and not is_repeated and applied_at > $1 order by applied_at, digest`,
    ),
    [after],
  )
}

/** How many of what the list has from before a restore are not repeated yet, by their kind. */
export async function countMissing(pool: Pool): Promise<Record<ErasureKind, number>> {
  const rows = await query<{ kind: ErasureKind; count: number }>(
    pool,
    statement(
      'missing_erasures',
      'select kind, count(*)::integer as count from erasure where applied_at is null and is_repeated group by kind',
    ),
  )
  const found = { account: 0, content: 0 }
  for (const { kind, count } of rows) found[kind] = count
  return found
}

export async function findErasure(
  pool: Pool,
  kind: ErasureKind,
  subject: string,
): Promise<StoredErasure | null> {
  const [row] = await query<StoredErasure>(
    pool,
    statement('find_erasure', `select ${columns} from erasure where kind = $1 and subject = $2`),
    [kind, subject],
  )
  return row ?? null
}

/** Notes that an erasure is done, or what it still waits for. */
export async function noteErasure(
  pool: Pool,
  name: string,
  { waitsFor, appliedAt }: Pick<StoredErasure, 'appliedAt' | 'waitsFor'>,
): Promise<void> {
  await query(
    pool,
    statement('note_erasure', 'update erasure set waits_for = $2, applied_at = $3 where digest = $1'),
    [name, waitsFor, appliedAt],
  )
}

export type ErasureRequest = {
  readonly requestId: string
  readonly accountId: string
  readonly reason: string
  readonly requestedBy: string
  readonly expiresAt: Date
}

/** Takes the request of an account; an earlier one that has expired goes. */
export async function recordErasureRequest(pool: Pool, request: ErasureRequest, now: Date): Promise<void> {
  const { requestId, accountId, reason, requestedBy, expiresAt } = request
  await query(
    pool,
    statement(
      'record_erasure_request',
      `with ended as (delete from erasure_request where account_id = $2 and expires_at <= $5)
       insert into erasure_request (request_id, account_id, reason, requested_by, requested_at, expires_at)
       values ($1, $2, $3, $4, $5, $6) on conflict (request_id) do nothing`,
    ),
    [requestId, accountId, reason, requestedBy, now, expiresAt],
  )
}

/** Requests that no one approved, also those that have expired, the oldest first; with an account, its own. */
export function erasureRequests(pool: Pool, accountId: string | null): Promise<ErasureRequest[]> {
  return query<ErasureRequest>(
    pool,
    statement(
      'erasure_requests',
      `select request_id as "requestId", account_id as "accountId", reason, requested_by as "requestedBy", expires_at as "expiresAt"
       from erasure_request where $1::text is null or account_id = $1 order by requested_at`,
    ),
    [accountId],
  )
}

/** Forgets the requests of an account, of which one was approved. */
export async function forgetErasureRequests(pool: Pool, accountId: string): Promise<void> {
  await query(
    pool,
    statement('forget_erasure_requests', 'delete from erasure_request where account_id = $1'),
    [accountId],
  )
}

/** Takes the words from corrections of receipts that an account wrote. Returns how many there were. */
export async function eraseCorrections(
  pool: Pool,
  receiptIds: readonly string[],
  text: string,
): Promise<number> {
  if (receiptIds.length === 0) return 0
  const { rowCount } = await pool.query({
    name: 'erase_corrections',
    text: `update receipt_status_change set message = $2 where receipt_id = any($1) and status = 'corrected' and message <> $2`,
    values: [receiptIds, text],
  })
  return rowCount ?? 0
}

/** Ids of the uses of receipts that an account recorded, by which the kept answers about them are known. */
export async function consumptionIdsOf(pool: Pool, accountId: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    pool,
    statement('consumptions_of_account', 'select id from consumption where recorded_by = $1'),
    [accountId],
  )
  return rows.map(({ id }) => id)
}
