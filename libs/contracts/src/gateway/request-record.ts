import { AccountId, KeyId, RequestId, Timestamp } from '@outturn/agreement'
import { keyScopes } from '@outturn/vocabulary'
import { z } from 'zod'
import { AnyErrorCode } from '../http/error-body.ts'
import { pageOf, pageQuery } from '../query-parameters.ts'
import { SentInstant } from '../http/sent-instant.ts'

const { data: _, ...pageMembers } = pageOf(z.unknown()).shape

const summaryMembers = {
  id: RequestId.describe('ID of the request: the header `Request-Id` of its answer.'),
  at: Timestamp.describe('Time at which the request arrived.'),
  took_ms: z.int().meta({ description: 'Time until the answer was sent, in milliseconds.', examples: [4] }),
  method: z.string().meta({ description: 'HTTP method.', examples: ['POST'] }),
  route: z
    .string()
    .nullable()
    .meta({
      description: 'Path of the operation; null if no operation has the path.',
      examples: ['/api/v1/spools'],
    }),
  path: z.string().meta({
    description:
      'Path of the request. A segment that is neither part of an operation nor an ID stands as its length in braces.',
    examples: ['/api/v1/spools'],
  }),
  status: z.int().meta({
    description: 'HTTP status of the answer; 499 if the caller disconnected before it.',
    examples: [422],
  }),
  code: AnyErrorCode.nullable().describe('Error code; null for a request that succeeded.'),
  error: z
    .string()
    .nullable()
    .meta({
      description:
        'Explanation of the error, where `[redacted]` stands for what it quoted of the request; null for a request that succeeded.',
      examples: ['max_amount_cents: must be at least 1'],
    }),
  field: z
    .string()
    .nullable()
    .meta({
      description: 'Path of the member that caused the error, or null.',
      examples: ['max_amount_cents'],
    }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'More specific reason for the code, or null.', examples: ['in_progress'] }),
  key_id: KeyId.describe('Key that the request was sent with, also one that was revoked.'),
  weight: z.int().meta({
    description:
      'Number of requests that this one stands for. Always 1 for a refusal. Of many successes in one second, only some are recorded.',
    examples: [1],
  }),
}

/** A request of the log, as a list has it. */
export const RequestSummary = z.strictObject(summaryMembers).meta({ id: 'RequestSummary' })
export type RequestSummary = z.infer<typeof RequestSummary>

/** A request of the log. */
export const RequestRecord = z
  .strictObject({
    ...summaryMembers,
    account_id: AccountId.describe('Account of the key.'),
    remediation: z
      .string()
      .nullable()
      .meta({
        description: 'Instruction for resolving the error; null for a request that succeeded.',
        examples: ['Correct the named field and send the request again.'],
      }),
    docs: z
      .url()
      .nullable()
      .meta({
        description: 'URL of the documentation of the error code; null for a request that succeeded.',
        examples: ['https://outturn.example/docs/errors#validation_failed'],
      }),
    scope: z.enum(keyScopes).describe('Scope of the key.'),
    user_agent: z.string().meta({
      description: 'Program that sent the request, up to 200 characters.',
      examples: ['curl/8.14.1'],
    }),
    address: z.string().meta({
      description: 'Network of the caller: /24 for IPv4, /48 for IPv6.',
      examples: ['203.0.113.0/24'],
    }),
    idempotency_key: z
      .string()
      .nullable()
      .meta({
        description:
          'First 8 and last 4 characters of the idempotency key; null if there was none, or if it has fewer than 20 characters.',
        examples: ['9a1e7c44…f6a8'],
      }),
    rate_limit: z
      .string()
      .nullable()
      .meta({ description: 'Header `RateLimit` of the answer, or null.', examples: ['"api-v1";r=119;t=60'] }),
    body_bytes: z.int().meta({ description: 'Size of the body in bytes.', examples: [212] }),
    body: z.unknown().meta({
      description:
        'Redacted body of a refused request, or null. An object with `$redacted` stands for what is not kept: its kind and size. Numbers, booleans, IDs, times and enumerated words are kept.',
      examples: [{ max_amount_cents: 0, conditions: { $redacted: 'list', items: 1 } }],
    }),
    seen_before: z
      .array(
        z.strictObject({
          id: RequestId.describe('ID of the earlier request.'),
          at: Timestamp.describe('Time at which it arrived.'),
          is_same_body: z.boolean().describe('True if it had the same body, byte for byte.'),
        }),
      )
      .describe(
        'Up to 10 refusals of the 24 hours before with the same code, from the same key, to the same operation; newest first.',
      ),
    kept_until: Timestamp.describe('Time after which the request is deleted.'),
  })
  .meta({ id: 'RequestRecord', extends: 'RequestSummary' })
export type RequestRecord = z.infer<typeof RequestRecord>

/** One page of the request log. */
export const RequestList = z
  .strictObject({
    data: z.array(RequestSummary).describe('Items of this page.'),
    ...pageMembers,
    not_recorded: z
      .array(
        z.strictObject({
          requests: z.int().meta({ description: 'Number of requests.', examples: [12] }),
          from: Timestamp.describe('Time of the first of them.'),
          to: Timestamp.describe('Time of the last of them.'),
        }),
      )
      .describe('Requests that the log could not record, such as while its database was down; newest first.'),
  })
  .meta({ id: 'RequestList' })
export type RequestList = z.infer<typeof RequestList>

export const requestLogQuery = pageQuery(RequestId).extend({
  outcome: z
    .enum(['refused', 'all'])
    .optional()
    .describe('`refused` for refused requests only, or `all`. Default: `refused`.'),
  code: AnyErrorCode.optional().describe('Only requests that were refused with this error code.'),
  key_id: KeyId.optional().describe('Only requests of this key.'),
  path: z
    .string()
    .max(200)
    .regex(/^\//, 'must begin with a slash')
    .optional()
    .meta({ description: 'Only requests whose path begins like this.', examples: ['/api/v1/verify'] }),
  since: SentInstant.optional().describe('Only requests at or after this time.'),
})
