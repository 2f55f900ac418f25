import { newSpoolName } from '@outturn/contracts'
import { derivedId, failPoint } from '@outturn/service'
import { asOf } from '../../domain/lifecycle/as-of.ts'
import type { NextVersion } from '../../domain/model/decision.ts'
import type { Review } from '../../domain/model/casework/review.ts'
import {
  canReplace,
  correctionByReview,
  reviewItems,
  reviewRunDue,
  withoutReviewRun,
} from '../../domain/reviews/review-run.ts'
import { openDecidedRun } from '../../domain/runs/decided-run.ts'
import { partyOn } from '../../domain/model/viewer.ts'
import type { SpoolDeps } from '../../deps.ts'
import { findProcessOfReceipt, findReview } from '../../store/casework/review-store.ts'
import type { RunProcess, RunToOpen } from '../../store/run-process.ts'
import { findSpool, type StoredSpool } from '../../store/spool-store.ts'
import { commitDecided, decidedAt, driveMs } from '../casework/commit-decided.ts'
import { leaseMs } from '../lease.ts'
import { driveRun } from '../runs/drive-run.ts'
import { judgedEvidence } from '../runs/frozen-run.ts'
import { inlineContents } from '../runs/frozen-run.ts'
import { loadFrozenRun } from '../runs/load-frozen-run.ts'

const service = { kind: 'service', service: 'spool' } as const

/**
 * Opens and drives the run that the decision of a reviewer asks for, where it can begin now. Its id is made of the review and of how
 * many runs failed before, so however often it is opened, it is one run with one receipt.
 */
export async function runDueReview(
  deps: SpoolDeps,
  spoolId: string,
  now: Date,
  deadline: number = now.getTime() + driveMs,
): Promise<void> {
  const found = await findSpool(deps.pool, spoolId, deps.environment)
  if (found === null) return
  const current = asOf(found.spool, now, deps.hashes)
  const review = reviewRunDue(current.spool, now)
  if (review === null) return
  if (!canReplace(current.spool, review)) {
    const at = decidedAt(current.spool, now)
    const decision = withoutReviewRun(current.spool, review.id, at)
    const by = { at, now, entryPrefix: entryPrefix(found, current) }
    await commitDecided(deps, { found, current, decision }, by)
    return
  }
  const opened = await openRun(deps, found, current, review, now)
  failPoint('spool.after-review-run')
  if (opened === null) return
  await driveRun(deps, await loadFrozenRun(deps, opened, inlineContents), {
    deadline,
    requestId: `review:${review.id}`,
    principal: service,
  })
}

/** The process of the run; null where another replica opened it, or the Spool changed meanwhile. */
async function openRun(
  deps: SpoolDeps,
  found: StoredSpool,
  current: NextVersion,
  review: Review,
  now: Date,
): Promise<RunProcess | null> {
  const { spool } = current
  const ask = { requestId: `review:${review.id}`, deadline: now.getTime() + driveMs }
  await deps.assertSigns('review', { ...ask, principal: service } as never)
  const [reviewed, stored] = await Promise.all([
    findProcessOfReceipt(deps.pool, spool.id, review.receiptId),
    findReview(deps.pool, review.id),
  ])
  if (reviewed === null || stored === null || stored.sentence === null) {
    throw new Error(`review ${review.id} has no run or no decision`)
  }
  const at = decidedAt(spool, now)
  const judged = judgedEvidence({ spool, held: found.evidence }, reviewed)
  const items = reviewItems(
    review,
    stored.sentence,
    { spool, judged },
    {
      at,
      evidenceIdOf: (conditionId) => derivedId('evidence', `${review.id}:${conditionId}`),
      hashes: deps.hashes,
    },
  )
  const held = new Set(found.evidence.map(({ id }) => id))
  const added = items.filter(({ item }) => !held.has(item.id))
  const itemIds = items.map(({ item }) => item.id)
  const evidenceIds = [...judged.map(({ id }) => id), ...itemIds]
  const commandId = `review:${review.id}:${review.rerun?.failures ?? 0}`
  const runId = derivedId('run', newSpoolName(commandId, await deps.epochs.known(ask)))
  const process: RunToOpen = {
    runId,
    spoolId: spool.id,
    accountId: partyOn(spool, review.side).accountId ?? spool.accountId,
    commandId,
    nonce: `n_${Buffer.from(deps.randomBytes(12)).toString('hex')}`,
    // The evidence is held against the time at which it was judged before.
    requestedAt: reviewed.requestedAt,
    leaseUntil: new Date(deps.clock.now().getTime() + leaseMs).toISOString(),
    attempts: 0,
    unclaimedAfter: null,
    request: {
      kind: 'review',
      askedBy: service,
      attempt: spool.state.runs + 1,
      evidenceCount: found.evidence.length + added.length,
      correction: correctionByReview(review, itemIds),
      decided: { by: 'review', id: review.id, evidenceIds, findingsOf: reviewed.runId },
    },
  }
  const decision = openDecidedRun(spool, added, { runId, at, evidenceItems: evidenceIds.length })
  const by = { at, now, entryPrefix: entryPrefix(found, current) }
  return commitDecided(deps, { found, current, decision, opens: process }, by)
}

function entryPrefix({ spool }: StoredSpool, current: NextVersion): string {
  return `${spool.id}:${current.spool.version}:review`
}
