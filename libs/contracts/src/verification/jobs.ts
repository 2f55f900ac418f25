import {
  AccountId,
  EvidenceContent,
  RunEvidence,
  RunId,
  RunOutcome,
  SpoolId,
  Timestamp,
  VerificationPlan,
} from '@outturn/agreement'
import { z } from 'zod'
import { defineJob } from '../define.ts'
import { Passed } from '../messages/passed-text.ts'

/** Frozen input of one run. Content over the inline limit is left out and read by digest from the spool service. */
export const RunJob = z.strictObject({
  runId: RunId,
  spoolId: SpoolId,
  /** Whose run it is; observations are limited by account. */
  accountId: AccountId,
  slug: z.string(),
  plan: VerificationPlan,
  evidence: z.array(RunEvidence),
  /** Evidence content by its digest, or by evidence id where it has none; absent where it must be read by digest from the spool service. */
  contents: z.record(z.string(), EvidenceContent),
  /** The recorded time against which freshness is measured. */
  evaluatedAt: Timestamp,
  /** base64url of the Spool's private 32-byte salt. */
  spoolSalt: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  /** How long the requester waits from when the job is placed, ms; observations end before it. */
  remainingMs: z.int(),
  /** The run whose observations and opinions count again, in place of asking anew. */
  findingsOf: RunId.exactOptional(),
  /** Set where another driver had the run before: it may have been recorded. */
  isTakenOver: z.literal(true).exactOptional(),
})
export type RunJob = z.infer<typeof RunJob>

/** The outcome of a run, or why it has none. `completedAt` is when the run was first recorded. */
export const RunResult = z.discriminatedUnion('status', [
  z.strictObject({
    runId: RunId,
    status: z.literal('recorded'),
    completedAt: Timestamp,
    outcome: RunOutcome,
    /** What was found of each unit, as the receipt says it; null on a Spool without units. */
    unitResults: Passed.nullable(),
  }),
  z.strictObject({
    runId: RunId,
    status: z.literal('failed'),
    code: z.literal('checker_error'),
    message: z.string(),
  }),
])
export type RunResult = z.infer<typeof RunResult>

const run = { payload: RunJob, result: RunResult, sentBy: ['spool'] as ['spool'] }

/** A run that takes a few milliseconds at most. */
export const runVerification = defineJob('verification.run', run)

/** A run that may take long: it waits behind others of its kind, and no light one behind it. */
export const runHeavyVerification = defineJob('verification.run-heavy', run)

/** A run that asks the network or a model, and mostly waits. */
export const runFetchingVerification = defineJob('verification.run-fetching', run)

/** The queue of each kind of run. Environments share none: each has a stream of its own. */
export const runLanes = {
  light: runVerification,
  heavy: runHeavyVerification,
  fetching: runFetchingVerification,
} as const
export type RunLane = keyof typeof runLanes
