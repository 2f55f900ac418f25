import { z } from 'zod'
import { type Access, anyScope, keyAccess } from '../access.ts'
import { type EndpointFields, largeBody } from '../endpoint.ts'
import type { ErrorCode } from '../errors/codes.ts'
import {
  acceptExample,
  amendExample,
  commitExample,
  evidenceExample,
  externalResultExample,
  onboardProviderExample,
  verifySpoolExample,
} from '../http/examples.ts'
import type { ActionName } from '@outturn/vocabulary'
import type { Tag } from '../gateway/tags.ts'
import { largestAgreementBytes } from '@outturn/agreement'
import { VerificationPreview } from '../http/spools/preflight.ts'
import { SpoolView } from '../http/spools/spool.ts'
import {
  AcceptRequest,
  AmendRequest,
  CommitRequest,
  EvidenceRequest,
  ExternalResultRequest,
  OnboardProviderRequest,
  VerifiedSpool,
  VerifySpoolRequest,
} from '../http/spools/spool-actions.ts'
import { Passed } from '../messages/passed-text.ts'
import { defineCommand } from '../operation.ts'
import { spoolParams } from '../path-parameters.ts'
import { dryRunQuery } from '../query-parameters.ts'
import { actionRefusals, actionTarget } from './action-target.ts'
import { verificationDeadlineMs } from './delivery-commands.ts'

const owner = keyAccess(['full'])
const eitherParty = keyAccess(['full', 'counterparty'])
const inProduction = keyAccess(['full'], { sandbox: false })

type ActionFields<Shape extends z.ZodRawShape, Body extends z.ZodType, Query extends z.ZodType> = {
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  readonly access: Access
  /** Members of the input beside the Spool and the version that it was seen at. */
  readonly input?: Shape
  readonly refuses?: readonly ErrorCode[]
  /** What its answer is, where that is not the Spool as its caller sees it afterwards. */
  readonly answer?: string
} & Pick<
  Partial<EndpointFields<Body, Query, typeof SpoolView>>,
  'body' | 'bodyLimit' | 'isBodyOptional' | 'query' | 'example' | 'hasOwnRule'
>

/** An action of the lifecycle, by its name in the path: answered with the Spool as its caller sees it afterwards. */
function lifecycleAction<
  Shape extends z.ZodRawShape = typeof actionTarget,
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
>(action: ActionName, { input, refuses = [], answer, ...http }: ActionFields<Shape, Body, Query>) {
  const name = ownNames[action]
  return defineCommand(`spool.${name ?? action}`, {
    input: z.strictObject({ ...actionTarget, ...(input as Shape) }),
    output: SpoolView,
    refuses: [...actionRefusals, ...refuses],
    http: {
      operationId: name ?? `${action}-spool`,
      path: `/api/v1/spools/:id/${action}`,
      isTagged: true,
      params: spoolParams,
      success: { status: 200, description: answer ?? 'The Spool after the action, as the caller sees it.' },
      ...http,
    },
  })
}

/** Actions whose command and operation have a name of their own; the others are named by the action. */
const ownNames: Partial<Record<ActionName, string>> = {
  evidence: 'submit-evidence',
  'external-result': 'record-external-result',
  'onboard-provider': 'onboard-provider',
}

export const proposeSpool = lifecycleAction('propose', {
  tag: 'Spools',
  summary: 'Propose a Spool',
  description:
    'Offers a draft or a declined Spool to the other party. It moves no money. A Spool made by create-spool is proposed already. Next, the other party accepts or declines it.',
  access: owner,
})

export const acceptSpool = lifecycleAction('accept', {
  tag: 'Spools',
  summary: 'Accept a Spool',
  description:
    'Binds the party that did not create the Spool to its conditions and its amount. It moves no money. The Spool must be proposed; a Spool of type `agent_task` is accepted together with its quote. Next, the provider delivers with submit-evidence.',
  access: eitherParty,
  input: { request: AcceptRequest },
  refuses: ['not_allowed_in_unilateral_mode', 'validation_failed'],
  body: AcceptRequest,
  example: acceptExample,
  isBodyOptional: true,
})

export const declineSpool = lifecycleAction('decline', {
  tag: 'Spools',
  summary: 'Decline a Spool or a cancellation request',
  description:
    'Refuses a proposed Spool, or a request of the other party to cancel one. A party that asked to cancel takes its request back with it. It moves no money. A declined Spool can be proposed again only where its agreement says so.',
  access: eitherParty,
  refuses: ['not_allowed_in_unilateral_mode'],
})

export const cancelSpool = lifecycleAction('cancel', {
  tag: 'Spools',
  summary: 'Cancel a Spool, or request its cancellation',
  description:
    'Ends a Spool on which nothing was delivered or paid out. Before settlement is committed one party is enough; afterwards the call is a request, which the other party confirms with cancel or refuses with decline. A key of scope `counterparty` can only answer such a request. What is held is released.',
  access: eitherParty,
  refuses: ['not_allowed_in_unilateral_mode'],
})

export const abandonSpool = lifecycleAction('abandon', {
  tag: 'Spools',
  summary: 'Abandon a Spool',
  description:
    'Ends the Spool for both parties at once, without asking the other one. It cannot be undone. Use it before settlement is committed, when the work will not go on; afterwards use cancel. It moves no money, runs already made stay charged, and receipts already issued stay valid.',
  access: owner,
})

export const completeSpool = lifecycleAction('complete', {
  tag: 'Spools',
  summary: 'Read a completed Spool',
  description:
    'Returns a Spool whose outcome is `completed`, and refuses any other with `invalid_state`. It changes nothing, costs nothing and may be repeated. Use read-spool for a Spool in any state.',
  access: keyAccess(anyScope),
})

/** A dry run answers with the Spool as it would be, new digests included, and stores nothing. */
export const amendSpool = lifecycleAction('amend', {
  tag: 'Spools',
  summary: 'Amend the conditions or units of a proposed Spool',
  description:
    'Replaces the conditions or the units before the Spool is accepted, and raises its version. A quote of the earlier version no longer counts. It moves no money. Use `dry_run=true` to see the new digests without storing anything.',
  access: owner,
  hasOwnRule: true,
  input: { request: AmendRequest, dryRun: z.boolean() },
  refuses: [
    'ambiguity_required',
    'input_too_large',
    'unsupported_environment_capability',
    'validation_failed',
  ],
  query: dryRunQuery,
  body: AmendRequest,
  bodyLimit: { bytes: largestAgreementBytes },
  example: amendExample,
  answer: 'The amended Spool. For a dry run, the Spool as it would be, with its new digests.',
})

export const commitSpool = lifecycleAction('commit', {
  tag: 'Settlement',
  summary: 'Commit to the settlement of a Spool',
  description:
    'Commits the buyer to pay what the verdict will earn, through this service. By card the agreed amount and the fee are held, and only what is earned is taken; from a wallet nothing moves before the transfers are signed or a grant is used. Use it after acceptance; `next_step` names what follows. Parties that pay each other elsewhere do not need it.',
  access: inProduction,
  input: { request: CommitRequest },
  refuses: [
    'conflict',
    'not_allowed_in_unilateral_mode',
    'payout_destination_required',
    'settlement_unavailable',
    'validation_failed',
    'wrong_funding_lane',
  ],
  body: CommitRequest,
  example: commitExample,
  isBodyOptional: true,
})

export const onboardProvider = lifecycleAction('onboard-provider', {
  tag: 'Settlement',
  summary: 'Start the payout set-up of the provider',
  description:
    'Returns the address of a page on which the provider enters where card payments go. It moves no money. The buyer can commit by card once the set-up is complete. Call it again for a fresh link.',
  access: inProduction,
  input: { request: OnboardProviderRequest },
  refuses: ['not_allowed_in_unilateral_mode', 'settlement_unavailable'],
  body: OnboardProviderRequest,
  example: onboardProviderExample,
})

/** An item is at most 1 MiB of UTF-8. Escaped in JSON no text is longer than three times itself; the rest is what stands around it. */
const longestEvidenceBody = 3 * 1_048_576 + 65_536

export const submitEvidence = lifecycleAction('evidence', {
  tag: 'Evidence',
  summary: 'Submit evidence',
  description:
    'Delivers one item: rows, a file, a text, or the word of a party (`confirmation`). **Of one condition, party and `source` the latest item counts**: to correct an item, send the new one under the same `source`. Items under different sources are counted together. Nothing is judged or charged yet; call verify-spool next.',
  access: keyAccess(anyScope),
  hasOwnRule: true,
  input: { request: EvidenceRequest },
  refuses: ['ambiguity_required', 'conflict', 'evidence_too_large', 'input_too_large', 'validation_failed'],
  body: EvidenceRequest,
  bodyLimit: { bytes: longestEvidenceBody, code: 'evidence_too_large' },
  example: evidenceExample,
})

export const recordExternalResult = lifecycleAction('external-result', {
  tag: 'Evidence',
  summary: 'Submit the signed result of an external party',
  description:
    'Records the signed verdict of a judge outside this service, for a condition that names this judge. The signature is checked against the key in the agreement. It costs nothing by itself. Next, verify-spool takes the result into account.',
  access: keyAccess(['full', 'verify'], { sandbox: false }),
  input: { request: ExternalResultRequest },
  refuses: ['configuration_unavailable', 'conflict', 'evidence_too_large', 'validation_failed'],
  body: ExternalResultRequest,
  bodyLimit: largeBody,
  example: externalResultExample,
})

/** What a verification is asked with; the evidence that comes along is a list that is passed on, for it may be megabytes. */
const verification = {
  request: VerifySpoolRequest.omit({ evidence: true }),
  evidence: Passed.exactOptional(),
}

/** Records the confirmations that come along, then runs the conditions over the whole active evidence set. */
export const verifySpool = defineCommand('spool.verify', {
  input: z.strictObject({ ...actionTarget, ...verification }),
  output: VerifiedSpool,
  refuses: [
    ...actionRefusals,
    'ambiguity_required',
    'checker_error',
    'configuration_unavailable',
    'conflict',
    'credits_required',
    'validation_failed',
  ],
  http: {
    operationId: 'verify-spool',
    path: '/api/v1/spools/:id/verify',
    // Any party may try a verification out; who may verify is a rule of the lifecycle.
    access: keyAccess(anyScope, { onlyDryRun: ['counterparty'] }),
    tag: 'Verify',
    summary: 'Verify the delivery of a Spool',
    description:
      'Judges all evidence that counts now, and issues a signed receipt. It charges one run; without new evidence it returns the latest result at no cost. Where settlement is committed, a final verdict releases what was earned. With `dry_run=true` nothing is stored, signed, charged or released, and each party may try it a limited number of times a day.',
    hasViews: true,
    hasOwnRule: true,
    isTagged: true,
    sandboxUse: 'verifies',
    deadlineMs: verificationDeadlineMs,
    params: spoolParams,
    query: dryRunQuery,
    body: VerifySpoolRequest,
    bodyLimit: largeBody,
    isBodyOptional: true,
    example: verifySpoolExample,
    success: {
      status: 200,
      description:
        'The Spool with the result of the run. Without a new run if confirmations are missing, or with the result of the latest run if nothing has changed since.',
    },
    otherSuccess: {
      status: 200,
      description: 'For a dry run: the verdict and the price of a run.',
      content: VerificationPreview,
    },
    refuses: ['evidence_too_large', 'input_too_large', 'rate_limited'],
  },
})

/**
 * What verifying would come to, judged over the evidence that the Spool holds and the items that are sent along; nothing is
 * stored, signed or charged. It is work, so it is not repeated like a query, and each party has so many a day.
 */
export const previewVerification = defineCommand('spool.preview-verification', {
  input: z.strictObject({ ...actionTarget, ...verification }),
  output: VerificationPreview,
  refuses: [...verifySpool.refuses, 'evidence_too_large', 'input_too_large', 'rate_limited'],
  sentBy: ['gateway'],
})
