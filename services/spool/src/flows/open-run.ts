import { accountOf, Refusal, reserveRun } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import { appendOutbox, type StoredReply } from '@outturn/postgres'
import { failPoint } from '@outturn/service'
import { driveRun } from './drive-run.ts'
import { inlineContentBytes } from './frozen-run.ts'
import { firstLeaseMs, verdictWaitMs } from './lease.ts'
import type { SpoolDeps } from '../deps.ts'
import { runState } from '../store/process-store.ts'
import { replyOf } from '../store/reply-store.ts'
import { contentsWithin } from '../store/run-contents.ts'
import { runFailed } from '../events.ts'
import type { RunProcess } from '../store/run-process.ts'
import type { ChangedSpool } from './change-spool.ts'

/** Which run a command may open. */
type RunToOpen = { runId: string; spoolId: string }

/**
 * Makes a change that may open a run, and gives it the way to reserve the price for the account that asks: once, however
 * often the decision is made again. What was reserved for a run that was not opened after all is given back at once.
 */
export async function withReservation(
  deps: SpoolDeps,
  run: RunToOpen,
  context: CommandContext,
  change: (reserve: () => Promise<string>) => Promise<ChangedSpool>,
): Promise<ChangedSpool> {
  let reserved: string | null = null
  async function reserve(): Promise<string> {
    reserved ??= await reservePrice(deps, run, context)
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

async function reservePrice(deps: SpoolDeps, { runId }: RunToOpen, context: CommandContext): Promise<string> {
  const { principal, requestId, deadline } = context
  const accountId = accountOf(principal)
  if (accountId === null) throw new Error('a party that verifies has an account')
  failPoint('spool.before-reserve')
  await deps.bus.request(
    reserveRun,
    { runId, accountId, freeTextCompiles: 0 },
    { principal, requestId, deadline, commandId: `reserve:${runId}`, isRepeatable: true },
  )
  failPoint('spool.after-reserve')
  return accountId
}

/** A repetition of the same command may have opened the run, which then keeps its reservation. */
async function releaseUnopened(
  deps: SpoolDeps,
  { runId, spoolId }: RunToOpen,
  accountId: string,
  code: string,
): Promise<void> {
  if ((await runState(deps.pool, runId)) !== null) return
  const row = runFailed(deps, { runId, spoolId, accountId, code }, deps.clock.now())
  await appendOutbox(deps.pool, [row])
  deps.relay.publish([row])
}

/** The process of a run that a command opens now. */
export function newProcess(
  deps: SpoolDeps,
  { commandId }: CommandContext,
  run: Pick<RunProcess, 'runId' | 'spoolId' | 'accountId' | 'request'> & { now: Date },
): RunProcess {
  const { now, ...rest } = run
  return {
    ...rest,
    commandId,
    nonce: `n_${Buffer.from(deps.randomBytes(12)).toString('hex')}`,
    requestedAt: now.toISOString(),
    leaseUntil: new Date(now.getTime() + firstLeaseMs).toISOString(),
    attempts: 0,
  }
}

/** Drives the run that a change has opened to its end, and answers as its process does; else with the reply of before. */
export async function driveOpened(
  deps: SpoolDeps,
  changed: ChangedSpool,
  context: CommandContext,
): Promise<StoredReply> {
  if (changed.opened === null) return changed.reply
  failPoint('spool.after-agree')
  const { spool, salt, evidence, opened } = changed
  const contents = await contentsWithin(deps.pool, spool.id, inlineContentBytes)
  const frozen = { spool, salt, held: evidence, evidence, contents, process: opened }
  const deadline = Math.min(context.deadline, deps.clock.now().getTime() + verdictWaitMs)
  const { principal, requestId } = context
  const reply = await driveRun(deps, frozen, { principal, requestId, deadline })
  failPoint('spool.before-reply')
  return reply ?? replyOf(deps.pool, context.commandId, context.bodyDigest)
}
