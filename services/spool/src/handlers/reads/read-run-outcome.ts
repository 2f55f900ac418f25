import type { readRunOutcome } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SpoolDeps } from '../../deps.ts'
import { runState } from '../../store/process-store.ts'

export function handleReadRunOutcome(deps: SpoolDeps): Handler<typeof readRunOutcome> {
  return async ({ runId }) => {
    const run = await runState(deps.pool, runId)
    if (run === null) return { outcome: 'unknown' }
    switch (run.state) {
      case 'requested':
        return { outcome: 'open' }
      case 'failed':
        return { outcome: 'failed' }
      case 'done':
        return { outcome: 'verified', run: run.verifiedRun }
      default:
        return run satisfies never
    }
  }
}
