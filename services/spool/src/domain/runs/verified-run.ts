import type { RunOutcome } from '@outturn/agreement'
import type { VerifiedRun } from '@outturn/contracts'
import type { Spool } from '../model/spool.ts'
import { isUncertainByService } from './service-fault.ts'

/** The facts of a finished run that billing posts and usage counts, for whom it was run. A run without units counts as one. */
export function verifiedRunOf(
  spool: Spool,
  outcome: RunOutcome,
  {
    isUncharged,
    ...facts
  }: { accountId: string; receiptId: string | null; at: string; isUncharged?: boolean },
): VerifiedRun {
  return {
    runId: outcome.runId,
    spoolId: spool.id,
    ...facts,
    result: outcome.result,
    submittedUnits: outcome.units?.total ?? 1,
    acceptedUnits: outcome.accepted,
    earnedCents: outcome.earnedCents,
    useCase: spool.agreement.deliverable.type,
    checkers: checkersOf(spool),
    run: spool.state.runs,
    ...(spool.state.status.outcome !== 'active' && { isLast: true }),
    ...((isUncharged === true || isUncertainByService(spool.agreement.conditions, outcome)) && {
      isUncharged: true,
    }),
  }
}

function checkersOf({ agreement }: Spool): string[] {
  const named = agreement.conditions.flatMap(({ deterministic_check: check }) => check?.checker ?? [])
  return [...new Set(named)]
}
