import type { EvidenceContent } from '@outturn/evaluation'
import { z } from 'zod'
import { defineCommand } from '../define.ts'
import type { ErrorCode } from '../errors/codes.ts'
import { BundledRunInput } from '../http/bundle.ts'
import { CreatedSpool, CreateSpoolRequest, SpoolList } from '../http/create-spool.ts'
import { OneCallRequest, OneCallResponse } from '../http/one-call.ts'
import { Preflight } from '../http/preflight.ts'
import { Quote } from '../http/quote.ts'
import { SupersededReceipt, SupersedeRequest } from '../http/receipt-life.ts'
import { SharedSpool, SpoolEventView, SpoolView } from '../http/spool.ts'
import {
  AcceptRequest,
  AmendRequest,
  CommitRequest,
  EvidenceRequest,
  ExternalResultRequest,
  OnboardProviderRequest,
  VerifiedSpool,
  VerifySpoolRequest,
} from '../http/spool-actions.ts'
import { AccountId, InvitationId, PartyId, ReceiptId, RunId, Sha256Hex, ShareId, SpoolId } from '../ids.ts'
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
    'recipe_hash_mismatch',
    'recipe_not_found',
    'store_conflict',
    'unsupported_environment_capability',
    'validation_failed',
  ],
  sentBy: ['gateway'],
})

/** What a one-call verification would come to, executed and priced; nothing is stored, signed or charged. */
export const previewDelivery = defineCommand('spool.preview-delivery', {
  input: z.strictObject({ request: OneCallRequest }),
  output: Preflight,
  refuses: verifyDelivery.refuses,
  sentBy: ['gateway'],
})

/** By id for a party; by share id for anybody, redacted unless the caller is a party. */
export const readSpool = defineCommand('spool.read-spool', {
  input: z.strictObject({ id: z.union([SpoolId, ShareId]) }),
  output: z.union([SpoolView, SharedSpool]),
  refuses: ['spool_not_found', 'unauthenticated'],
  sentBy: ['gateway'],
})

export const createSpool = defineCommand('spool.create', {
  input: z.strictObject({ request: CreateSpoolRequest }),
  output: CreatedSpool,
  refuses: [
    'ambiguity_required',
    'configuration_unavailable',
    'conflict',
    'forbidden',
    'store_conflict',
    'unsupported_environment_capability',
    'validation_failed',
  ],
  sentBy: ['gateway'],
})

/** Spools that the account is a party of, newest first, after the Spool with the id `after`. */
export const listSpools = defineCommand('spool.list', {
  input: z.strictObject({ limit: z.int().min(1).max(100), after: SpoolId.optional() }),
  output: SpoolList,
  refuses: ['forbidden', 'validation_failed'],
  sentBy: ['gateway'],
})

/** `expectedVersion` is the version of an If-Match; another version of the Spool refuses with `store_conflict`. */
const target = { spoolId: SpoolId, expectedVersion: z.int().min(1).optional() }
const everyAction = [
  'forbidden',
  'invalid_state',
  'spool_not_found',
  'store_conflict',
  'unauthenticated',
] as const

/** An action of the lifecycle: answered with the Spool as its caller sees it afterwards. */
function lifecycleAction<Shape extends z.ZodRawShape>(
  name: `spool.${string}`,
  shape: Shape,
  refuses: readonly ErrorCode[] = [],
) {
  return defineCommand(name, {
    input: z.strictObject({ ...target, ...shape }),
    output: SpoolView,
    refuses: [...everyAction, ...refuses],
    sentBy: ['gateway'],
  })
}

export const proposeSpool = lifecycleAction('spool.propose', {})
export const acceptSpool = lifecycleAction('spool.accept', { request: AcceptRequest }, ['validation_failed'])
export const declineSpool = lifecycleAction('spool.decline', {})
export const cancelSpool = lifecycleAction('spool.cancel', {}, ['not_allowed_in_unilateral_mode'])
export const abandonSpool = lifecycleAction('spool.abandon', {})
export const completeSpool = lifecycleAction('spool.complete', {})
/** A dry run answers with the Spool as it would be, new digests included, and stores nothing. */
export const amendSpool = lifecycleAction('spool.amend', { request: AmendRequest, dryRun: z.boolean() }, [
  'ambiguity_required',
  'unsupported_environment_capability',
  'validation_failed',
])
export const commitSpool = lifecycleAction('spool.commit', { request: CommitRequest }, [
  'not_allowed_in_unilateral_mode',
  'settlement_unavailable',
  'validation_failed',
])
export const onboardProvider = lifecycleAction(
  'spool.onboard-provider',
  { request: OnboardProviderRequest },
  ['not_allowed_in_unilateral_mode', 'settlement_unavailable'],
)
export const submitEvidence = lifecycleAction('spool.submit-evidence', { request: EvidenceRequest }, [
  'ambiguity_required',
  'conflict',
  'evidence_too_large',
  'validation_failed',
])
export const recordExternalResult = lifecycleAction(
  'spool.record-external-result',
  { request: ExternalResultRequest },
  ['configuration_unavailable', 'conflict', 'evidence_too_large', 'validation_failed'],
)

/** Records the confirmations that come along, then runs the conditions over the whole active evidence set. */
export const verifySpool = defineCommand('spool.verify', {
  input: z.strictObject({ ...target, request: VerifySpoolRequest }),
  output: VerifiedSpool,
  refuses: [
    ...everyAction,
    'ambiguity_required',
    'checker_error',
    'configuration_unavailable',
    'conflict',
    'credits_required',
    'validation_failed',
  ],
  sentBy: ['gateway'],
})

/** Runs the conditions again over the evidence as it is now; the receipt of that run replaces the latest one of the Spool. */
export const supersedeReceipt = defineCommand('spool.supersede-receipt', {
  input: z.strictObject({ spoolId: SpoolId, receiptId: ReceiptId, request: SupersedeRequest }),
  output: SupersededReceipt,
  refuses: [
    ...everyAction,
    'checker_error',
    'configuration_unavailable',
    'conflict',
    'credits_required',
    'not_found',
    'validation_failed',
  ],
  sentBy: ['gateway'],
})

/** Persists a quote for the current plan and economics, or answers with the current one while it still holds. */
export const quoteSpool = defineCommand('spool.quote', {
  input: z.strictObject(target),
  output: Quote,
  refuses: [...everyAction, 'configuration_unavailable', 'validation_failed', 'wrong_funding_lane'],
  sentBy: ['gateway'],
})

export const readQuote = defineCommand('spool.read-quote', {
  input: z.strictObject({ spoolId: SpoolId }),
  output: Quote,
  refuses: ['not_found', 'spool_not_found', 'unauthenticated', 'wrong_funding_lane'],
  sentBy: ['gateway'],
})

/** Which party an invitation would be for: the one counterparty slot that nobody has taken. Recorded in the history. */
export const inviteCounterparty = defineCommand('spool.invite-counterparty', {
  input: z.strictObject({ spoolId: SpoolId, invitationId: InvitationId }),
  output: z.strictObject({ spoolId: SpoolId, partyId: PartyId }),
  refuses: [...everyAction, 'conflict', 'not_allowed_in_unilateral_mode'],
  sentBy: ['gateway'],
})

/** Gives the slot to the holder of an exchanged invitation. Idempotent by invitation; a taken slot or a closed Spool refuses. */
export const assignParty = defineCommand('spool.assign-party', {
  input: z.strictObject({
    spoolId: SpoolId,
    partyId: PartyId,
    invitationId: InvitationId,
    accountId: AccountId,
  }),
  output: z.strictObject({ spoolId: SpoolId, partyId: PartyId }),
  refuses: ['conflict', 'invalid_state', 'spool_not_found'],
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
