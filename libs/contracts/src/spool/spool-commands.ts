import { z } from 'zod'
import { anyScope, keyAccess } from '../access.ts'
import { CreatedSpool, CreateSpoolRequest, SpoolList } from '../http/spools/create-spool.ts'
import { createSpoolExample } from '../http/examples.ts'
import { SharedSpool, SpoolEventView, SpoolView } from '../http/spools/spool.ts'
import { largestAgreementBytes, ShareId, SpoolId } from '@outturn/agreement'
import { defineCommand, defineQuery } from '../operation.ts'
import { readableSpoolParams, spoolParams } from '../path-parameters.ts'
import { historyQuery, pageQuery } from '../query-parameters.ts'

export const createSpool = defineCommand('spool.create', {
  input: z.strictObject({
    request: CreateSpoolRequest,
    /** Made of a text that leaves something open: no party has proposed it yet. */
    isDraft: z.literal(true).exactOptional(),
  }),
  output: CreatedSpool,
  refuses: [
    'ambiguity_required',
    'configuration_unavailable',
    'conflict',
    'forbidden',
    'not_found',
    'recipe_hash_mismatch',
    'recipe_not_found',
    'store_conflict',
    'unsupported_environment_capability',
    'validation_failed',
  ],
  http: {
    operationId: 'create-spool',
    path: '/api/v1/spools',
    access: keyAccess(['full']),
    tag: 'Spools',
    summary: 'Create a Spool',
    description:
      'Proposes an agreement between a buyer and a seller: what is delivered, under which conditions, for how much. It moves no money and charges nothing. With `agreement.mode` `unilateral` it is accepted at once; otherwise the other party accepts it, with its own account or after invite-counterparty.',
    hasOwnRule: true,
    isTagged: true,
    sandboxUse: 'spools',
    body: CreateSpoolRequest,
    bodyLimit: { bytes: largestAgreementBytes },
    example: createSpoolExample,
    success: {
      status: 201,
      description: 'The Spool, the path for its provider, and the next step for the counterparty.',
    },
  },
})

/** Spools that the account is a party of, newest first, after the Spool with the id `after`. */
export const listSpools = defineQuery('spool.list', {
  input: z.strictObject({ limit: z.int().min(1).max(100), after: SpoolId.optional() }),
  output: SpoolList,
  refuses: ['forbidden', 'validation_failed'],
  http: {
    operationId: 'list-spools',
    path: '/api/v1/spools',
    access: keyAccess(['full']),
    tag: 'Spools',
    summary: 'List Spools',
    description:
      'Lists the Spools that the account is a party of, one page at a time. It costs nothing. Read on with `after` set to `next_cursor` while `has_more` is true. Use read-spool for one Spool.',
    hasViews: true,
    query: pageQuery(SpoolId),
    success: { status: 200, description: 'One page of Spools, newest first.' },
  },
})

/** By id for a party; by share id for any caller, redacted unless the caller is a party. */
export const readSpool = defineQuery('spool.read-spool', {
  input: z.strictObject({ id: z.union([SpoolId, ShareId]) }),
  output: z.union([SpoolView, SharedSpool]),
  refuses: ['spool_not_found', 'unauthenticated'],
  http: {
    path: '/api/v1/spools/:id',
    access: { kind: 'shared', scopes: anyScope },
    tag: 'Spools',
    summary: 'Read a Spool',
    description:
      'Returns the agreement, its evidence, the latest verdict and `next_step`, which names who acts next. It costs nothing. Send the `ETag` as `If-None-Match` to poll, and as `If-Match` with an action to be refused if the Spool has changed.',
    hasViews: true,
    hasOwnRule: true,
    isTagged: true,
    params: readableSpoolParams,
    success: {
      status: 200,
      description:
        'The Spool as the caller sees it. A request with a share ID and without a credential gets the shared view.',
    },
  },
})

/** Events after the one with the number `after`, as many as fit on a page. */
export const listSpoolEvents = defineQuery('spool.list-events', {
  input: z.strictObject({ spoolId: SpoolId, after: z.int().min(0) }),
  output: z.strictObject({ data: z.array(SpoolEventView), has_more: z.boolean() }),
  refuses: ['spool_not_found', 'forbidden', 'validation_failed'],
  http: {
    operationId: 'list-spool-events',
    path: '/api/v1/spools/:id/events',
    access: keyAccess(['full']),
    tag: 'Spools',
    summary: 'List the events of a Spool',
    description:
      'Reads the history of a Spool, one page at a time. Each event names the hash of the one before, so a change of the past shows. It costs nothing. Read on from `after` with the `seq` of the last event.',
    hasOwnRule: true,
    continuesByLink: true,
    params: spoolParams,
    query: historyQuery,
    success: {
      status: 200,
      description:
        'Events in the order in which they were recorded. `Link` names the next page, if there is one.',
      content: z.array(SpoolEventView),
    },
  },
})

/** The Spools that one account created in short, newest first; used by the sandbox session read. */
export const listRecentSpools = defineQuery('spool.list-recent-spools', {
  input: z.strictObject({ limit: z.int().min(1).max(100) }),
  output: z.array(SpoolView.pick({ id: true, type: true, status: true, created_at: true })),
  sentBy: ['gateway'],
})
