import type { Opinion } from '@outturn/agreement'

/**
 * An opinion without its quotes from a content that was deleted: where they stood stays. A quote from an item that the run does not have is
 * the model's own mistake, and may be of any content.
 */
export function withoutQuotes(
  opinion: Opinion,
  evidenceId: string,
  isOfRun: (evidenceId: string) => boolean,
): Opinion {
  const isKept = (cited: string) => cited !== evidenceId && isOfRun(cited)
  return {
    ...opinion,
    citations: opinion.citations.map((each) => (isKept(each.evidence_id) ? each : { ...each, quote: '' })),
  }
}

/** The JSON of an outcome without what was seen in the evidence, which hints to the parties were made of. */
export function withoutSightings(outcome: string): string {
  const { sightings: _, ...rest } = JSON.parse(outcome) as { sightings?: unknown }
  return JSON.stringify(rest)
}
