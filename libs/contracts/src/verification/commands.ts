import type { EvidenceContent, RunEvidence, RunOutcome, VerificationPlan } from '@outturn/checkers'
import { DeterministicCheck } from '@outturn/checkers'
import { z } from 'zod'
import { defineCommand, defineJob } from '../define.ts'
import { BundledObservations } from '../http/bundle.ts'
import { AccountId, RunId, Sha256Hex, SpoolId } from '../ids.ts'

/** Plain-text conditions compiled by the deterministic grammar; refused with the first text that does not name exactly one checker. */
export const compileConditions = defineCommand('verification.compile-conditions', {
  input: z.strictObject({
    conditions: z.array(z.strictObject({ index: z.int(), text: z.string() })).max(100),
  }),
  output: z.strictObject({
    compiled: z.array(
      z.strictObject({ index: z.int(), description: z.string(), deterministic_check: DeterministicCheck }),
    ),
  }),
  refuses: ['ambiguity_required'],
  sentBy: ['spool'],
})

/** Frozen input of one run. Content over the inline limit is left out and read by digest from the spool service. */
export type RunJob = {
  runId: string
  spoolId: string
  /** Whose run it is; observations are limited by account. */
  accountId: string
  slug: string
  plan: VerificationPlan
  evidence: RunEvidence[]
  /** Evidence content by its digest, or by evidence id where it has none; absent where it must be read by digest from the spool service. */
  contents: Record<string, EvidenceContent>
  /** The recorded time against which freshness is measured. */
  evaluatedAt: string
  /** base64url of the Spool's private 32-byte salt. */
  spoolSalt: string
  /** When the requester stops waiting, epoch ms; observations end before it. */
  deadline: number
}

/** What a run came to, or why it has no outcome. `completedAt` is when the run was first recorded. */
export type RunResult =
  | { runId: string; status: 'recorded'; completedAt: string; outcome: RunOutcome }
  | { runId: string; status: 'failed'; code: 'checker_error'; message: string }

export const runVerification = defineJob('verification.run', {
  payload: z.custom<RunJob>((value) => typeof value === 'object' && value !== null && 'runId' in value),
  result: z.custom<RunResult>((value) => typeof value === 'object' && value !== null && 'status' in value),
  sentBy: ['spool'],
})

/** One guarded observation of a URL, made by a process without database credentials. */
export const observeUrl = defineCommand('fetcher.observe-url', {
  input: z.strictObject({
    accountId: AccountId,
    url: z.string().max(2_048),
    method: z.enum(['HEAD', 'GET']),
    /** Whether HEAD is repeated as GET when it is answered 405 or 501. */
    retriesWithGet: z.boolean(),
    maxRedirects: z.int().min(0).max(5),
    timeoutMs: z.int().min(1).max(10_000),
  }),
  output: z.strictObject({
    url: z.string(),
    final_url: z.string().nullable(),
    status: z.int().nullable(),
    failure: z.enum(['unreachable', 'blocked_address']).nullable(),
    at: z.string(),
  }),
  sentBy: ['verification'],
})

export const readRunDigest = defineCommand('verification.read-run-digest', {
  input: z.strictObject({ runId: RunId }),
  output: z.strictObject({ runDigest: Sha256Hex, planHash: Sha256Hex, spoolId: SpoolId }),
  refuses: ['not_found'],
  sentBy: ['operator'],
})

/** What was observed for one run, as it was judged. The sender has made sure that its caller may see the run. */
export const readObservations = defineCommand('verification.read-observations', {
  input: z.strictObject({ runId: RunId }),
  output: z.strictObject({ observations: z.array(BundledObservations) }),
  sentBy: ['gateway'],
})
