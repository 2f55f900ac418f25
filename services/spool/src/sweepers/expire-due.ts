import { failPoint } from '@outturn/service'
import { asOf } from '../domain/lifecycle/as-of.ts'
import type { Spool } from '../domain/model/spool.ts'
import { dueSpools, forgetDue } from '../store/spool-store.ts'
import { changeEvents } from '../events.ts'
import { reviewRunDue } from '../domain/reviews/review-run.ts'
import type { SpoolDeps } from '../deps.ts'
import { reviewToRun } from '../domain/model/casework/review-state.ts'
import { disputeRunDue } from '../domain/model/casework/dispute.ts'
import { runDecidedDispute } from '../flows/disputes/run-decided.ts'
import { runDueReview } from '../flows/reviews/run-review.ts'

const spoolsAtOnce = 100

/** Writes what timers have done to Spools since they were written; a read shows the same. Returns how many were due. */
export async function expireDueSpools(deps: SpoolDeps, now: Date): Promise<number> {
  const due = await dueSpools(deps.pool, now, spoolsAtOnce, deps.environment)
  await Promise.all(due.map((spool) => expireSpool(deps, spool, now)))
  return due.length
}

/** A Spool that changed meanwhile is left to the next turn. */
async function expireSpool(deps: SpoolDeps, stored: Spool, now: Date): Promise<void> {
  const { spool, history } = asOf(stored, now, deps.hashes)
  if (history.length === 0) return runOrForget(deps, stored, spool, now)
  const outbox = changeEvents(deps, stored, spool, now)
  failPoint('spool.before-expiry')
  const result = await deps.commit({
    origin: { kind: 'timer' },
    before: stored,
    spool,
    history,
    outbox,
    at: now.toISOString(),
  })
  if (result !== 'won') return
  failPoint('spool.after-expiry')
  deps.relay.publish(outbox)
}

/** A Spool that no timer changes is due for the run of a decided case, or for nothing any more. What does not succeed is left to the next turn. */
async function runOrForget(deps: SpoolDeps, stored: Spool, spool: Spool, now: Date): Promise<void> {
  try {
    if (reviewRunDue(spool, now) !== null) await runDueReview(deps, stored.id, now)
    else if (disputeRunDue(spool) !== null) await runDecidedDispute(deps, stored.id, now)
    else if (reviewToRun(spool.state) === null) await forgetDue(deps.pool, stored)
  } catch (error) {
    deps.log.warn({ err: error, spoolId: stored.id }, 'the run of a decided case is opened later')
  }
}
