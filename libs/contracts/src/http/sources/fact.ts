import { FactId, Sha256Digest, SourceId, SpoolId, Timestamp } from '@outturn/agreement'
import { sides } from '@outturn/vocabulary'
import { z } from 'zod'

const values = {
  subject: z.string().meta({ description: 'Thing that the fact is about.', examples: ['T-1'] }),
  predicate: z.string().meta({ description: 'What is said of the subject.', examples: ['resolved'] }),
  value: z
    .union([z.string(), z.int(), z.boolean()])
    .meta({ description: 'Text, whole number or boolean.', examples: [5] }),
  quantity: z
    .int()
    .optional()
    .meta({ description: 'Number of things.', examples: [1] }),
  amount_cents: z
    .int()
    .optional()
    .meta({ description: 'Amount in cents.', examples: [1_250] }),
  currency: z
    .string()
    .optional()
    .meta({ description: 'Currency of the amount.', examples: ['USD'] }),
  occurred_at: Timestamp.describe('Time of the fact.'),
}

/** What a source reported of a Spool. */
export const FactView = z
  .strictObject({
    id: FactId.describe('ID of the fact.'),
    source_id: SourceId.describe('ID of its source.'),
    source_name: z.string().meta({ description: 'Name of its source.', examples: ['Ticket system'] }),
    spool_id: SpoolId.describe('ID of the Spool.'),
    ...values,
    observed_at: Timestamp.describe('Time at which the service received it.'),
    provenance: z
      .enum(['source_webhook_signed', 'service_fetched'])
      .describe('How it arrived: signed by its source, or fetched by the service.'),
    content_digest: Sha256Digest.describe('SHA-256 of the canonical JSON of its values.'),
    registered_by: z.enum(sides).describe('Side that registered the source.'),
    self_asserted: z
      .boolean()
      .describe('True if the side that earns by it registered the source and knows its secret.'),
    supersedes: FactId.nullable().describe('Fact that it corrects; null for none.'),
    superseded_by: FactId.nullable().describe('Fact that corrects it; null if it is current.'),
    webhook_id: z
      .string()
      .nullable()
      .meta({ description: 'ID of the delivery; null if fetched.', examples: ['evt_42'] }),
  })
  .meta({ id: 'Fact' })
export type FactView = z.infer<typeof FactView>

/** A fact that a payload would become. */
export const MappedFact = z
  .strictObject({ spool_id: SpoolId.describe('ID of the Spool.'), ...values })
  .meta({ id: 'MappedFact' })
export type MappedFact = z.infer<typeof MappedFact>

/** An element of a payload that becomes no fact. */
export const RejectedElement = z
  .strictObject({
    index: z.int().meta({ description: 'Place in the list, from 0.', examples: [1] }),
    code: z.string().meta({ description: 'Reason.', examples: ['unmappable_value'] }),
    pointer: z
      .string()
      .nullable()
      .meta({ description: 'Pointer of the mapping at fault; null for a constant.', examples: ['/v'] }),
  })
  .meta({ id: 'RejectedElement' })
