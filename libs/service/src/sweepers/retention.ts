import { forgetOldEvents, forgetOldReplies, type Pool } from '@outturn/postgres'
import { every, type SweepPlan } from './sweeper.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Replies answer repetitions for a day at least; two leave room for a client that comes back on the next day. */
const replyRetentionMs = 2 * dayMs
/** An event may be published again for as long as its publisher was away. */
const eventRetentionMs = 30 * dayMs

/** Keeps the platform's tables of a service from growing without limit. */
export function forgetting(pool: Pool): SweepPlan[] {
  return [
    every(minuteMs, 'forget-old-replies', () => forgetOldReplies(pool, replyRetentionMs)),
    every(10 * minuteMs, 'forget-old-events', () => forgetOldEvents(pool, eventRetentionMs)),
  ]
}
