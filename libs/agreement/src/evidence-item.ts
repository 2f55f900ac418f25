import { claimClasses, evidenceTypes } from '@outturn/vocabulary'
import { z } from 'zod'
import type { EvidenceContent } from './evidence-content.ts'
import { ConditionId, EvidenceId, Sha256Hex } from './ids.ts'

/** One evidence item of a run without its content. Times are RFC 3339 UTC. */
export const RunEvidence = z.strictObject({
  id: EvidenceId,
  /** The condition it supports; null offers it to every condition of the plan. */
  conditionId: ConditionId.nullable(),
  type: z.enum(evidenceTypes),
  source: z.string(),
  claimClass: z.enum(claimClasses),
  provenance: z.string(),
  onBehalfOf: z.string(),
  contentDigest: Sha256Hex.nullable(),
  observedAt: z.string().nullable(),
  receivedAt: z.string(),
})
export type RunEvidence = z.infer<typeof RunEvidence>

/** One evidence item with what is held of it. */
export type EvidenceItem = RunEvidence & { content: EvidenceContent }
