import { AccountId, SourceId, SpoolId, Timestamp } from '@outturn/agreement'
import { z } from 'zod'
import { keyAccess, openAccess } from '../access.ts'
import { RejectedElement } from '../http/sources/fact.ts'
import {
  AcceptedDelivery,
  SourceSyncView,
  SourceTestResult,
  SourceView,
  SourceWithSecret,
  StartedSync,
} from '../http/sources/source.ts'
import {
  SourceMapping,
  SourceRequest,
  SourceRotateRequest,
  SourceTestRequest,
} from '../http/sources/source-request.ts'
import { defineCommand, defineQuery } from '../operation.ts'
import { deliveryParams, sourceParams } from '../path-parameters.ts'
import { pageOf, pageQuery } from '../query-parameters.ts'

const access = keyAccess(['full'], { sandbox: false })
const base = '/api/v1/sources'
const named = { accountId: AccountId, sourceId: SourceId }
const one = { access, tag: 'Sources', params: sourceParams } as const
const changeRefusals = [
  'configuration_unavailable',
  'conflict',
  'invalid_state',
  'not_found',
  'store_conflict',
] as const

/** Largest payload of a delivery, bytes. */
export const maxDeliveryBytes = 1_048_576

export const createSource = defineCommand('verification.create-source', {
  input: z.strictObject({ accountId: AccountId, request: SourceRequest }),
  output: SourceWithSecret,
  refuses: [
    'configuration_unavailable',
    'conflict',
    'spool_not_found',
    'store_conflict',
    'validation_failed',
  ],
  http: {
    path: base,
    access,
    tag: 'Sources',
    summary: 'Register a source',
    description:
      'Registers a system of record whose payloads become facts of Spools. It costs nothing. Keep `signing_secret`: it is shown once. Next, try a payload with test-source.',
    body: SourceRequest,
    example: {
      name: 'Ticket system',
      kind: 'webhook',
      signing: { scheme: 'hmac_sha256' },
      mapping: { subject: '/ticket/id', predicate: '/event', value: '/amount', spool: '/deal' },
    },
    success: { status: 201, description: 'The source, with its secret.' },
  },
})

export const listSources = defineQuery('verification.list-sources', {
  input: z.strictObject({ accountId: AccountId, limit: z.int().min(1).max(100), after: SourceId.optional() }),
  output: pageOf(SourceView).meta({ id: 'SourceList' }),
  http: {
    path: base,
    access,
    tag: 'Sources',
    summary: 'List sources',
    description: 'Lists the sources of the account, newest first. It costs nothing.',
    query: pageQuery(SourceId),
    isPrivate: true,
    success: { status: 200, description: 'The sources.' },
  },
})

export const readSource = defineQuery('verification.read-source', {
  input: z.strictObject(named),
  output: SourceView,
  refuses: ['not_found'],
  http: {
    path: `${base}/:source_id`,
    ...one,
    summary: 'Read a source',
    description:
      'Returns a source with its last rejections. It costs nothing. Secrets are never shown again.',
    isPrivate: true,
    success: { status: 200, description: 'The source.' },
  },
})

export const testSource = defineQuery('verification.test-source', {
  /** `text` is the JSON of the payload as it was sent, because the digits of its numbers count. */
  input: z.strictObject({ ...named, text: z.string() }),
  output: SourceTestResult,
  refuses: ['configuration_unavailable', 'invalid_json', 'not_found', 'validation_failed'],
  http: {
    path: `${base}/:source_id/test`,
    method: 'POST',
    ...one,
    summary: 'Try a payload',
    description: 'Says which facts a payload would become. Nothing is stored. It costs nothing.',
    hasOwnRule: true,
    body: SourceTestRequest,
    example: {
      payload: { ticket: { id: 'T-77' }, event: 'resolved', amount: 5, deal: 'spl_0123456789abcdef01234567' },
    },
    success: { status: 200, description: 'The facts and the rejections.' },
  },
})

/** Says what a payload would become by a mapping that no source has yet. */
export const tryMapping = defineQuery('verification.try-mapping', {
  input: z.strictObject({
    accountId: AccountId,
    mapping: SourceMapping,
    /** Null where the mapping finds the Spool. */
    spoolId: SpoolId.nullable(),
    /** JSON of the payload, as it was sent. */
    text: z.string(),
  }),
  output: SourceTestResult,
  refuses: ['configuration_unavailable', 'invalid_json', 'spool_not_found', 'validation_failed'],
  sentBy: ['gateway'],
})

/** What a source received lately: deliveries that were taken, or syncs, each the newest first. */
export const readSourceActivity = defineQuery('verification.read-source-activity', {
  input: z.strictObject({ ...named, limit: z.int().min(1).max(100) }),
  output: z.strictObject({
    deliveries: z.array(
      z.strictObject({
        webhookId: z.string(),
        receivedAt: Timestamp,
        facts: z.int(),
        rejected: z.array(RejectedElement),
      }),
    ),
    syncs: z.array(SourceSyncView),
  }),
  refuses: ['not_found'],
  sentBy: ['gateway'],
})

export const rotateSource = defineCommand('verification.rotate-source', {
  input: z.strictObject({ ...named, request: SourceRotateRequest }),
  output: SourceWithSecret,
  refuses: [...changeRefusals, 'validation_failed'],
  http: {
    path: `${base}/:source_id/rotate`,
    ...one,
    summary: 'Rotate the key of a source',
    description:
      'Gives a source a new secret, or the public key that you send. The previous one stays valid for the overlap. At most two are valid. It costs nothing.',
    body: SourceRotateRequest,
    isBodyOptional: true,
    example: { overlap_seconds: 86_400 },
    success: { status: 200, description: 'The source, with its new secret.' },
  },
})

const change = (verb: 'pause' | 'resume' | 'revoke', summary: string, description: string) =>
  defineCommand(`verification.${verb}-source`, {
    input: z.strictObject(named),
    output: SourceView,
    refuses: changeRefusals,
    http: {
      path: `${base}/:source_id/${verb}`,
      ...one,
      summary,
      description,
      success: { status: 200, description: 'The source.' },
    },
  })

export const pauseSource = change(
  'pause',
  'Pause a source',
  'Stops taking deliveries and syncs until resume-source. It costs nothing.',
)
export const resumeSource = change(
  'resume',
  'Resume a source',
  'Takes deliveries and syncs again after pause-source. It costs nothing.',
)
export const revokeSource = change(
  'revoke',
  'Revoke a source',
  'Ends a source for good and destroys its secrets. Its facts stay. It costs nothing.',
)

export const syncSource = defineCommand('verification.sync-source', {
  input: z.strictObject(named),
  output: StartedSync,
  refuses: changeRefusals,
  http: {
    path: `${base}/:source_id/sync`,
    ...one,
    summary: 'Sync a source',
    description:
      'Fetches a source of kind `pull_http` now. One sync runs at a time. It costs nothing. Next, read the source for the result.',
    success: { status: 202, description: 'The running sync.' },
  },
})

/** A delivery as it was received: every rule about it is of the service that takes it. */
export const receiveDelivery = defineCommand('verification.receive-delivery', {
  input: z.strictObject({
    sourceId: z.string().max(200),
    /** Names and values of the request headers, in their order. */
    headers: z.array(z.tuple([z.string(), z.string()])),
    /** The body, base64. */
    body: z.string(),
    /** Client address: the previous release counts wrong signatures by it. */
    address: z.string().optional(),
  }),
  output: AcceptedDelivery,
  refuses: [
    'configuration_unavailable',
    'conflict',
    'input_too_large',
    'invalid_json',
    'rate_limited',
    'unauthenticated',
    'validation_failed',
  ],
  http: {
    path: `${base}/:source_id/webhook`,
    access: openAccess,
    tag: 'Sources',
    summary: 'Deliver signed payloads',
    description:
      'Takes a payload that is signed by Standard Webhooks, without a key. It is stored when 202 is answered. Send the same `webhook-id` again after a failure. It costs nothing.',
    hasOwnRule: true,
    isRateLimited: false,
    ignoresQuery: true,
    takesBytes: true,
    body: z.unknown().describe('JSON document in UTF-8, signed byte by byte as it is sent.'),
    isBodyOptional: true,
    example: { ticket: { id: 'T-77' }, event: 'resolved', amount: 5 },
    params: deliveryParams,
    bodyLimit: { bytes: maxDeliveryBytes },
    success: { status: 202, description: 'The delivery is stored.' },
    refuses: ['unsupported_environment_capability'],
  },
})
