import { accountOf, Refusal } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import { appendOutbox, onPool, type StoredReply } from '@outturn/postgres'
import { failPoint } from '@outturn/service'
import { driveRun } from './drive-run.ts'
import { type FrozenRun, inlineContents, judgedKeys } from './frozen-run.ts'
import { reservePrice } from '../../adapters/billing.ts'
import type { Evidence, Spool } from '../../domain/model/spool.ts'
import { leaseMs, verdictWaitMs } from '../lease.ts'
import type { SpoolDeps } from '../../deps.ts'
import { runState } from '../../store/process-store.ts'
import { contentsWithin } from '../../store/run-contents.ts'
import { runFailed } from '../../events.ts'
import type { RunProcess, RunToOpen } from '../../store/run-process.ts'
import type { ChangedSpool } from '../change-spool.ts'
import { replyOf } from '../earlier-reply.ts'

/** Which run a command may open. */
type RunOfCommand = { runId: string; spoolId: string; kind: RunProcess['request']['kind'] }

/** Reserves the price of a run of this Spool; returns the account that it is reserved for. */
export type ReserveRun = (spool: Spool) => Promise<string>

/**
 * Makes a change that may open a run, and gives it the way to reserve the price for the account that asks: once, however
 * often the decision is made again, and only while the receipt of the run can be signed. What was reserved for a run that
 * was not opened after all is released at once.
 */
export async function withReservation(
  deps: SpoolDeps,
  run: RunOfCommand,
  context: CommandContext,
  change: (reserve: ReserveRun) => Promise<ChangedSpool>,
): Promise<ChangedSpool> {
  let reserved: string | null = null
  async function reserve(spool: Spool): Promise<string> {
    if (reserved !== null) return reserved
    const accountId = accountOf(context.principal)
    if (accountId === null) throw new Error('a party that verifies has an account')
    await deps.assertSigns(run.kind, context)
    const useCase = spool.agreement.deliverable.type
    await reservePrice(deps, { runId: run.runId, accountId, freeTextCompiles: 0, useCase }, context)
    reserved = accountId
    return reserved
  }
  async function release(code: string): Promise<void> {
    if (reserved !== null) await releaseUnopened(deps, run, reserved, code)
  }
  try {
    const changed = await change(reserve)
    if (changed.opened === null) await release('not_opened')
    return changed
  } catch (error) {
    // After any other failure the run may be open all the same; billing asks what became of it.
    if (error instanceof Refusal) await release(error.code)
    throw error
  }
}

/** A repetition of the same command may have opened the run, which then keeps its reservation. */
async function releaseUnopened(
  deps: SpoolDeps,
  { runId, spoolId }: RunOfCommand,
  accountId: string,
  code: string,
): Promise<void> {
  if ((await runState(deps.pool, runId)) !== null) return
  const row = runFailed(deps, { runId, spoolId, accountId, code }, deps.clock.now())
  await appendOutbox(onPool(deps.pool), [row])
  deps.relay.publish([row])
}

/** The process of a run that a command opens now. */
export function newProcess(
  deps: SpoolDeps,
  { commandId }: CommandContext,
  run: Pick<RunProcess, 'runId' | 'spoolId' | 'accountId' | 'request'> & {
    now: Date
    unclaimedAfter?: string | null
  },
): RunToOpen {
  const { now, unclaimedAfter = null, ...rest } = run
  return {
    ...rest,
    commandId,
    nonce: `n_${Buffer.from(deps.randomBytes(12)).toString('hex')}`,
    requestedAt: now.toISOString(),
    leaseUntil: new Date(deps.clock.now().getTime() + leaseMs).toISOString(),
    attempts: 0,
    unclaimedAfter,
  }
}

/** Drives the run that a change has opened to its end, and answers as its process does; else with the reply of before. */
export async function driveChanged(
  deps: SpoolDeps,
  changed: ChangedSpool,
  context: CommandContext,
): Promise<StoredReply> {
  if (changed.opened === null) return changed.reply
  const contents = await contentsWithin(
    deps.pool,
    changed.spool.id,
    judgedKeys(changed.spool, changed.evidence),
    inlineContents,
  )
  return driveOpened(deps, changed, contents, context)
}

/** Drives a run that was committed just now to its end, and answers as its process does. */
export async function driveOpened(
  deps: SpoolDeps,
  {
    spool,
    salt,
    evidence,
    opened,
  }: { spool: Spool; salt: Uint8Array; evidence: Evidence[]; opened: RunProcess },
  contents: FrozenRun['contents'],
  context: CommandContext,
): Promise<StoredReply> {
  failPoint('spool.after-agree')
  const frozen = { spool, salt, held: evidence, evidence, contents, process: opened }
  const deadline = Math.min(context.deadline, deps.clock.now().getTime() + verdictWaitMs)
  const { principal, requestId } = context
  const reply = await driveRun(deps, frozen, { principal, requestId, deadline })
  failPoint('spool.before-reply')
  return reply ?? replyOf(deps, context)
}
