import { evidenceTypes, missingEvidenceResults, provenanceSlugs } from '@outturn/vocabulary'
import { z } from 'zod'
import { listOf } from './json.ts'

/** What a condition asks of the evidence it is judged on. */
export const EvidenceRequirement = z
  .strictObject({
    expected_type: z.enum(evidenceTypes),
    source_ref: z.string().min(1).max(2_048),
    provenance: listOf(z.enum(provenanceSlugs), { min: 1 }).exactOptional(),
    supplier: z.string().min(1).max(120).exactOptional().describe('"provider", "buyer" or a party id.'),
    freshness: z.strictObject({ max_age_seconds: z.int().min(1).max(315_360_000) }).exactOptional(),
    on_missing: z.enum(missingEvidenceResults).exactOptional(),
  })
  .meta({ id: 'EvidenceRequirement' })
export type EvidenceRequirement = z.infer<typeof EvidenceRequirement>
