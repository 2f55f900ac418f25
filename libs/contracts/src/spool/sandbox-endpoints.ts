import { z } from 'zod'
import { ownSessionAccess, sessionAccess } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { compileSandboxExample, confirmExample } from '../http/examples.ts'
import { CompiledSpool, CompileSandboxRequest } from '../http/sandbox.ts'
import { SpoolView } from '../http/spools/spool.ts'
import { ConfirmRequest } from '../http/spools/spool-actions.ts'
import { defineCommand } from '../operation.ts'
import { spoolParams } from '../path-parameters.ts'
import { dryRunQuery, historyQuery, sandboxPartyQuery } from '../query-parameters.ts'
import { acceptSpool, submitEvidence, verifySpool } from './action-commands.ts'
import { actionRefusals, actionTarget } from './action-target.ts'
import { createSpool, listSpoolEvents, readSpool } from './spool-commands.ts'

/**
 * The lifecycle of a demo Spool under the paths of the sandbox: the endpoints of v1 for a session alone, which plays both parties
 * or chooses one.
 */
const spool = '/api/sandbox/spools/:id'

/** Reads a text and makes a demo Spool of it; each part is counted by itself, the text also where nothing of it was read. */
export const compileSandboxSpool = defineEndpoint({
  operationId: 'compile-sandbox-spool',
  path: '/api/sandbox/compile',
  access: ownSessionAccess,
  tag: 'Sandbox',
  summary: 'Compile a text into a demo Spool',
  description:
    'Reads an agreement in plain words and makes a demo Spool of it, between a buyer and a seller that are both you. It moves no money. While the text leaves questions open the Spool is a draft: compile again with words that answer them.',
  isTagged: true,
  sandboxUse: 'compiles',
  body: CompileSandboxRequest,
  example: compileSandboxExample,
  success: {
    status: 201,
    description:
      'The demo Spool. It is proposed, or a draft if parts of the text are open. It also counts as one of the `spools`.',
    content: CompiledSpool,
  },
  refuses: [...createSpool.refuses, 'compile_failed'],
})

export const readSandboxSpool = defineEndpoint({
  ...readSpool.http,
  operationId: 'read-sandbox-spool',
  path: spool,
  access: sessionAccess,
  tag: 'Sandbox',
  summary: 'Read a demo Spool',
  description:
    'Returns a Spool of the session, as the buyer or as the seller sees it: choose with `act_as_party`. `next_step` names who acts next. It costs nothing.',
  query: sandboxPartyQuery,
  // A session that was invited to one party may not read as the other one.
  refuses: [...readSpool.http.refuses, 'forbidden'],
})

export const listSandboxSpoolEvents = defineEndpoint({
  ...listSpoolEvents.http,
  operationId: 'list-sandbox-spool-events',
  path: `${spool}/events`,
  access: sessionAccess,
  tag: 'Sandbox',
  summary: 'List the events of a demo Spool',
  query: historyQuery,
})

export const acceptSandboxSpool = defineEndpoint({
  ...acceptSpool.http,
  operationId: 'accept-sandbox-spool',
  path: `${spool}/accept`,
  access: sessionAccess,
  tag: 'Sandbox',
  summary: 'Accept a demo Spool',
  query: sandboxPartyQuery,
})

export const submitSandboxEvidence = defineEndpoint({
  ...submitEvidence.http,
  operationId: 'submit-sandbox-evidence',
  path: `${spool}/evidence`,
  access: sessionAccess,
  tag: 'Sandbox',
  summary: 'Submit evidence to a demo Spool',
  query: sandboxPartyQuery,
})

export const verifySandboxSpool = defineEndpoint({
  ...verifySpool.http,
  operationId: 'verify-sandbox-spool',
  path: `${spool}/verify`,
  access: { ...sessionAccess, onlyDryRun: ['counterparty'] },
  tag: 'Sandbox',
  summary: 'Verify the delivery of a demo Spool',
  query: dryRunQuery.extend(sandboxPartyQuery.shape),
})

/** Records confirmations and runs nothing: in production they come along with the verify action. */
export const confirmSandboxSpool = defineCommand('spool.confirm-conditions', {
  input: z.strictObject({ ...actionTarget, request: ConfirmRequest }),
  output: SpoolView,
  refuses: [...actionRefusals, 'conflict', 'validation_failed'],
  http: {
    operationId: 'confirm-sandbox-spool',
    path: `${spool}/confirm`,
    access: sessionAccess,
    tag: 'Sandbox',
    summary: 'Confirm conditions of a demo Spool',
    description:
      'Records the word of a party on conditions that people decide. It runs no verification and costs nothing. Next, call verify-sandbox-spool.',
    isTagged: true,
    params: spoolParams,
    query: sandboxPartyQuery,
    body: ConfirmRequest,
    example: confirmExample,
    success: { status: 200, description: 'The Spool with the confirmations. No verification is run.' },
  },
})
