import { ConditionId, EvidenceId, PartyId, Sha256Hex, TableDialect, Timestamp } from '@outturn/agreement'
import { provenanceSlugs } from '@outturn/vocabulary'
import { z } from 'zod'

const EvidenceProvenance = z
  .strictObject({
    method: z.enum(provenanceSlugs).describe('Method by which the evidence was obtained.'),
    collector: z
      .string()
      .optional()
      .meta({ description: 'Person or system that collected the evidence.', examples: ['crm-exporter'] }),
    owner: z
      .string()
      .optional()
      .meta({ description: 'Display name of the external provider.', examples: ['LeadBot'] }),
    observed_at: z
      .string()
      .optional()
      .meta({
        description: 'Time at which the submitter says the evidence was observed.',
        examples: ['2026-01-31T17:00:00.000Z'],
      }),
    reference: z
      .string()
      .optional()
      .meta({
        description: 'Reference of the evidence in the system of its submitter.',
        examples: ['inv_42'],
      }),
  })
  .meta({ id: 'EvidenceProvenance' })

/** One evidence item as a party of its Spool sees it. */
export const EvidenceView = z
  .strictObject({
    id: EvidenceId.describe('ID of the evidence item.'),
    condition_id: ConditionId.describe('ID of the condition that the item supports.'),
    type: z.string().meta({ description: 'Type of evidence.', examples: ['dataset'] }),
    source: z.string().meta({
      description: 'Name that the submitter gave to the source of the evidence.',
      examples: ['crm export'],
    }),
    claim_class: z
      .string()
      .meta({ description: 'Kind of claim that the evidence supports.', examples: ['artifact_state'] }),
    on_behalf_of: z
      .string()
      .meta({ description: 'Party in whose name the evidence was submitted.', examples: ['provider'] }),
    supplied_by: PartyId.nullable().describe(
      'ID of the party that submitted the item, even if in the name of the other party; null if the service recorded the item.',
    ),
    provenance: EvidenceProvenance.describe('Origin of the evidence.'),
    content_digest: Sha256Hex.nullable().describe(
      'SHA-256 of the content; null if the service stores only a reference to it.',
    ),
    bytes: z.int().meta({
      description:
        'Size of the item that counts toward the limits: its canonical JSON including the content, in bytes. Files count as base64.',
      examples: [2_048],
    }),
    dialect: TableDialect.optional().describe(
      'Format in which the file is read as a table. Omitted if the file is not a table, and for JSON and JSON Lines.',
    ),
    received_at: Timestamp.describe('Time at which the service received the evidence.'),
    withdrawn_at: Timestamp.optional().describe(
      'Time at which the content was deleted. Omitted while the service stores it.',
    ),
    metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Additional data of the submitter, visible to both parties.'),
  })
  .meta({ id: 'Evidence' })

/** An evidence item with where its content is read; null where the Spool holds none, but a reference to it. */
export const EvidenceDetail = EvidenceView.extend({
  content: z
    .strictObject({
      url: z.string().meta({
        description: 'URL of the content.',
        examples: [
          'https://outturn.example/api/v1/spools/spl_0123456789abcdef01234567/evidence/ev_0123456789abcdef01234567/content',
        ],
      }),
      media_type: z
        .string()
        .meta({ description: 'Media type of the content.', examples: ['application/json'] }),
    })
    .nullable()
    .describe('Location of the content; null if the service stores only a reference to it.'),
}).meta({ id: 'EvidenceDetail', extends: 'Evidence' })
export type EvidenceDetail = z.infer<typeof EvidenceDetail>

/** What is left of an evidence item whose content was deleted. */
export const WithdrawnEvidence = z
  .strictObject({
    evidence_id: EvidenceId.describe('ID of the evidence item.'),
    content_digest: Sha256Hex.describe('SHA-256 of the deleted content. Receipts keep it.'),
    content: z.literal('withdrawn').describe('State of the content.'),
    withdrawn_at: Timestamp.describe('Time at which the content was deleted.'),
  })
  .meta({ id: 'WithdrawnEvidence' })
export type WithdrawnEvidence = z.infer<typeof WithdrawnEvidence>
