import type { Delivery } from '../submissions/delivered-evidence.ts'
import { addEvidence } from '../submissions/add-evidence.ts'
import type { Decision } from '../model/decision.ts'
import { newSpool, type NewSpoolFacts } from '../model/new-spool.ts'
import type { Agreement } from '../model/spool.ts'
import { creatorOf } from '../model/viewer.ts'
import { withOpenRun } from './open-run.ts'

/** A one-call verification: a Spool that is made, accepted, evidenced and has its run opened in one version. */
export function oneCall(
  agreement: Agreement,
  { items, content }: Delivery,
  { runId, ...facts }: NewSpoolFacts & { runId: string },
): Decision {
  const created = newSpool(agreement, facts)
  const submitted = addEvidence(created.spool, items, {
    held: [],
    at: facts.at,
    partyId: creatorOf(created.spool).partyId,
    side: 'provider',
    contents: [content],
    data: { evidence_ids: items.map(({ id }) => id), content_digest: content.digest },
  })
  return {
    ...submitted,
    spool: withOpenRun(submitted.spool, runId),
    entries: [...created.entries, ...submitted.entries],
  }
}
