import { join } from 'node:path'
import {
  checkJudgeProof,
  findJudgeSources,
  compileConditions,
  compilePolicy,
  confirmPolicy,
  listRecipes,
  previewRun,
  readExecutors,
  readObservations,
  readRecipe,
  readRunDigest,
  resolveRecipe,
  runLanes,
} from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { createDatabase } from '@outturn/postgres/typed'
import { type BuildContext, defineService, every, type ServiceInstance } from '@outturn/service'
import { createCompileCharger } from './adapters/billing.ts'
import { createEvaluator } from './adapters/evaluator.ts'
import { createEvidenceReader } from './adapters/evidence-reader.ts'
import { type AskJudge, createModelJudge } from './adapters/model-judge.ts'
import { createUrlObserver } from './adapters/url-observer.ts'
import { verificationConfig } from './config.ts'
import { handleCheckJudgeProof } from './handlers/check-judge-proof.ts'
import { handleCompileConditions } from './handlers/compile-conditions.ts'
import { handleCompilePolicy } from './handlers/compile-policy.ts'
import { handleConfirmPolicy } from './handlers/confirm-policy.ts'
import { handleListRecipes } from './handlers/list-recipes.ts'
import { handleFindJudgeSources } from './handlers/find-judge-sources.ts'
import { handlePreviewRun } from './handlers/preview-run.ts'
import { handleReadExecutors } from './handlers/read-executors.ts'
import { handleReadObservations } from './handlers/read-observations.ts'
import { handleReadRecipe } from './handlers/read-recipe.ts'
import { handleReadRunDigest } from './handlers/read-run-digest.ts'
import { handleResolveRecipe } from './handlers/resolve-recipe.ts'
import { handleRunVerification } from './handlers/run-verification.ts'
import { createRunJudge } from './flows/judge-run.ts'
import { createRunAttempts } from './flows/run-attempts.ts'
import { createFindingStore } from './store/finding-store.ts'
import { forgetExpiredPolicies } from './store/policy-store.ts'
import { createRunRecorder, findRun } from './store/run-store.ts'
import type { Tables } from './store/tables.ts'
import { warmPolicyReading } from './domain/policies/warm-policy-reading.ts'

type Context = BuildContext<typeof verificationConfig.shape>

export const verificationService = defineService({
  name: 'verification',
  config: verificationConfig,
  migrations: join(import.meta.dirname, 'store/migrations'),
  build: buildVerification,
})

function buildVerification(context: Context): ServiceInstance {
  const { environment, config, pool, bus, clock, log, metrics } = context
  warmPolicyReading()
  const ended = metrics.counter(
    'evaluation_threads_ended_total',
    'Evaluation threads that were ended, by what they exceeded.',
    ['cause'],
  )
  const evaluator = createEvaluator({
    // What anyone may try without an account never runs in the thread that serves all others.
    isApart: environment === 'demo',
    threads: config.OUTTURN_EVALUATION_THREADS,
    countEnded: (cause) => ended.inc({ cause }),
    timeoutMs: config.OUTTURN_EVALUATION_TIMEOUT_MS,
    memoryMb: config.OUTTURN_EVALUATION_MEMORY_MB,
  })
  const runs = metrics.counter('runs_total', 'Runs by how they ended.', ['end'])
  const askJudge = configuredJudge(context)
  const judgeRun = createRunJudge({
    clock,
    evaluator,
    readContents: createEvidenceReader(bus),
    observeUrls: createUrlObserver(bus, clock),
    askJudge,
  })
  const runVerificationJob = handleRunVerification({
    clock,
    log,
    judgeRun,
    attempts: createRunAttempts(),
    findings: createFindingStore(pool),
    countRun: (end) => runs.inc({ end }),
    findRun: (runId) => findRun(pool, runId),
    recordRun: createRunRecorder(pool),
  })
  const db = createDatabase<Tables>(pool)
  const policies = { slug: config.SERVICE_SLUG, db, chargeCompile: createCompileCharger(bus) }
  return {
    commands: [
      on(compileConditions, handleCompileConditions()),
      on(previewRun, handlePreviewRun({ log, judgeRun })),
      on(checkJudgeProof, handleCheckJudgeProof(config.OUTTURN_JUDGE_SECRETS ?? {})),
      on(findJudgeSources, handleFindJudgeSources(config.OUTTURN_JUDGE_SECRETS ?? {})),
      on(readExecutors, handleReadExecutors({ hasModel: askJudge !== null })),
      on(readObservations, handleReadObservations(pool)),
      on(readRunDigest, handleReadRunDigest(pool)),
      on(compilePolicy, handleCompilePolicy(policies)),
      on(confirmPolicy, handleConfirmPolicy(policies)),
      on(listRecipes, handleListRecipes(db)),
      on(readRecipe, handleReadRecipe(db)),
      on(resolveRecipe, handleResolveRecipe(db)),
    ],
    sweepers: [every(3_600_000, 'forget-policies', (now) => forgetExpiredPolicies(pool, now))],
    jobs: [
      { job: runLanes.light, handle: runVerificationJob, concurrency: config.OUTTURN_RUNS_AT_ONCE },
      { job: runLanes.heavy, handle: runVerificationJob, concurrency: config.OUTTURN_HEAVY_RUNS_AT_ONCE },
      { job: runLanes.fetching, handle: runVerificationJob, concurrency: config.OUTTURN_RUNS_AT_ONCE },
    ],
    stop: () => evaluator.stop(),
  }
}

/** The model that this environment was given; null for none. */
function configuredJudge({ config, clock, log, metrics }: Context): AskJudge | null {
  const { OUTTURN_JUDGE_URL: url, OUTTURN_JUDGE_MODEL: model } = config
  if (url === undefined || model === undefined) return null
  const opinions = metrics.counter('opinions_total', 'Opinions of the model by what came of them.', ['end'])
  return createModelJudge({
    url,
    model,
    apiKey: config.OUTTURN_JUDGE_API_KEY,
    timeoutMs: config.OUTTURN_JUDGE_TIMEOUT_MS,
    maxEvidenceBytes: config.OUTTURN_JUDGE_EVIDENCE_BYTES,
    questionsPerAccount: config.OUTTURN_JUDGE_QUESTIONS_PER_ACCOUNT,
    clock,
    log,
    countOpinion: (end) => opinions.inc({ end }),
  })
}
