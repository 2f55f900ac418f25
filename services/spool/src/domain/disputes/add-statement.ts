import type { Side } from '@outturn/vocabulary'
import { withDispute } from '../model/casework/dispute.ts'
import type { Decision } from '../model/decision.ts'
import { assertHeld } from '../model/held-items.ts'
import type { Evidence } from '../model/spool.ts'
import { partyActor } from '../model/viewer.ts'
import { assertMayInDispute, type DisputeMoment } from './dispute-actions.ts'

/** What is said beside the text of a party: when, and how the history names it, which keeps no text. */
export type TextFacts = { readonly at: string; readonly digestOf: (text: string) => string }

/** The Spool once a party has added a statement to an open dispute. It is shown, and no run judges it. */
export function addStatement(
  moment: DisputeMoment & { readonly evidence: readonly Evidence[] },
  { detail, evidenceRefs }: { readonly detail: string; readonly evidenceRefs: readonly string[] },
  { at, digestOf }: TextFacts,
): Decision {
  assertMayInDispute('statements', moment)
  const { spool, dispute, viewer, evidence } = moment
  assertHeld(evidenceRefs, evidence, 'evidence')
  const by = viewer.sides[0] as Side
  const { statements } = dispute.said
  const said = { ...dispute.said, statements: { ...statements, [by]: statements[by] + 1 } }
  return {
    spool: {
      ...spool,
      state: { ...spool.state, disputes: withDispute(spool.state.disputes, dispute.id, { said }) },
    },
    entries: [
      {
        type: 'dispute.answered',
        at,
        actor: partyActor(viewer),
        data: {
          ...{ dispute_id: dispute.id, receipt_id: dispute.receiptId, answer: 'statement', by },
          text_digest: digestOf(detail),
        },
      },
    ],
    disputeText: { disputeId: dispute.id, text: { by, detail, evidenceRefs, at } },
  }
}
