import type { Database } from '@outturn/postgres/typed'
import type { Clock, Log } from '@outturn/service'
import type { ChargeCompile } from './adapters/billing.ts'
import type { PolicyReader } from './adapters/policy-reader.ts'
import type { RunRecord } from './domain/run-record.ts'
import type { FindingStore, JudgeRun } from './flows/judge-run.ts'
import type { RunAttempts } from './flows/run-attempts.ts'
import type { SuggestRewrites } from './flows/suggest-rewrites.ts'
import type { Tables } from './store/tables.ts'

/** What the handlers of policies work with. */
export type PolicyDeps = {
  readonly policies: Pick<PolicyReader, 'draft' | 'confirm'>
  readonly db: Database<Tables>
  readonly chargeCompile: ChargeCompile
  /** Null without a model. */
  readonly suggestRewrites: SuggestRewrites | null
}

/** What the handlers of conditions and recipes work with. */
export type ConditionDeps = {
  readonly policies: Pick<PolicyReader, 'compile' | 'resolve' | 'findProblems'>
  readonly db: Database<Tables>
}

/** What the worker that judges and records runs works with. */
export type RunDeps = {
  readonly clock: Clock
  readonly log: Log
  readonly judgeRun: JudgeRun
  readonly attempts: RunAttempts
  readonly findings: FindingStore
  readonly findRun: (runId: string) => Promise<RunRecord | null>
  readonly recordRun: (record: RunRecord) => Promise<RunRecord>
  /** Counts how a run ended. */
  readonly countRun: (end: 'recorded' | 'repeated' | 'failed') => void
}

/** What the preview of a run works with: the same judge, and no record. */
export type PreviewDeps = Pick<RunDeps, 'log' | 'judgeRun'>
