import { failPoint } from '@outturn/service'
import type { SpoolDeps } from '../../deps.ts'
import { asOf } from '../../domain/lifecycle/as-of.ts'
import { disputeRunDue } from '../../domain/model/casework/dispute.ts'
import { findSpool } from '../../store/spool-store.ts'
import { commitDecided, decidedAt, driveMs } from '../casework/commit-decided.ts'
import { driveRun } from '../runs/drive-run.ts'
import { inlineContents } from '../runs/frozen-run.ts'
import { loadFrozenRun } from '../runs/load-frozen-run.ts'
import { correctionRun } from './correct-receipt.ts'

const principal = { kind: 'service', service: 'spool' } as const

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
  const opened = await commitDecided(
    deps,
    { found, current, decision, opens },
    { at: decidedAt(spool, now), now, entryPrefix: commandId },
  )
  if (opened === null) return
  failPoint('spool.after-dispute-run')
  await driveRun(deps, await loadFrozenRun(deps, opened, inlineContents), ask)
}
