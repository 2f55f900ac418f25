import type { EvidenceContent } from '@outturn/checkers'
import { z } from 'zod'
import { defineCommand } from '../define.ts'
import { BundledRunInput } from '../http/bundle.ts'
import { OneCallRequest, OneCallResponse } from '../http/one-call.ts'
import { SpoolEventView, SpoolView } from '../http/spool.ts'
import { RunId, Sha256Hex, ShareId, SpoolId } from '../ids.ts'
import { VerifiedRun } from './events.ts'

/** One call: agreement, evidence, verification and receipt. The reply is remembered by the command id. */
export const verifyDelivery = defineCommand('spool.verify-delivery', {
  input: z.strictObject({ request: OneCallRequest }),
  output: OneCallResponse,
  refuses: [
    'ambiguity_required',
    'checker_error',
    'configuration_unavailable',
    'conflict',
    'credits_required',
    'evidence_too_large',
    'not_allowed_in_unilateral_mode',
    'store_conflict',
    'unsupported_environment_capability',
    'validation_failed',
  ],
  sentBy: ['gateway'],
})

export const readSpool = defineCommand('spool.read-spool', {
  input: z.strictObject({ id: z.union([SpoolId, ShareId]) }),
  output: SpoolView,
  refuses: ['spool_not_found'],
  sentBy: ['gateway'],
})

export const listSpoolEvents = defineCommand('spool.list-events', {
  input: z.strictObject({ spoolId: SpoolId }),
  output: z.array(SpoolEventView),
  refuses: ['spool_not_found', 'forbidden'],
  sentBy: ['gateway'],
})

/** The Spools that one account created, newest first; used by the sandbox session read. */
export const listRecentSpools = defineCommand('spool.list-recent-spools', {
  input: z.strictObject({ limit: z.int().min(1).max(100) }),
  output: z.array(SpoolView),
  sentBy: ['gateway'],
})

/** How a run ended, for the billing sweeper. `unknown` means that no such run was ever recorded and none will be. */
export const readRunOutcome = defineCommand('spool.read-run-outcome', {
  input: z.strictObject({ runId: RunId }),
  output: z.discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.literal('open') }),
    z.strictObject({ outcome: z.literal('unknown') }),
    z.strictObject({ outcome: z.literal('failed') }),
    z.strictObject({ outcome: z.literal('verified'), run: VerifiedRun }),
  ]),
  sentBy: ['billing'],
})

/** Evidence content too large to travel with a job, as an EvidenceContent of libs/checkers. */
export const readEvidenceContent = defineCommand('spool.read-evidence-content', {
  input: z.strictObject({ spoolId: SpoolId, contentDigest: Sha256Hex }),
  output: z.strictObject({
    content: z.custom<EvidenceContent>((value) => typeof value === 'object' && value !== null),
  }),
  refuses: ['not_found'],
  sentBy: ['verification'],
})

/** What one run was given to judge, for a party of its Spool; contents within the size of a bundle. */
export const readRunInput = defineCommand('spool.read-run-input', {
  input: z.strictObject({ runId: RunId }),
  output: BundledRunInput,
  refuses: ['not_found'],
  sentBy: ['gateway'],
})
