import {
  drawnCommandPrefix,
  newSpoolName,
  type Refusal,
  storeConflict,
  type verifyDelivery,
} from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { StoredReply } from '@outturn/postgres'
import { derivedId } from '@outturn/service'
import { reservePrice } from '../../adapters/billing.ts'
import type { SpoolDeps } from '../../deps.ts'
import { nextVersion } from '../../domain/model/decision.ts'
import { oneCall } from '../../domain/runs/one-call.ts'
import { agreedDelivery } from '../../flows/agreed-delivery.ts'
import { replyOf } from '../../flows/earlier-reply.ts'
import { driveOpened, newProcess } from '../../flows/runs/open-run.ts'
import { unclaimedMs } from '../../flows/lease.ts'
import { claimRun, runState } from '../../store/process-store.ts'
import { isCommandKnown } from '../../store/reply-store.ts'
import { openedOn } from '../../store/run-process.ts'

/** Ids of the entries that a one-call verification begins with, by their types. */
const entryNames: Record<string, string> = { 'spool.created': 'created', 'evidence.submitted': 'evidence' }

/**
 * One call: reserve the price, commit a Spool with its evidence and open run in one statement, then drive the run to its
 * receipt. Ids come from the command id, so a repetition finds what the first attempt left and never makes a second.
 */
export function handleVerifyDelivery(deps: SpoolDeps): Handler<typeof verifyDelivery> {
  return async ({ paymentId, ...sent }, context) => {
    const now = deps.clock.now()
    const at = now.toISOString()
    const { commandId, bodyDigest } = context
    const epoch = await deps.epochs.known(context)
    // A request of before the epoch began has its ids, and its reply, by its command.
    if (epoch > 0 && (await isCommandKnown(deps.pool, commandId))) return replyOf(deps, context)
    const seed = newSpoolName(commandId, epoch)
    const delivery = await agreedDelivery(deps, sent, context, { seed, now }).catch((error: unknown) =>
      answeredBefore(deps, derivedId('run', seed), context, error),
    )
    if (delivery instanceof StoredReply) return delivery
    const { spoolId, accountId, agreement, items, content, freeTextCompiles } = delivery
    const runId = derivedId('run', seed)
    const isUnkeyed = commandId.startsWith(drawnCommandPrefix)
    const decision = oneCall(agreement, delivery, {
      spoolId,
      shareId: deps.ids.newId('share'),
      environment: deps.environment,
      accountId,
      at,
      runId,
    })
    const { spool, history } = nextVersion(decision, at, {
      eventHash: deps.hashes.eventHash,
      entryId: (type) => derivedId('event', `${commandId}:${entryNames[type]}`),
    })
    const salt = deps.randomBytes(32)
    await assertSignsUnlessOpen(deps, { runId, epoch }, context)
    const useCase = agreement.deliverable.type
    await reservePrice(deps, { runId, accountId, freeTextCompiles, useCase, paymentId }, context)
    const run = {
      runId,
      spoolId,
      accountId,
      request: { kind: 'delivery' as const },
      now,
      unclaimedAfter: isUnkeyed ? new Date(now.getTime() + unclaimedMs).toISOString() : null,
    }
    const opened = openedOn(spool, newProcess(deps, context, run))
    const result = await deps.commit({
      origin: {
        kind: 'command',
        commandId,
        command: 'spool.verify-delivery',
        bodyDigest,
        reply: null,
        isKept: true,
      },
      before: null,
      salt,
      spool,
      history,
      outbox: [],
      evidence: { from: 0, items, contents: [content] },
      opens: opened,
      at,
    })
    if (result !== 'won') {
      if (isUnkeyed) await claimRun(deps.pool, runId)
      return replyOf(deps, context)
    }
    return driveOpened(deps, { spool, salt, evidence: items, opened }, [content], context)
  }
}

/** A repetition may come when its request could not be made any more: a recipe is gone, a text is read in another way. */
async function answeredBefore(
  deps: SpoolDeps,
  runId: string,
  context: CommandContext,
  error: unknown,
): Promise<StoredReply> {
  if ((await runState(deps.pool, runId)) === null) throw error
  return replyOf(deps, context)
}

/** A repetition of a run that was opened before gets its reply, whether or not another could be opened now. */
async function assertSignsUnlessOpen(
  deps: SpoolDeps,
  { runId, epoch }: { runId: string; epoch: number },
  context: CommandContext,
): Promise<void> {
  try {
    await deps.assertSigns('delivery', context)
    if ((await deps.epochs.now(context)) !== epoch) throw epochChanged()
  } catch (error) {
    if ((await runState(deps.pool, runId)) === null) throw error
  }
}

/** A restore was decided about since this request came: it is made anew under ids of the new epoch. */
function epochChanged(): Refusal {
  return storeConflict('The service was restored while the request was made ready.', { retryAfterSeconds: 1 })
}
