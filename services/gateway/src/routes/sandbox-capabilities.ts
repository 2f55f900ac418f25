import { type OneCallRequest, Refusal } from '@outturn/contracts'
import type { SandboxBudget } from '../auth/sandbox-sessions.ts'

/** Refuses what only production can do and what is over the demo record limit; naming the field. */
export function assertSandboxCanVerify(request: OneCallRequest, budget: SandboxBudget): void {
  if (request.settlement === 'managed') throw unsupported('settlement', 'Managed settlement')
  for (const [index, condition] of (request.conditions ?? []).entries()) {
    if (typeof condition !== 'string' && condition.deterministic_check.checker === 'http_status') {
      throw unsupported(`conditions[${index}].deterministic_check`, 'Fetching a URL')
    }
  }
  const { rows } = request.evidence
  if (rows.length > budget.maxRows || Buffer.byteLength(JSON.stringify(rows)) > budget.maxEvidenceBytes) {
    throw new Refusal('evidence_too_large', 'The evidence is over the demo record limit.', {
      field: 'evidence.rows',
      remediation: `Send at most ${budget.maxRows} rows and ${budget.maxEvidenceBytes} bytes, or use a production key.`,
    })
  }
}

function unsupported(field: string, what: string): Refusal {
  return new Refusal('unsupported_environment_capability', `${what} is not available in the sandbox.`, {
    field,
  })
}
