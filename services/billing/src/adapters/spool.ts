import { readRunOutcome } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import type { RunOutcome } from '../domain/ledger/abandoned-run.ts'

const deadlineMs = 2_000

/** Asks how a run ended; refuses with `configuration_unavailable` without an answer within two seconds. */
export function askRunOutcome(bus: Bus, runId: string, now: Date): Promise<RunOutcome> {
  return bus.request(
    readRunOutcome,
    { runId },
    {
      principal: { kind: 'service', service: 'billing' },
      deadline: now.getTime() + deadlineMs,
      requestId: `billing-check-${runId}`,
    },
  )
}
