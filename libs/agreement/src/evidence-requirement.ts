import { evidenceTypes, missingEvidenceResults, provenanceSlugs } from '@outturn/vocabulary'
import { z } from 'zod'
import { listOf } from './json.ts'

/** What a condition asks of the evidence it is judged on. */
export const EvidenceRequirement = z
  .strictObject({
    expected_type: z.enum(evidenceTypes).describe('Required type of evidence.'),
    source_ref: z
      .string()
      .min(1)
      .max(2_048)
      .meta({
        description: 'Required source of the evidence, in the words of the parties.',
        examples: ['crm export'],
      }),
    provenance: listOf(z.enum(provenanceSlugs), { min: 1 })
      .exactOptional()
      .describe('Accepted ways of obtaining the evidence. If omitted, all are accepted.'),
    supplier: z
      .string()
      .min(1)
      .max(120)
      .exactOptional()
      .meta({
        description: 'Party that must supply the evidence: `provider`, `buyer` or a party ID.',
        examples: ['provider'],
      }),
    freshness: z
      .strictObject({
        max_age_seconds: z
          .int()
          .min(1)
          .max(315_360_000)
          .meta({ description: 'Maximum age, in seconds.', examples: [86400] }),
      })
      .exactOptional()
      .describe('Maximum age of the evidence.'),
    on_missing: z
      .enum(missingEvidenceResults)
      .exactOptional()
      .describe('Result of the condition if the evidence is missing.'),
  })
  .meta({ id: 'EvidenceRequirement' })
export type EvidenceRequirement = z.infer<typeof EvidenceRequirement>
