import { accountOf, reserveRun } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import type { StoredReply } from '@outturn/postgres'
import { failPoint } from '@outturn/service'
import { driveRun } from '../process/drive-run.ts'
import { inlineContentBytes } from '../process/frozen-run.ts'
import { firstLeaseMs, verdictWaitMs } from '../process/lease.ts'
import type { SpoolDeps } from '../service.ts'
import { replyOf } from '../store/reply-store.ts'
import { contentsWithin } from '../store/run-contents.ts'
import type { AskedProcess } from '../store/save-spool-statement.ts'
import type { ChangedSpool } from './change-spool.ts'

/** Reserves the price of the run for the account that asks, once however often the decision is made again. */
export function reservation(deps: SpoolDeps, runId: string, context: CommandContext): () => Promise<string> {
  const { principal, requestId, deadline } = context
  let reserved: string | null = null
  return async () => {
    if (reserved !== null) return reserved
    const accountId = accountOf(principal)
    if (accountId === null) throw new Error('a party that verifies has an account')
    failPoint('spool.before-reserve')
    await deps.bus.request(
      reserveRun,
      { runId, accountId, freeTextCompiles: 0 },
      { principal, requestId, deadline, commandId: `reserve:${runId}` },
    )
    failPoint('spool.after-reserve')
    reserved = accountId
    return accountId
  }
}

/** The process of a run that a command opens now. */
export function newProcess(
  deps: SpoolDeps,
  { commandId }: CommandContext,
  run: Pick<AskedProcess, 'runId' | 'spoolId' | 'accountId' | 'request'> & { now: Date },
): AskedProcess {
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
