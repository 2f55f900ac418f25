import type { RunJob, RunResult } from '@outturn/contracts'

/** A job of no conditions. */
export function jobOf(runId: string): RunJob {
  return {
    runId,
    spoolId: `spl_${'0'.repeat(24)}`,
    accountId: `acc_${'0'.repeat(24)}`,
    slug: 'example',
    plan: {
      plan_version: '1',
      compiler_version: '1',
      evidence_policy_version: '1',
      aggregation_policy: { policy_id: 'all', policy_version: '1' },
      conditions: [],
      unitization: null,
      value: { amount_cents: 0, currency: 'USD' },
    },
    evidence: [],
    contents: {},
    evaluatedAt: '2026-01-02T03:04:06.000Z',
    spoolSalt: 'A'.repeat(43),
    remainingMs: 0,
  }
}

export function failedRun(runId: string): RunResult {
  return { runId, status: 'failed', code: 'checker_error', message: 'é' }
}
