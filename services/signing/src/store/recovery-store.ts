import { type Pool, query, type Runner, statement } from '@outturn/postgres'

/** The decisions after a restore, and what is known of the restore that has none yet. */
export type RecoveryState = {
  /** Number of decisions so far. */
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
