import {
  AcceptRequest,
  AmendRequest,
  abandonSpool,
  acceptSpool,
  amendSpool,
  CommitRequest,
  type Command,
  type CommandInput,
  cancelSpool,
  commitSpool,
  completeSpool,
  declineSpool,
  EvidenceRequest,
  ExternalResultRequest,
  OnboardProviderRequest,
  onboardProvider,
  proposeSpool,
  recordExternalResult,
  SpoolView,
  submitEvidence,
} from '@outturn/contracts'
import type { z } from 'zod'
import type { Operation } from '../../auth/access.ts'
import { type Answer, type Call, defineRoute, json, type Route } from '../../http/route.ts'
import { evidenceExample } from '../../openapi/examples.ts'
import { asCaller, asCommand } from '../bus-call.ts'
import { type DryRunQuery, dryRunQuery, isDryRun } from './dry-run.ts'
import { assertSandboxCanAgree, assertSandboxCanKeep } from '../sandbox/sandbox-capabilities.ts'
import { spoolAnswer, spoolParams, targetOf } from './spool-call.ts'

/** An action of the lifecycle by its name in the path. */
type Action<C extends Command, Body extends z.ZodType> = {
  readonly operation: Operation
  readonly summary: string
  readonly command: C
  readonly input: (call: Call<z.output<Body>>) => CommandInput<C>
  readonly body?: Body
  readonly isBodyOptional?: boolean
  readonly example?: z.input<Body>
}

function action<C extends Command, Body extends z.ZodType = z.ZodType>(
  name: string,
  { command, input, ...rest }: Action<C, Body>,
): Route {
  return defineRoute<Body>({
    method: 'POST',
    path: `/api/v1/spools/:id/${name}`,
    isRateLimited: true,
    isTagged: true,
    params: spoolParams,
    success: { status: 200, description: 'The Spool as its caller sees it afterwards.', content: SpoolView },
    refuses: command.refuses,
    answer: async (call) =>
      spoolAnswer(200, await call.instance.bus.requestBytes(command, input(call), asCommand(call))),
    ...rest,
  })
}

const withoutBody = { input: targetOf } as const

export const spoolActionRoutes: readonly Route[] = [
  action('propose', {
    operation: 'propose-spool',
    summary: 'Propose the agreement',
    command: proposeSpool,
    ...withoutBody,
  }),
  action('accept', {
    operation: 'accept-spool',
    summary: 'Accept the agreement',
    command: acceptSpool,
    body: AcceptRequest,
    isBodyOptional: true,
    input: (call) => ({ ...targetOf(call), request: call.body }),
  }),
  action('decline', {
    operation: 'decline-spool',
    summary: 'Decline the agreement',
    command: declineSpool,
    ...withoutBody,
  }),
  action('cancel', {
    operation: 'cancel-spool',
    summary: 'Cancel the agreement',
    command: cancelSpool,
    ...withoutBody,
  }),
  action('abandon', {
    operation: 'abandon-spool',
    summary: 'Abandon the Spool',
    command: abandonSpool,
    ...withoutBody,
  }),
  action('commit', {
    operation: 'commit-spool',
    summary: 'Commit the settlement',
    command: commitSpool,
    body: CommitRequest,
    isBodyOptional: true,
    input: (call) => ({ ...targetOf(call), request: call.body }),
  }),
  action('evidence', {
    operation: 'submit-evidence',
    summary: 'Submit evidence',
    command: submitEvidence,
    body: EvidenceRequest,
    example: evidenceExample,
    input(call) {
      const { body: request, identity, instance } = call
      if (identity?.sessionId !== undefined) assertSandboxCanKeep(request, instance.sessions.budget)
      return { ...targetOf(call), request }
    },
  }),
  action('external-result', {
    operation: 'record-external-result',
    summary: 'Record the signed judgment of the declared outside judge',
    command: recordExternalResult,
    body: ExternalResultRequest,
    input: (call) => ({ ...targetOf(call), request: call.body }),
  }),
  action('complete', {
    operation: 'complete-spool',
    summary: 'Read a completed Spool; changes nothing',
    command: completeSpool,
    ...withoutBody,
  }),
  action('onboard-provider', {
    operation: 'onboard-provider',
    summary: 'Start the onboarding of the provider for payouts',
    command: onboardProvider,
    body: OnboardProviderRequest,
    input: (call) => ({ ...targetOf(call), request: call.body }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/v1/spools/:id/amend',
    operation: 'amend-spool',
    summary: 'Amend the conditions or the unitization of a proposed Spool',
    isRateLimited: true,
    isTagged: true,
    params: spoolParams,
    query: dryRunQuery,
    body: AmendRequest,
    success: {
      status: 200,
      description: 'The amended Spool; of a dry run the Spool as it would be, with its new digests.',
      content: SpoolView,
    },
    refuses: [...amendSpool.refuses, 'unsupported_environment_capability'],
    answer: amend,
  }),
]

async function amend(call: Call<AmendRequest, DryRunQuery>): Promise<Answer> {
  const { instance, identity, body: request } = call
  if (identity?.sessionId !== undefined) assertSandboxCanAgree(request.add_conditions ?? [], 'add_conditions')
  const input = { ...targetOf(call), request, dryRun: isDryRun(call) }
  if (!input.dryRun)
    return spoolAnswer(200, await instance.bus.requestBytes(amendSpool, input, asCommand(call)))
  // Nothing is stored, so there is no tag to match later and no reply to repeat.
  return json(200, (await instance.bus.requestBytes(amendSpool, input, asCaller(call))).bytes)
}
