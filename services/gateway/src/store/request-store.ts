import type { ErrorCode } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'
import type { Database } from '@outturn/postgres/typed'
import type { KeyScope } from '@outturn/vocabulary'
import type { RequestLogGapTable, RequestLogTable, Tables } from './tables.ts'

/** A row as it is written; its body is the text of JSON. */
export type RequestRow = Omit<RequestLogTable, 'body'> & { readonly body: string | null }
/** A row as a list shows it. */
export type ListedRequest = Omit<RequestLogTable, 'body'>
export type FoundRequest = RequestLogTable

const columns = `id text, at timestamptz, is_refused boolean, took_ms integer, method text, route text, path text, status integer,
  code text, field text, reason text, error text, remediation text, account_id text, key_id text, scope text, user_agent text,
  address text, idempotency_key text, idempotency_hash text, rate_limit text, weight integer, spool_id text, body_bytes integer, body_hash text,
  body text`
const names = columns.split(',').map((column) => column.trim().split(' ')[0] as string)

const keepRequests = statement(
  'keep_requests',
  `insert into request_log (${names.join(', ')})
   select ${names.map((name) => (name === 'body' ? 'body::json' : name)).join(', ')} from json_to_recordset($1::json) as r(${columns})
   on conflict do nothing`,
)

/** Writes requests in one statement; one that is written already stays as it is. */
export async function keepRequestRows(pool: Pool, rows: readonly RequestRow[]): Promise<void> {
  await query(pool, keepRequests, [JSON.stringify(rows)])
}

const keepGaps = statement(
  'keep_request_gaps',
  `insert into request_log_gap (account_id, from_at, to_at, dropped)
   select account_id, from_at, to_at, dropped
   from json_to_recordset($1::json) as g(account_id text, from_at timestamptz, to_at timestamptz, dropped integer)`,
)

export async function keepRequestGaps(pool: Pool, gaps: readonly RequestLogGapTable[]): Promise<void> {
  await query(pool, keepGaps, [JSON.stringify(gaps)])
}

/** Makes the partitions of a day, `yyyy-mm-dd`, unless they exist. */
export async function openRequestDay(pool: Pool, day: string): Promise<void> {
  await pool.query('select open_request_day($1::date)', [day])
}

/** Drops the partitions of the days before these; returns how many. */
export async function dropRequestDays(
  pool: Pool,
  { refusedBefore, servedBefore }: { refusedBefore: string; servedBefore: string },
): Promise<number> {
  const { rows } = await pool.query<{ dropped: number }>(
    'select drop_request_days($1::date, $2::date) as dropped',
    [refusedBefore, servedBefore],
  )
  return rows[0]?.dropped ?? 0
}

/** A day of bodies is written anew, which takes longer than any other statement. */
const trimTimeout = '10min'

/** Frees room until the log has at most so many bytes: bodies of refusals first, the oldest first, then successes. Returns the tables changed. */
export async function trimRequestLog(pool: Pool, bytes: number, before: string): Promise<string[]> {
  const changed: string[] = []
  for (;;) {
    const name = await trimOnce(pool, bytes, before)
    if (name === null) return changed
    changed.push(name)
  }
}

async function trimOnce(pool: Pool, bytes: number, before: string): Promise<string | null> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = '${trimTimeout}'`)
    const { rows } = await client.query<{ name: string | null }>(
      'select trim_request_log($1::bigint, $2::date) as name',
      [bytes, before],
    )
    await client.query('commit')
    return rows[0]?.name ?? null
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** A key that was in force once. */
export type FormerKey = { readonly accountId: string; readonly keyId: string; readonly scope: KeyScope }

const formerKeysByHash = statement(
  'former_keys_by_hash',
  `select token_hash as "tokenHash", account_id as "accountId", id as "keyId", scope from api_key where token_hash = any($1)`,
)

/** The keys behind these hashes, also those that are revoked or have ended. */
export async function findFormerKeys(
  pool: Pool,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, FormerKey>> {
  const rows = await query<FormerKey & { tokenHash: string }>(pool, formerKeysByHash, [hashes])
  return new Map(rows.map(({ tokenHash, ...key }) => [tokenHash, key]))
}

type Db = Database<Tables>

/** Requests of one account, in the order of the log: newest first. */
export type RequestFilter = {
  readonly accountId: string
  readonly includesServed: boolean
  readonly code: ErrorCode | null
  readonly keyId: string | null
  /** Beginning of the path. */
  readonly path: string | null
  readonly since: Date | null
  /** The last request of the page before. */
  readonly after: string | null
}

/** Up to `most` requests, newest first; null when the account has no request `after`. */
export async function listRequestsOf(
  db: Db,
  filter: RequestFilter,
  most: number,
): Promise<ListedRequest[] | null> {
  let rows = db
    .selectFrom('request_log')
    .select(listed)
    .where('account_id', '=', filter.accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  if (!filter.includesServed) rows = rows.where('is_refused', '=', true)
  if (filter.code !== null) rows = rows.where('code', '=', filter.code)
  if (filter.keyId !== null) rows = rows.where('key_id', '=', filter.keyId)
  if (filter.since !== null) rows = rows.where('at', '>=', filter.since)
  const { path, after } = filter
  if (path !== null) rows = rows.where((of) => of.fn('starts_with', ['path', of.val(path)]))
  if (after !== null) {
    const last = await findRequest(db, filter.accountId, after)
    if (last === null) return null
    rows = rows.where((of) =>
      of.or([of('at', '<', last.at), of.and([of('at', '=', last.at), of('id', '<', last.id)])]),
    )
  }
  return rows.execute()
}

export async function findRequest(db: Db, accountId: string, id: string): Promise<FoundRequest | null> {
  const row = await db
    .selectFrom('request_log')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}

/** Refusals with the same code from the same key to the same route, newest first, before a request. */
export async function findSeenBefore(
  db: Db,
  { account_id: accountId, key_id: keyId, code, route, at, id }: FoundRequest,
  since: Date,
  most: number,
): Promise<ListedRequest[]> {
  return db
    .selectFrom('request_log')
    .select(listed)
    .where('account_id', '=', accountId)
    .where('code', '=', code)
    .where('is_refused', '=', true)
    .where('key_id', '=', keyId)
    .where('route', 'is not distinct from', route)
    .where('at', '<=', at)
    .where('at', '>=', since)
    .where('id', '!=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Requests of an account whose id begins so. Ids differ in hexadecimal digits alone, and `g` follows every digit. */
export function findRequestsBeginning(
  db: Db,
  accountId: string,
  beginning: string,
  most: number,
): Promise<ListedRequest[]> {
  return db
    .selectFrom('request_log')
    .select(listed)
    .where('account_id', '=', accountId)
    .where('id', '>=', beginning)
    .where('id', '<', `${beginning}g`)
    .orderBy('id')
    .limit(most)
    .execute()
}

/** Requests of an account that were about one of these Spools or made it, newest first. */
export function findRequestsOfSpools(
  db: Db,
  accountId: string,
  spoolIds: readonly string[],
  most: number,
): Promise<ListedRequest[]> {
  return db
    .selectFrom('request_log')
    .select(listed)
    .where('account_id', '=', accountId)
    .where('spool_id', 'in', spoolIds)
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
}

const mostCounted = 10_000

/** How many requests of an account were answered with what was asked for; null for more than 10,000 rows. */
export async function countServedRequests(db: Db, accountId: string, since: Date): Promise<number | null> {
  const rows = await db
    .selectFrom('request_log')
    .select('weight')
    .where('account_id', '=', accountId)
    .where('is_refused', '=', false)
    .where('at', '>=', since)
    .limit(mostCounted + 1)
    .execute()
  return rows.length > mostCounted ? null : rows.reduce((sum, { weight }) => sum + weight, 0)
}

/** What could not be recorded of an account since then, newest first. */
export async function listRequestGaps(db: Db, accountId: string, since: Date): Promise<RequestLogGapTable[]> {
  return db
    .selectFrom('request_log_gap')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('to_at', '>=', since)
    .orderBy('to_at', 'desc')
    .limit(100)
    .execute()
}

const listed = names.filter((name) => name !== 'body') as (keyof ListedRequest)[]

/** How often requests of a key were refused with a code. */
export type RefusalCount = { readonly code: ErrorCode; readonly keyId: string; readonly times: number }

/** Refusals of an account since then by code and key, the most frequent first. */
export async function countRefusals(
  db: Db,
  accountId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<RefusalCount[]> {
  const rows = await db
    .selectFrom('request_log')
    .select(({ fn }) => ['code', 'key_id', fn.countAll<bigint>().as('times')])
    .where('account_id', '=', accountId)
    .where('is_refused', '=', true)
    .where('at', '>=', since)
    .where('code', 'is not', null)
    .groupBy(['code', 'key_id'])
    .orderBy('times', 'desc')
    .orderBy('code')
    .orderBy('key_id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ code, key_id: keyId, times }) =>
    code === null ? [] : [{ code, keyId, times: Number(times) }],
  )
}
