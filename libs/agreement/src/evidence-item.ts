import { claimClasses, evidenceTypes, sides } from '@outturn/vocabulary'
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
  /** The side that sent it, where that is not the side in whose name it was sent. */
  suppliedBy: z.enum(sides).exactOptional(),
  contentDigest: Sha256Hex.nullable(),
  /** What its content is kept under where that is not its digest: the same bytes were first submitted in another form. */
  contentKey: EvidenceId.exactOptional(),
  observedAt: z.string().nullable(),
  receivedAt: z.string(),
})
export type RunEvidence = z.infer<typeof RunEvidence>

/** One evidence item with what is held of it. */
export type EvidenceItem = RunEvidence & { content: EvidenceContent }

/** What the content of an item is kept under: its digest, or the id of the item where it has none or is in another form. */
export function contentKeyOf({
  id,
  contentDigest,
  contentKey,
}: Pick<RunEvidence, 'id' | 'contentDigest' | 'contentKey'>): string {
  return contentKey ?? contentDigest ?? id
}
