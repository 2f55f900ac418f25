import type { CommandOutput, listWaitingCharges } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'

type WaitingCharge = CommandOutput<typeof listWaitingCharges>[number]

type Row = {
  run_id: string | null
  account_id: string | null
  held_micros: string
  held_since: Date | null
  dead_letter_id: string | null
  queue: string | null
  reason: string | null
  attempts: number | null
  dead_at: Date | null
}

// The run is read out of a dead message as text: one that died because it is no JSON must not hide the others.
const waiting = statement(
  'waiting_charges',
  `with dead as (
     select distinct on (coalesce(run_id, id)) *
     from (
       select id, queue, reason, attempts, dead_at,
         substring(encode(payload, 'escape') from '"runId":"(vr_[0-9a-f]{24})"') as run_id
       from dead_letter where redriven_at is null and queue = any($1)
     ) as letter order by coalesce(run_id, id), dead_at desc
   ), held as (
     select run_id, account_id, verification_micros + compile_micros as micros, created_at
     from reservation
     where state = 'held' and (created_at <= $2 or run_id in (select run_id from dead))
   )
   select coalesce(held.run_id, dead.run_id) as run_id, account_id, coalesce(micros, 0)::text as held_micros,
     created_at as held_since, id as dead_letter_id, queue, reason, attempts, dead_at
   from held full join dead on dead.run_id = held.run_id
   order by coalesce(dead_at, created_at), 1 limit $3`,
)

/** Most charges that are told of at once. */
const mostCharges = 1_000

/**
 * Runs whose charge has not ended: those whose message is a dead letter of one of these queues, with what is held for them,
 * and those that something has been held for since `heldBefore`. The oldest first.
 */
export async function waitingCharges(
  pool: Pool,
  queues: readonly string[],
  heldBefore: Date,
): Promise<WaitingCharge[]> {
  const rows = await query<Row>(pool, waiting, [queues, heldBefore, mostCharges])
  return rows.map((row) => ({
    runId: row.run_id,
    accountId: row.account_id,
    heldMicros: row.held_micros,
    heldSince: row.held_since?.toISOString() ?? null,
    deadLetter:
      row.dead_letter_id === null
        ? null
        : {
            id: row.dead_letter_id,
            queue: row.queue ?? '',
            reason: row.reason ?? '',
            attempts: row.attempts ?? 0,
            deadAt: row.dead_at?.toISOString() ?? '',
          },
  }))
}
