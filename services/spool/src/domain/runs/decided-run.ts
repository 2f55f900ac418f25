import type { SystemEvidence } from '../evidence/recorded-content.ts'
import type { Decision } from '../model/decision.ts'
import type { Spool } from '../model/spool.ts'
import { withOpenRun } from './open-run.ts'

/** The Spool with the run that the decision of a dispute or a review asks for, and the items by which the decision enters it. */
export function openDecidedRun(
  spool: Spool,
  items: readonly SystemEvidence[],
  run: { readonly runId: string; readonly at: string; readonly evidenceItems: number },
): Decision {
  return {
    spool: withOpenRun(spool, run.runId),
    evidence: items.map(({ item }) => item),
    contents: items.map(({ content: { digest, text } }) => ({ digest, text })),
    entries: [
      {
        type: 'verification.requested',
        at: run.at,
        actor: { party_id: null, kind: 'service' },
        data: { run_id: run.runId, attempt: spool.state.runs + 1, evidence_items: run.evidenceItems },
      },
    ],
  }
}
