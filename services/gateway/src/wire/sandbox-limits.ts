import { needsNetwork } from '@outturn/checkers'
import type { ConditionInput } from '@outturn/agreement'
import type {
  CompiledPolicy,
  CompileSandboxRequest,
  EvidenceRequest,
  OneCallRequest,
  VerifySpoolRequest,
} from '@outturn/contracts'
import { evidenceTooLarge, type Refusal, unprocessable, unsupportedInSandbox } from '@outturn/contracts'
import type { SandboxBudget } from '../auth/sandbox-sessions.ts'

/** Refuses what only production can do and what is over the demo record limit; naming the field. */
export function assertSandboxCanVerify(request: OneCallRequest, budget: SandboxBudget): void {
  if (request.settlement === 'managed') throw unsupported('settlement', 'Managed settlement')
  for (const [index, condition] of (request.conditions ?? []).entries()) {
    if (typeof condition !== 'string' && fetches(condition)) {
      throw unsupported(`conditions[${index}].deterministic_check`, 'Fetching a URL')
    }
  }
  assertWithinDemoLimit(request.evidence.rows, 'evidence.rows', budget)
}

/** Refuses conditions that only production can judge. `field` is where they stand in the request. */
export function assertSandboxCanAgree(conditions: readonly ConditionInput[], field: string): void {
  for (const [index, condition] of conditions.entries()) {
    const at = `${field}[${index}]`
    if (fetches(condition)) throw unsupported(`${at}.deterministic_check`, 'Fetching a URL')
    if (condition.external_judge !== undefined) throw unsupported(`${at}.external_judge`, 'An outside judge')
  }
}

/** Refuses what a text states and only production can judge or hold; naming the place that states it. */
export function assertCompiledInSandbox(
  { suggested_conditions: suggested, unitization }: CompiledPolicy,
  { conditions = [], economics }: CompileSandboxRequest,
  { maxRows }: Pick<SandboxBudget, 'maxRows'>,
): void {
  assertSandboxCanAgree(conditions, 'conditions')
  if (suggested.some(({ condition }) => fetches(condition))) throw unsupported('source', 'Fetching a URL')
  if (unitization === null || unitization.total_units <= maxRows) return
  const isSent = economics?.unitization !== undefined
  throw unprocessable(
    isSent ? 'economics.unitization.total_units' : 'source',
    `The work has ${unitization.total_units} units; a demo record has at most ${maxRows} rows.`,
    { remediation: `Agree on at most ${maxRows} units, or use a production key.` },
  )
}

function fetches({ deterministic_check: check }: Pick<ConditionInput, 'deterministic_check'>): boolean {
  return check !== undefined && needsNetwork(check)
}

/** Refuses evidence over the demo record limit. */
export function assertSandboxCanKeep(
  { metadata }: EvidenceRequest,
  budget: SandboxBudget,
  field = 'metadata',
): void {
  const rows = metadata['rows']
  assertWithinDemoLimit(Array.isArray(rows) ? rows : [metadata], field, budget)
}

/** Refuses evidence over the demo record limit, of each item that is sent along with a dry run. */
export function assertSandboxCanTry({ evidence = [] }: VerifySpoolRequest, budget: SandboxBudget): void {
  for (const [index, item] of evidence.entries()) {
    assertSandboxCanKeep(item, budget, `evidence[${index}].metadata`)
  }
}

function assertWithinDemoLimit(rows: readonly unknown[], field: string, budget: SandboxBudget): void {
  if (rows.length > budget.maxRows || Buffer.byteLength(JSON.stringify(rows)) > budget.maxEvidenceBytes) {
    throw evidenceTooLarge(field, 'The evidence is over the demo record limit.', {
      remediation: `Send at most ${budget.maxRows} rows and ${budget.maxEvidenceBytes} bytes, or use a production key.`,
    })
  }
}

function unsupported(field: string, what: string): Refusal {
  return unsupportedInSandbox(`${what} is not available in the sandbox.`, { field })
}
