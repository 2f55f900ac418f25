import { ConditionId, EvidenceId, PartyId, Sha256Hex, TableDialect, Timestamp } from '@outturn/agreement'
import { provenanceSlugs } from '@outturn/vocabulary'
import { z } from 'zod'

const EvidenceProvenance = z.strictObject({
  method: z.enum(provenanceSlugs),
  collector: z.string().optional(),
  owner: z.string().optional(),
  observed_at: z.string().optional(),
  reference: z.string().optional(),
})

/** One evidence item as a party of its Spool sees it. */
export const EvidenceView = z
  .strictObject({
    id: EvidenceId,
    condition_id: ConditionId,
    type: z.string(),
    source: z.string(),
    claim_class: z.string(),
    on_behalf_of: z.string(),
    supplied_by: PartyId.nullable().describe(
      'The party that sent the item, also where it sent it in the name of the other; null where the service recorded it.',
    ),
    provenance: EvidenceProvenance,
    content_digest: Sha256Hex.nullable(),
    bytes: z.int(),
    dialect: TableDialect.optional().describe(
      'How the file is read as a table; left out where it is none, and where it is JSON or lines of JSON, which are read in one way.',
    ),
    received_at: Timestamp,
    metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('What its submitter sent beside the content; for both parties.'),
  })
  .meta({ id: 'Evidence' })

/** An evidence item with where its content is read; null where the Spool holds none, but a reference to it. */
export const EvidenceDetail = EvidenceView.extend({
  content: z.strictObject({ url: z.string(), media_type: z.string() }).nullable(),
}).meta({ id: 'EvidenceDetail' })
export type EvidenceDetail = z.infer<typeof EvidenceDetail>
