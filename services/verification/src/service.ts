import type { LoadShare } from '@outturn/concurrency'
import { join } from 'node:path'
import {
  checkJudgeProof,
  findCheckProblems,
  findJudgeSources,
  compileConditions,
  compilePolicy,
  confirmPolicy,
  listRecipes,
  matchClaims,
  previewRun,
  readExecutors,
  readMatchRows,
  readMatchRowsAt,
  readObservations,
  readRecipe,
  readRunDigest,
  resolveRecipe,
  runLanes,
} from '@outturn/contracts'
import { accountErasure, accountExport, on } from '@outturn/messaging'
import { createDatabase } from '@outturn/postgres/typed'
import { type BuildContext, defineService, every, type ServiceInstance } from '@outturn/service'
import { accountData } from './store/account-tables.ts'
import { replyIdsOf } from './store/erased-replies.ts'
import { countMatches, eraseMatches } from './store/matches/erase-matches.ts'
import { createCompileCharger } from './adapters/billing.ts'
import { createClaimReader } from './adapters/claim-reader.ts'
import { createEvaluator } from './adapters/evaluator.ts'
import { createEvidenceReader } from './adapters/evidence-reader.ts'
import { type AskJudge, createModelJudge } from './adapters/model-judge.ts'
import { createPolicyModel } from './adapters/policy-model.ts'
import { createPolicyReader, type PolicyReader } from './adapters/policy-reader.ts'
import { createUrlObserver } from './adapters/url-observer.ts'
import { verificationConfig } from './config.ts'
import { handleCheckJudgeProof } from './handlers/check-judge-proof.ts'
import { handleCompileConditions } from './handlers/compile-conditions.ts'
import { handleCompilePolicy } from './handlers/compile-policy.ts'
import { handleConfirmPolicy } from './handlers/confirm-policy.ts'
import { handleListRecipes } from './handlers/list-recipes.ts'
import { handleFindCheckProblems } from './handlers/find-check-problems.ts'
import { handleFindJudgeSources } from './handlers/find-judge-sources.ts'
import { handleMatchClaims } from './handlers/matches/match-claims.ts'
import { handleReadMatchRows } from './handlers/matches/read-match-rows.ts'
import { handleReadMatchRowsAt } from './handlers/matches/read-match-rows-at.ts'
import { handlePreviewRun } from './handlers/preview-run.ts'
import { handleReadExecutors } from './handlers/read-executors.ts'
import { handleReadObservations } from './handlers/read-observations.ts'
import { handleReadRecipe } from './handlers/read-recipe.ts'
import { handleReadRunDigest } from './handlers/read-run-digest.ts'
import { handleResolveRecipe } from './handlers/resolve-recipe.ts'
import { handleRunVerification } from './handlers/run-verification.ts'
import { createRunJudge } from './flows/judge-run.ts'
import { openSources } from './flows/sources/open-sources.ts'
import { createRunAttempts } from './flows/run-attempts.ts'
import { createRewriteSuggester, type SuggestRewrites } from './flows/suggest-rewrites.ts'
import { onSpoolEvidenceWithdrawn } from './reactions/spool-evidence-withdrawn.ts'
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
  const waits = laneWaits(metrics)
  const evaluator = createEvaluator({
    // What anyone may try without an account never runs in the thread that serves all others.
    isApart: environment === 'demo',
    threads: config.OUTTURN_EVALUATION_THREADS,
    countEnded: (cause) => ended.inc({ cause }),
    noteWait: waits('evaluation'),
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
  const reader = configuredPolicyReader(context, waits('policy'))
  const policies = {
    policies: reader,
    db,
    chargeCompile: createCompileCharger(bus),
    suggestRewrites: configuredSuggester(context, reader),
  }
  const sources = openSources(context)
  return {
    commands: [
      ...sources.commands,
      on(compileConditions, handleCompileConditions(policies)),
      on(findCheckProblems, handleFindCheckProblems(policies)),
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
      accountExport('verification', pool, accountData),
      ...accountErasure('verification', pool, accountData, {
        replyIds: (accountId) => replyIdsOf(pool, accountId),
        count: (owner) => countMatches(pool, owner),
        erase: (owner) => eraseMatches(pool, owner),
      }),
      on(
        matchClaims,
        handleMatchClaims({ pool, readClaims: createClaimReader(bus), slug: config.SERVICE_SLUG, evaluator }),
      ),
      on(readMatchRows, handleReadMatchRows(pool)),
      on(readMatchRowsAt, handleReadMatchRowsAt(pool)),
      on(resolveRecipe, handleResolveRecipe(policies)),
    ],
    sweepers: [
      every(3_600_000, 'forget-policies', (now) => forgetExpiredPolicies(pool, now)),
      ...sources.sweepers,
    ],
    reactions: [onSpoolEvidenceWithdrawn(pool)],
    jobs: [
      { job: runLanes.light, handle: runVerificationJob, concurrency: config.OUTTURN_RUNS_AT_ONCE },
      { job: runLanes.heavy, handle: runVerificationJob, concurrency: config.OUTTURN_HEAVY_RUNS_AT_ONCE },
      { job: runLanes.fetching, handle: runVerificationJob, concurrency: config.OUTTURN_RUNS_AT_ONCE },
    ],
    stop: async () => {
      await Promise.all([evaluator.stop(), reader.stop(), sources.stop()])
    },
  }
}

/** Notes the waits for a thread by lane, and by whether those that wait are of the account that sends most. */
function laneWaits(metrics: Context['metrics']) {
  const waits = metrics.duration(
    'lane_wait_seconds',
    'Time that work waited for its turn, by lane and by whether it is of the account with the most work there.',
    ['lane', 'share'],
  )
  return (lane: 'evaluation' | 'policy') => (waitedMs: number, share: LoadShare) =>
    waits.observe({ lane, share }, waitedMs / 1_000)
}

function configuredPolicyReader(
  { config, metrics }: Context,
  noteWait: (waitedMs: number, share: LoadShare) => void,
): PolicyReader {
  const ended = metrics.counter(
    'policy_readings_ended_total',
    'Readings of policy texts that were ended before they were done, by what they exceeded.',
    ['cause'],
  )
  return createPolicyReader({
    slug: config.SERVICE_SLUG,
    threads: config.OUTTURN_POLICY_THREADS,
    timeoutMs: config.OUTTURN_POLICY_TIMEOUT_MS,
    countEnded: (cause) => ended.inc({ cause }),
    noteWait,
  })
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

/** What asks the model of the policy compiler; null for none, and for what anyone may try without an account. */
function configuredSuggester(
  { environment, config, log, metrics }: Context,
  reader: PolicyReader,
): SuggestRewrites | null {
  const { OUTTURN_POLICY_MODEL_URL: url, OUTTURN_POLICY_MODEL_NAME: name } = config
  if (environment !== 'production' || url === undefined || name === undefined) return null
  const answers = metrics.counter(
    'policy_model_answers_total',
    'Questions of the policy compiler to its model by what came of them.',
    ['end'],
  )
  const model = createPolicyModel({
    url,
    name,
    apiKey: config.OUTTURN_POLICY_MODEL_KEY,
    log,
    countAnswer: (end) => answers.inc({ end }),
  })
  return createRewriteSuggester(model, reader)
}
