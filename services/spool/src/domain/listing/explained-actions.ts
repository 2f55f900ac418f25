import { type CommandOutput, type ExplainedAction, type explainActions, Refusal } from '@outturn/contracts'
import { actionNames, type Side } from '@outturn/vocabulary'
import { assertMayDisputeLatest } from '../disputes/open-dispute.ts'
import { disputeWindowEnd } from '../model/dispute-window.ts'
import { cancelRequestOf } from '../lifecycle/flags.ts'
import type { Spool } from '../model/spool.ts'
import { actionContextOf, type Denial, findDenial } from '../lifecycle/transitions.ts'
import { creatorOf, partyOn, type Viewer } from '../model/viewer.ts'

type Explained = CommandOutput<typeof explainActions>
type Denied = NonNullable<ExplainedAction['own']['denial']>

/** Who may take which action now, and why not. The other party is asked about as one that has every right. */
export function explainedActions(spool: Spool, viewer: Viewer, now: Date): Explained {
  const own: Side = viewer.sides[0] ?? 'buyer'
  const other: Side = own === 'buyer' ? 'provider' : 'buyer'
  const otherViewer = fullViewer(spool, other)
  const denialOf = (action: ExplainedAction['action'], of: Viewer) =>
    deniedBy(findDenial(action, actionContextOf(spool, of, now)))
  return {
    actions: actionNames.map((action) => ({
      action,
      own: { side: own, denial: denialOf(action, viewer) },
      other: { side: other, denial: denialOf(action, otherViewer) },
    })),
    dispute: { denial: disputeDenial(spool, viewer, now), until: disputeWindowEnd(spool) },
    cancelRequestedBy: cancelRequestOf(spool),
  }
}

function fullViewer(spool: Spool, side: Side): Viewer {
  const party = partyOn(spool, side)
  return { party, isCreator: party === creatorOf(spool), scope: 'full', mayMoveMoney: true, sides: [side] }
}

function deniedBy(denial: Denial | null): Denied | null {
  if (denial === null) return null
  const { code, message, options } = denial
  return { code, message, reason: options.reason, remediation: options.remediation ?? null }
}

function disputeDenial(spool: Spool, viewer: Viewer, now: Date): Denied | null {
  try {
    assertMayDisputeLatest(spool, viewer, now)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, options } = error
    return { code, message, reason: options.reason ?? code, remediation: options.remediation ?? null }
  }
}
