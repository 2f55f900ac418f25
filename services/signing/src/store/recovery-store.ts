import type { RequestToApprove } from '@outturn/contracts'
import { type Pool, query, type Runner, statement } from '@outturn/postgres'
import type { Tx } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The decisions after a restore, and what is known of the restore that has none yet. */
export type RecoveryState = {
  /** Grows with each decision; 0 before the first. */
  readonly epoch: number
  readonly isFloorBegun: boolean
  /** When the restore of this epoch was noticed. */
  readonly noticedAt: Date | null
  /** The newest moment that the database has of the time before the restore. */
  readonly lostFrom: Date | null
  readonly lastDecision: LastDecision | null
}

export type LastDecision = { readonly lostFrom: Date; readonly lostTo: Date; readonly decidedAt: Date }

type RecoveryRow = Pick<RecoveryState, 'epoch' | 'isFloorBegun' | 'noticedAt' | 'lostFrom'> & {
  [Member in keyof LastDecision]: Date | null
} & { decidedFrom: Date | null }

const stateStatement = statement(
  'recovery_state',
  `select coalesce(r.epoch, 0) as epoch, exists (select from log_floor_begun) as "isFloorBegun",
     n.noticed_at as "noticedAt", n.lost_from as "lostFrom",
     r.lost_from as "decidedFrom", r.lost_to as "lostTo", r.decided_at as "decidedAt"
   from (select 1) as one
   left join lateral (select * from recovery order by epoch desc limit 1) as r on true
   left join restore_notice as n on n.epoch = coalesce(r.epoch, 0)`,
)

export async function readRecovery(runner: Runner): Promise<RecoveryState> {
  const [row] = await runner<RecoveryRow>(stateStatement, [])
  if (row === undefined) throw new Error('a select without from gave no row')
  const { decidedFrom, lostTo, decidedAt, ...state } = row
  const lastDecision =
    decidedFrom === null || lostTo === null || decidedAt === null
      ? null
      : { lostFrom: decidedFrom, lostTo, decidedAt }
  return { ...state, lastDecision }
}

const beginFloorStatement = statement(
  'begin_log_floor',
  'insert into log_floor_begun (begun_at) values ($1) on conflict do nothing',
)

/** From now on a missing floor is a lost one. */
export async function recordFloorBegun(pool: Pool, now: Date): Promise<void> {
  await query(pool, beginFloorStatement, [now.toISOString()])
}

// Of everything with a time a checkpoint is the newest within seconds.
const noticeStatement = statement(
  'notice_restore',
  `insert into restore_notice (epoch, lost_from, noticed_at)
   select $1, least($2::timestamptz, coalesce(
     (select max(signed_at) from log_checkpoint), (select max(published_at) from key_document), $2::timestamptz)), $2::timestamptz
   on conflict do nothing`,
)

/** Keeps when a restore was noticed first. */
export async function recordRestoreNotice(pool: Pool, epoch: number, now: Date): Promise<void> {
  await query(pool, noticeStatement, [epoch, now.toISOString()])
}

/** A decision after a restore, which begins a new epoch. */
export type Decision = {
  readonly epoch: number
  readonly decision: 'recovered' | 'succeeded'
  readonly lostFrom: Date
  readonly lostTo: Date
  readonly decidedBy: readonly string[]
  readonly reason: string
  readonly now: Date
}

export async function recordDecision(tx: Tx<Tables>, decided: Decision): Promise<void> {
  const { epoch, decision, lostFrom, lostTo, decidedBy, reason, now } = decided
  await sql`
    insert into recovery (epoch, decision, lost_from, lost_to, decided_by, reason, decided_at)
    values (${epoch}, ${decision}, ${lostFrom}, ${lostTo}, ${[...decidedBy]}::text[], ${reason}, ${now})`.execute(
    tx,
  )
}

export type RecoveryRequest = RequestToApprove & {
  readonly decision: 'succeed' | 'adopt_floor'
  readonly reason: string
  /** Text of a checkpoint that is known from elsewhere. */
  readonly checkpoint: string | null
}

type RequestRow = Omit<RecoveryRequest, 'expiresAt'> & { expiresAt: Date }

export async function recordRecoveryRequest(
  tx: Tx<Tables>,
  request: RecoveryRequest,
  now: Date,
): Promise<void> {
  const { requestId, decision, reason, checkpoint, requestedBy, expiresAt } = request
  await sql`
    insert into recovery_request (request_id, decision, reason, checkpoint, requested_by, requested_at, expires_at)
    values (${requestId}, ${decision}, ${reason}, ${checkpoint}, ${requestedBy}, ${now}, ${expiresAt})`.execute(
    tx,
  )
}

const requestsStatement = statement(
  'recovery_requests',
  `select q.request_id as "requestId", q.decision, q.reason, q.checkpoint, q.requested_by as "requestedBy", q.expires_at as "expiresAt"
   from recovery_request as q
   where (q.request_id = $1 or q.expires_at > $2) and not exists (select from recovery_approval as a where a.request_id = q.request_id)
   order by q.requested_at`,
)

/** Requests that no one approved and that have time left, oldest first. */
export async function openRecoveryRequests(runner: Runner, now: Date): Promise<RecoveryRequest[]> {
  return readRequests(runner, null, now)
}

/** The request with this id, if no one approved it. */
export async function findRecoveryRequest(
  runner: Runner,
  requestId: string,
  now: Date,
): Promise<RecoveryRequest | null> {
  const requests = await readRequests(runner, requestId, now)
  return requests.find((request) => request.requestId === requestId) ?? null
}

async function readRequests(runner: Runner, requestId: string | null, now: Date): Promise<RecoveryRequest[]> {
  const rows = await runner<RequestRow>(requestsStatement, [requestId, now.toISOString()])
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() }))
}

export async function recordRecoveryApproval(
  tx: Tx<Tables>,
  { requestId, approvedBy, now }: { requestId: string; approvedBy: string; now: Date },
): Promise<void> {
  await sql`
    insert into recovery_approval (request_id, approved_by, approved_at)
    values (${requestId}, ${approvedBy}, ${now})`.execute(tx)
}
