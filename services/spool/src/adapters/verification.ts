import {
  checkJudgeProof,
  type CommandInput,
  type CommandOutput,
  compileConditions,
  findCheckProblems,
  findJudgeSources,
  type JobResult,
  PassedText,
  previewRun,
  resolveRecipe,
  type RunJob,
  type RunLane,
  runLanes,
  type runVerification,
  unavailable,
  unprocessable,
} from '@outturn/contracts'
import type { ConditionInput } from '@outturn/agreement'
import { findParameterProblem, stepsToFindProblem } from '@outturn/checkers'
import { type CommandContext, JobRefused } from '@outturn/messaging'
import { failPoint } from '@outturn/service'
import type { SpoolDeps } from '../deps.ts'
import { maxConditions } from '../domain/agreement/agreed-conditions.ts'
import type { JudgedResult } from '../domain/submissions/external-result.ts'
import { onBehalfOf } from './on-behalf-of.ts'

type VerificationDeps = Pick<SpoolDeps, 'bus'>

/** The conditions of a recipe, which is pinned by the hash of its terms. */
export function recipeConditions(
  { bus }: VerificationDeps,
  recipe: CommandInput<typeof resolveRecipe>,
  context: CommandContext,
): Promise<CommandOutput<typeof resolveRecipe>> {
  return bus.request(resolveRecipe, recipe, onBehalfOf(context))
}

/** Conditions in plain text as the checks that they compile to. */
export function compiledConditions(
  { bus }: VerificationDeps,
  texts: CommandInput<typeof compileConditions>,
  context: CommandContext,
): Promise<CommandOutput<typeof compileConditions>> {
  return bus.request(compileConditions, texts, onBehalfOf(context))
}

/** What finding the problems of one agreement's checks may cost here, in steps: some milliseconds of the event loop. */
const mostStepsHere = 10_000
const mostStepsOfCheck = mostStepsHere / maxConditions

/**
 * Finds what would make a check of these conditions unusable. Those that are more work together than the event loop has time for are
 * read by verification, in a thread.
 */
export async function problemFinder(
  { bus }: VerificationDeps,
  conditions: readonly Pick<ConditionInput, 'deterministic_check'>[],
  context: CommandContext,
): Promise<typeof findParameterProblem> {
  const checks = conditions.flatMap(({ deterministic_check: check }) => (check === undefined ? [] : [check]))
  const steps = checks.map(stepsToFindProblem)
  if (steps.reduce((sum, each) => sum + each, 0) <= mostStepsHere) return findParameterProblem
  const long = checks.filter((_, index) => (steps[index] ?? 0) > mostStepsOfCheck)
  const { problems } = await bus.request(findCheckProblems, { checks: long }, onBehalfOf(context))
  const found = new Map(long.map((check, index) => [check, problems[index]]))
  return (check) => {
    const problem = found.get(check)
    return problem === undefined ? findParameterProblem(check) : problem
  }
}

/** The outcome of a run of which nothing is kept. `beside` are contents that are neither in the job nor held by the Spool. */
export function previewedRun(
  { bus }: VerificationDeps,
  job: RunJob,
  beside: readonly { readonly digest: string; readonly text: string }[],
  context: CommandContext,
): Promise<CommandOutput<typeof previewRun>> {
  const list = beside.map(({ text }) => `{"content":${text}}`).join(',')
  const passed =
    beside.length === 0
      ? {}
      : { keys: beside.map(({ digest }) => digest), contents: new PassedText(Buffer.from(`[${list}]`)) }
  return bus.request(previewRun, { job, ...passed }, onBehalfOf(context))
}

/**
 * Refuses a judge by a shared secret that this deployment does not have: none of its results could be checked. Asks nothing
 * where no judge is of that kind. `member` is where the conditions stand in the request.
 */
export async function assertCheckableJudges(
  { bus }: VerificationDeps,
  conditions: readonly Pick<ConditionInput, 'external_judge'>[],
  member: string,
  context: CommandContext,
): Promise<void> {
  const declared = conditions.flatMap(({ external_judge: judge }, index) =>
    judge?.proof.type === 'hmac_sha256' ? [{ index, sourceId: judge.proof.source_id }] : [],
  )
  if (declared.length === 0) return
  const sourceIds = declared.map(({ sourceId }) => sourceId)
  const { known } = await bus.request(findJudgeSources, { sourceIds }, onBehalfOf(context))
  const unknown = declared.find(({ sourceId }) => !known.includes(sourceId))
  if (unknown === undefined) return
  throw unprocessable(
    `${member}[${unknown.index}].external_judge.proof.source_id`,
    `No secret of a source "${unknown.sourceId}" is configured here, so no result of this judge could be checked.`,
    {
      reason: 'unusable_key',
      remediation:
        'Ask the operator to configure the secret of the source, or agree on a judge with a public key.',
    },
  )
}

/** Refuses a result that its declared judge has not proven to be its own. */
export async function assertProven(
  { bus }: VerificationDeps,
  { judge, signedText }: Pick<JudgedResult, 'judge' | 'signedText'>,
  proof: CommandInput<typeof checkJudgeProof>['proof'],
  context: CommandContext,
): Promise<void> {
  const { valid, reason } = await bus.request(
    checkJudgeProof,
    { judge, text: signedText, proof },
    onBehalfOf(context),
  )
  if (valid) return
  throw unprocessable('proof', `The proof is not that of the judge ${judge.id}.`, {
    remediation:
      'Sign the canonical JSON of the result, with the id and the agreement hash of this Spool, by the declared key.',
    ...(reason !== null && { reason }),
  })
}

/** What a worker is sent to run, and where. */
export type PlacedJob = { runId: string; accountId: string; lane: RunLane; deadline: number; text: string }

/**
 * Has a worker of its lane run a job and waits for its result until the deadline. Every attempt is a job of its own: the
 * queue drops repetitions of one id, and the worker of the first may have died.
 */
export async function runByWorker(
  { bus, places }: Pick<SpoolDeps, 'bus' | 'places'>,
  { runId, accountId, lane, deadline, text }: PlacedJob,
  attempt: number | string,
): Promise<JobResult<typeof runVerification>> {
  const resultKey = `${runId}-${attempt}`
  const job = runLanes[lane]
  const result = await places(lane, accountId, deadline, () => {
    const awaited = bus.awaitResult(job, resultKey, deadline)
    bus.enqueue(job, text, { id: resultKey, resultKey, accountId, isAlone: lane !== 'light' })
    failPoint('spool.after-enqueue')
    return awaited.catch(pendingInQueue)
  })
  if (result !== null) return result
  throw unavailable('The verification is recorded and has not finished yet.', {
    reason: 'verification_pending',
    retryAfterSeconds: 2,
  })
}

/** The run is recorded, and is driven again once the queue stores jobs. */
function pendingInQueue(error: unknown): never {
  if (!(error instanceof JobRefused)) throw error
  throw unavailable('The verification is recorded and waits: the job queue stores no messages now.', {
    reason: 'queue_unavailable',
    retryAfterSeconds: 5,
  })
}

/** Refuses a verification that no worker would get, before anything is reserved or recorded for it. */
export function assertTakesJobs({ bus }: VerificationDeps): void {
  if (bus.takesJobs()) return
  throw unavailable('No verification can start: the job queue stores no messages now.', {
    reason: 'queue_unavailable',
    retryAfterSeconds: 5,
  })
}

export type RecordedRunResult = Extract<JobResult<typeof runVerification>, { status: 'recorded' }>
