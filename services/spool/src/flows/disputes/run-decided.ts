import { derivedId, failPoint } from '@outturn/service'
import type { SpoolDeps } from '../../deps.ts'
import { asOf } from '../../domain/lifecycle/as-of.ts'
import { disputeRunDue } from '../../domain/model/casework/dispute.ts'
import { nextVersionAlways } from '../../domain/model/decision.ts'
import { changeEvents } from '../../events.ts'
import { openedOn } from '../../store/run-process.ts'
import { findSpool } from '../../store/spool-store.ts'
import { driveRun } from '../runs/drive-run.ts'
import { inlineContents } from '../runs/frozen-run.ts'
import { loadFrozenRun } from '../runs/load-frozen-run.ts'
import { correctionRun } from './correct-receipt.ts'

const principal = { kind: 'service', service: 'spool' } as const
/** How long the driver of a run waits for the other services, ms. */
const driveMs = 25_000

/**
 * Opens and drives the run of a dispute that was decided while a settlement was under way, once that has ended. Its id is made of the
 * dispute, so that however often it is opened, it is one run with one receipt.
 */
export async function runDecidedDispute(deps: SpoolDeps, spoolId: string, now: Date): Promise<void> {
  const found = await findSpool(deps.pool, spoolId, deps.environment)
  if (found === null) return
  const current = asOf(found.spool, now, deps.hashes)
  const dispute = disputeRunDue(current.spool)
  if (dispute?.decision === null || dispute === null) return
  const { by, outcomes } = dispute.decision
  const commandId = `dispute:${dispute.id}:${dispute.steps.length}`
  const ask = { requestId: commandId, deadline: now.getTime() + driveMs, principal }
  await deps.assertSigns('dispute', ask)
  const { spool } = current
  const { opens, ...decision } = await correctionRun(
    deps,
    { spool, evidence: found.evidence, dispute },
    { outcomes },
    { by, commandId, askedBy: principal, now },
    ask,
  )
  const at = now.toISOString() < spool.updatedAt ? spool.updatedAt : now.toISOString()
  const change = nextVersionAlways(decision, at, {
    eventHash: deps.hashes.eventHash,
    entryId: (type, index) => derivedId('event', `${commandId}:${type}:${index}`),
  })
  const opened = openedOn(change.spool, opens)
  const outbox = changeEvents(deps, found.spool, change.spool, now)
  const items = decision.evidence ?? []
  const result = await deps.commit({
    origin: { kind: 'timer' },
    before: found.spool,
    spool: change.spool,
    history: [...current.history, ...change.history],
    ...(items.length > 0 && {
      evidence: { from: found.evidence.length, items, contents: decision.contents ?? [] },
    }),
    outbox,
    opens: opened,
    at: now.toISOString(),
  })
  if (result !== 'won') return
  failPoint('spool.after-dispute-run')
  deps.relay.publish(outbox)
  await driveRun(deps, await loadFrozenRun(deps, opened, inlineContents), ask)
}
