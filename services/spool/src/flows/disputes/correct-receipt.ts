import { newSpoolName, type Principal } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import type { SpoolDeps } from '../../deps.ts'
import type { AgreedCorrection, AnsweredDispute } from '../../domain/disputes/answer-dispute.ts'
import { resolvedUpheld } from '../../domain/disputes/answer-dispute.ts'
import { correctionByDispute, withDecision } from '../../domain/disputes/correct-receipt.ts'
import { openDecidedRun } from '../../domain/runs/decided-run.ts'
import { findingItems } from '../../domain/disputes/finding-items.ts'
import { isNotBeingSettled } from '../../domain/lifecycle/guards.ts'
import { actionContextOf } from '../../domain/lifecycle/transitions.ts'
import type { DisputeDecision } from '../../domain/model/casework/dispute-state.ts'
import type { Dispute, Evidence, Spool } from '../../domain/model/spool.ts'
import { findProcess } from '../../store/process-store.ts'
import type { RunToOpen } from '../../store/run-process.ts'
import type { SpoolDecision } from '../change-spool.ts'
import { leaseMs } from '../lease.ts'
import { judgedEvidence } from '../runs/frozen-run.ts'
import { unchangedOutcome } from '../runs/last-run.ts'
import type { DecidedOnDispute } from './change-dispute.ts'

/**
 * The decision on a dispute with what follows from it: the run of its new receipt is opened at once, or when a settlement that is under
 * way has ended; where a run would judge the same again, the receipt stands.
 */
export async function withCorrection(
  deps: SpoolDeps,
  current: DecidedOnDispute,
  { decision, corrects }: AnsweredDispute,
  by: DisputeDecision['by'],
  context: CommandContext,
): Promise<SpoolDecision> {
  if (corrects === null) return decision
  const { viewer, evidence, now, dispute } = current
  const { outcomes } = corrects
  const { spool } = decision
  const at = now.toISOString()
  if (!isNotBeingSettled.holds(actionContextOf(spool, viewer, now))) {
    return withDecision(decision, dispute, { by, outcomes, runId: null })
  }
  if (outcomes === null && (await unchangedOutcome(deps, { spool, evidence, now }, context)) !== null) {
    return resolvedUpheld(decision, dispute, { outcome: 'upheld', by, at })
  }
  await deps.assertSigns('dispute', context)
  const run = { by, commandId: context.commandId, askedBy: context.principal, now }
  const opened = await correctionRun(deps, { spool, evidence, dispute }, corrects, run, context)
  return {
    ...decision,
    ...opened,
    entries: [...decision.entries, ...opened.entries],
  }
}

type AskedRun = {
  readonly by: DisputeDecision['by']
  readonly commandId: string
  readonly askedBy: Principal
  readonly now: Date
}

/** The run of a decided dispute: over the evidence as it is, or over that of the latest receipt with the outcomes that were decided. */
export async function correctionRun(
  deps: SpoolDeps,
  { spool, evidence, dispute }: { spool: Spool; evidence: readonly Evidence[]; dispute: Dispute },
  { outcomes }: AgreedCorrection,
  { by, commandId, askedBy, now }: AskedRun,
  ask: Parameters<SpoolDeps['epochs']['known']>[0],
): Promise<SpoolDecision & { opens: RunToOpen }> {
  const runId = derivedId('run', newSpoolName(commandId, await deps.epochs.known(ask)))
  const at = now.toISOString() < spool.updatedAt ? spool.updatedAt : now.toISOString()
  const before = await judgedBefore(deps, spool, evidence)
  const items =
    outcomes === null
      ? []
      : findingItems(
          { dispute, by, outcomes },
          { spool, judged: before.judged },
          {
            at,
            evidenceIdOf: (conditionId) => derivedId('evidence', `${dispute.id}:${runId}:${conditionId}`),
            hashes: deps.hashes,
          },
        )
  const evidenceIds = [...before.judged, ...items.map(({ item }) => item)].map(({ id }) => id)
  const evidenceCount = outcomes === null ? evidence.length : evidenceIds.length
  const opened = openDecidedRun(spool, items, { runId, at, evidenceItems: evidenceCount })
  const decided = withDecision(opened, dispute, { by, outcomes, runId })
  return {
    ...decided,
    opens: {
      runId,
      spoolId: spool.id,
      accountId: spool.accountId,
      commandId,
      nonce: `n_${Buffer.from(deps.randomBytes(12)).toString('hex')}`,
      // Evidence that was judged before is held against the time at which it was.
      requestedAt: outcomes === null ? now.toISOString() : before.requestedAt,
      leaseUntil: new Date(deps.clock.now().getTime() + leaseMs).toISOString(),
      attempts: 0,
      unclaimedAfter: null,
      request: {
        kind: 'dispute',
        disputeId: dispute.id,
        askedBy,
        attempt: spool.state.runs + 1,
        evidenceCount: evidence.length + items.length,
        correction: correctionByDispute(
          dispute,
          spool,
          items.map(({ item }) => item.id),
        ),
        decided:
          outcomes === null ? null : { by: 'dispute', id: dispute.id, evidenceIds, findingsOf: before.runId },
      },
    },
  }
}

/** What the last run of a Spool judged, and when. */
async function judgedBefore(
  deps: SpoolDeps,
  spool: Spool,
  evidence: readonly Evidence[],
): Promise<{ judged: readonly Evidence[]; requestedAt: string; runId: string }> {
  const runId = spool.state.lastRun?.runId
  const process = runId === undefined ? null : await findProcess(deps.pool, runId)
  if (process === null) throw new Error(`Spool ${spool.id} is disputed and has no run`)
  const { requestedAt } = process
  return { judged: judgedEvidence({ spool, held: evidence }, process), requestedAt, runId: process.runId }
}
