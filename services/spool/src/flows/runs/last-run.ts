import type { RunOutcome } from '@outturn/agreement'
import { Refusal } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import { runByWorker } from '../../adapters/verification.ts'
import type { SpoolDeps } from '../../deps.ts'
import { repeatsLastRun } from '../../domain/runs/unchanged-run.ts'
import type { Decided } from '../change-spool.ts'
import { findProcess } from '../../store/process-store.ts'
import type { RunProcess } from '../../store/run-process.ts'
import { judgedEvidence, runJobOf } from './frozen-run.ts'
import { loadFrozenRun } from './load-frozen-run.ts'

/** The outcome of the last run of a Spool, where a run now would judge what that one judged; null where it would not. */
export async function unchangedOutcome(
  deps: SpoolDeps,
  { spool, evidence, now }: Pick<Decided, 'spool' | 'evidence' | 'now'>,
  context: CommandContext,
): Promise<RunOutcome | null> {
  const { lastRun } = spool.state
  const process = lastRun === null ? null : await findProcess(deps.pool, lastRun.runId)
  if (process === null) return null
  const judged = {
    items: judgedEvidence({ spool, held: evidence }, process),
    evaluatedAt: process.requestedAt,
  }
  if (!repeatsLastRun(spool, evidence, judged, now)) return null
  // A run that ended without a receipt is made again once there would be one.
  if (lastRun?.receiptId === null && (await deps.assertSigns('verify', context))) return null
  return recordedOutcome(deps, process, context)
}

/** The outcome of a run that has ended, as a worker recorded it. Nothing is judged a second time. */
async function recordedOutcome(
  deps: SpoolDeps,
  process: RunProcess,
  { deadline }: CommandContext,
): Promise<RunOutcome> {
  // The record is found by its run, so that no content has to travel.
  const frozen = await loadFrozenRun(deps, process, { each: 0, total: 0 })
  const recorded = { ...frozen, process: { ...process, attempts: process.attempts + 1 } }
  // Each request for the record is a job of its own, also where several are made at once.
  const attempt = Buffer.from(deps.randomBytes(8)).toString('hex')
  const result = await runByWorker(
    deps,
    runJobOf(recorded, deps.slug, { deadline, now: deps.clock.now() }),
    attempt,
  )
  if (result.status === 'failed') throw new Refusal(result.code, result.message)
  return result.outcome
}
