import { FactId, SourceId, SourceSecretId, SpoolId, SyncId, Timestamp } from '@outturn/agreement'
import { z } from 'zod'
import { MappedFact, RejectedElement } from './fact.ts'
import { SourceMapping, SourcePull, SourceRequest } from './source-request.ts'

const SourceSigning = z
  .strictObject({
    scheme: z.enum(['hmac_sha256', 'ed25519']).describe('Scheme of the signatures.'),
    public_key: z
      .string()
      .optional()
      .meta({
        description: 'Public key of the sender, newest.',
        examples: ['whpk_12ItOd3aD6bs0FE8d/sU/btPOl40AcrTorZFSgw49Vo='],
      }),
    secrets: z
      .array(
        z.strictObject({
          id: SourceSecretId.describe('ID of the secret.'),
          created_at: Timestamp.describe('Time at which it was made.'),
          expires_at: Timestamp.nullable().describe('Time at which it ends; null for the newest.'),
        }),
      )
      .optional()
      .describe('Secrets that are valid, without their text.'),
  })
  .meta({ id: 'SourceSigning' })

export const SourceSyncView = z
  .strictObject({
    sync_id: SyncId.describe('ID of the sync.'),
    status: z.enum(['running', 'completed', 'failed']).describe('Status of the sync.'),
    started_at: Timestamp.describe('Time at which it started.'),
    ended_at: Timestamp.nullable().describe('Time at which it ended; null while it runs.'),
    facts_created: z.int().meta({ description: 'New facts.', examples: [12] }),
    error: z
      .string()
      .optional()
      .meta({ description: 'Why it failed.', examples: ['unreachable'] }),
  })
  .meta({ id: 'SourceSync' })
export type SourceSyncView = z.infer<typeof SourceSyncView>

/** A source as its account sees it. */
export const SourceView = z
  .strictObject({
    id: SourceId.describe('ID of the source.'),
    name: SourceRequest.shape.name,
    kind: SourceRequest.shape.kind,
    status: z
      .enum(['active', 'paused', 'failing', 'revoked'])
      .describe('`failing`: what arrives becomes no fact, or cannot be fetched. `revoked`: ended for good.'),
    spool_id: SpoolId.nullable().describe('Spool that its facts are of; null if the mapping finds it.'),
    registered_by: z
      .strictObject({
        account_is_caller: z.literal(true).describe('Always true: only its account sees a source.'),
      })
      .describe('Account that registered the source.'),
    signing: SourceSigning.nullable().describe('How deliveries are checked; null for `pull_http`.'),
    mapping: SourceMapping,
    pull: SourcePull.nullable().describe('What is fetched; null for `webhook`.'),
    webhook_url: z
      .string()
      .nullable()
      .meta({
        description: 'Address that deliveries are sent to; null for `pull_http`.',
        examples: ['https://outturn.example/api/v1/sources/src_0123456789abcdef01234567/webhook'],
      }),
    created_at: Timestamp.describe('Time of registration.'),
    updated_at: Timestamp.describe('Time of the last change by its account.'),
    last_received_at: Timestamp.nullable().describe('Time of the last delivery or page that was taken.'),
    last_sync: SourceSyncView.nullable().describe('Last sync; null before one and for `webhook`.'),
    facts: z.int().meta({ description: 'Facts that it reported so far.', examples: [96] }),
    rejections: z
      .array(
        z.strictObject({
          at: Timestamp.describe('Time of the rejection.'),
          webhook_id: z
            .string()
            .meta({ description: 'ID of the delivery or the sync.', examples: ['evt_42'] }),
          code: RejectedElement.shape.code,
          pointer: RejectedElement.shape.pointer,
        }),
      )
      .max(20)
      .describe('Last 20 rejections, newest first.'),
    failure: z
      .strictObject({
        code: z.string().meta({ description: 'Reason of the last failure.', examples: ['unmappable_value'] }),
        since: Timestamp.describe('Time of the first failure in a row.'),
        count: z.int().meta({ description: 'Failures in a row.', examples: [3] }),
      })
      .nullable()
      .describe('Failures since the last success; null for none.'),
  })
  .meta({ id: 'Source' })
export type SourceView = z.infer<typeof SourceView>

const signingSecret = z.string().meta({
  description: 'Secret that deliveries are signed with; shown here alone. Configure the sender with it.',
  examples: ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='],
})

/** A source with the secret that it was just given, where it has one. */
export const SourceWithSecret = z
  .strictObject({ ...SourceView.shape, signing_secret: signingSecret.optional() })
  .meta({ id: 'SourceWithSecret', extends: 'Source' })

export const SourceTestResult = z
  .strictObject({
    facts: z.array(MappedFact).describe('Facts that the payload would become.'),
    rejected: z.array(RejectedElement).describe('Elements that would become none.'),
  })
  .meta({ id: 'SourceTestResult' })

export const StartedSync = z
  .strictObject({
    sync_id: SyncId.describe('ID of the sync.'),
    status: z.literal('running').describe('It goes on after this answer; read the source for its result.'),
    facts_created: z.int().meta({ description: 'New facts so far.', examples: [0] }),
  })
  .meta({ id: 'StartedSync' })

export const AcceptedDelivery = z
  .strictObject({
    accepted: z.literal(true).describe('The delivery is stored.'),
    duplicate: z.boolean().describe('True if this webhook-id was taken before.'),
    fact_ids: z.array(FactId).describe('Facts of the delivery, in its order.'),
    rejected: z.array(RejectedElement).describe('Elements that became no fact.'),
  })
  .meta({ id: 'AcceptedDelivery' })
export type AcceptedDelivery = z.infer<typeof AcceptedDelivery>
