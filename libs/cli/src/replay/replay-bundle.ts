import type { Environment } from '@outturn/vocabulary'
import { nodeSha256, nodeSuite } from '@outturn/canonical/node'
import type { EvaluatedOutcome } from '@outturn/agreement'
import type { ValueRules } from '@outturn/checkers'
import { evaluateRun, type RunInput } from '@outturn/evaluation'
import {
  bundleProblem,
  type OutcomeReceipt,
  type ReceiptAdvisory,
  type ReceiptVerdict,
  readReplayBundle,
  type ReplayBundle,
  type TrustSet,
  verifyOutcomeReceipt,
} from '@outturn/receipt-verifier'
import { bundledRun, rulesOf, unusablePlan } from './bundled-run.ts'
import {
  judgeAgreement,
  judgeContents,
  judgeEvaluatedAt,
  judgePlan,
  judgePlanAsAgreed,
  judgeReceipt,
  judgeRules,
} from './input-steps.ts'
import {
  judgeAmounts,
  judgeConditionResults,
  judgeEvidenceRoot,
  judgeResult,
  judgeRunDigest,
  judgeUnitResults,
} from './outcome-steps.ts'
import { judgeExternalResults, judgeObservations, judgeOpinions } from './recorded-steps.ts'
import type { Replay } from './replay.ts'
import type { StepFinding } from './replay-step.ts'

/** Every step of a replay in its order: first what the run was given, then what it came to. */
const steps = {
  receipt: judgeReceipt,
  agreement: judgeAgreement,
  plan: judgePlan,
  plan_as_agreed: judgePlanAsAgreed,
  rules: judgeRules,
  evidence_contents: judgeContents,
  observations: judgeObservations,
  opinions: judgeOpinions,
  external_results: judgeExternalResults,
  evaluated_at: judgeEvaluatedAt,
  evidence_root: judgeEvidenceRoot,
  condition_results: judgeConditionResults,
  unit_results: judgeUnitResults,
  result: judgeResult,
  amounts: judgeAmounts,
  run_digest: judgeRunDigest,
} as const satisfies Record<string, (replay: Replay) => StepFinding>

export type StepName = keyof typeof steps

export interface ReplayStep extends StepFinding {
  readonly name: StepName
}

/** What a replay found. It agrees when every step that can be made came out as the receipt says; only what was deleted cannot be repeated. */
export interface ReplayReport {
  readonly agrees: boolean
  /** Each condition of the plan, and whether it was judged again. */
  readonly conditions: readonly {
    readonly condition_id: string
    readonly replay: 'repeated' | 'not_repeatable'
  }[]
  readonly receipt_id: string
  readonly environment: Environment
  readonly run_id: string
  /** The digest of the run as it was replayed; null when the whole of it could not be. */
  readonly run_digest: string | null
  readonly steps: readonly ReplayStep[]
  readonly advisories: readonly ReceiptAdvisory[]
  /** What became of the receipt after the run, by the signed status in the bundle. */
  readonly since: 'corrected' | 'revoked' | null
}

/** A value that is no bundle; the message names the member. */
export class UnusableBundle extends Error {
  override readonly name = 'UnusableBundle'
}

/**
 * Runs the verification of a bundle again, offline, and compares everything it comes to with the receipt, bit for bit.
 * The keys decide whether the receipt is authentic. Throws UnusableBundle for a value that is not a bundle.
 */
export function replayBundle(candidate: unknown, trustSet: TrustSet, now = new Date()): ReplayReport {
  const reading = readReplayBundle(candidate)
  if ('problem' in reading) throw new UnusableBundle(`${reading.problem}.`)
  const { bundle, slug } = reading
  const problem = bundleProblem({ ...bundle }, trustSet, nodeSuite)
  if (problem !== undefined) throw new UnusableBundle(`${problem}.`)
  const { receipt, status } = bundle
  const versions = rulesOf(bundle)
  const unusable = whyUnusable(bundle, versions)
  const { input, gaps } = bundledRun(bundle, slug)
  const replay: Replay = {
    bundle,
    slug,
    verdict: verifyOutcomeReceipt(receipt, {
      trustSet,
      environment: receipt.environment,
      now,
      suite: nodeSuite,
      ...(status !== undefined && { status }),
    }),
    gaps,
    unusable,
    outcome: unusable === null ? outcomeBy(versions, input, receipt) : null,
  }
  const found = stepNames.map((name): ReplayStep => ({ name, ...steps[name](replay) }))
  const isRunWhole = found.at(-1)?.status !== 'not_replayed'
  return {
    agrees: found.every((one) => one.status === 'ok' || (one.status === 'not_replayed' && gaps.areDeleted)),
    conditions: bundle.plan.conditions.map(({ condition_id }) => ({
      condition_id,
      replay: unusable !== null || gaps.conditionIds.has(condition_id) ? 'not_repeatable' : 'repeated',
    })),
    receipt_id: receipt.id,
    environment: receipt.environment,
    run_id: receipt.verification.run_id,
    run_digest: isRunWhole ? (replay.outcome?.runDigest ?? null) : null,
    steps: found,
    advisories: replay.verdict.advisories,
    since: becameOf(replay.verdict),
  }
}

function whyUnusable(bundle: ReplayBundle, [rules]: readonly ValueRules[]): string | null {
  return rules === undefined
    ? 'its checkers are of a version that this program does not know'
    : unusablePlan(bundle, rules)
}

/** What the run comes to by the rules of its version; where no result names one, by the first that come to what was signed. */
function outcomeBy(
  versions: readonly ValueRules[],
  input: RunInput,
  { verification }: OutcomeReceipt,
): EvaluatedOutcome | null {
  const outcomes = versions.map((rules) => evaluateRun({ ...input, rules }, nodeSha256))
  return outcomes.find(({ runDigest }) => runDigest === verification.run_digest) ?? outcomes[0] ?? null
}

function becameOf({ reasons }: ReceiptVerdict): ReplayReport['since'] {
  if (reasons.includes('revoked')) return 'revoked'
  return reasons.includes('corrected') ? 'corrected' : null
}

const stepNames = Object.keys(steps) as StepName[]
