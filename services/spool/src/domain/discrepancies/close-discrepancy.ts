import { forbidden, invalidState, outOfScope } from '@outturn/contracts'
import { isOneOf, type Side } from '@outturn/vocabulary'
import { settleVerdict } from '../lifecycle/timers.ts'
import type { Decision, Entry } from '../model/decision.ts'
import type { Closing, Discrepancy, DiscrepancyText, TextDigest } from '../model/casework/discrepancy.ts'
import { discrepancyEntry, withoutBlock } from '../model/casework/discrepancy-changes.ts'
import type { Spool } from '../model/spool.ts'
import { sideOf, type Viewer } from '../model/viewer.ts'
import { currentDiscrepancy, mayDismissAlone } from './current-discrepancy.ts'

const mayClose = ['full', 'counterparty'] as const

/** How a party wants to close a discrepancy, and what it says of it. */
export type AskedClosing = Closing & { note: string }

type Moment = { now: Date; textDigest: TextDigest }

/**
 * Closes a discrepancy by the word of a party. One that blocks takes the word of both sides: the first is a proposal, which stands until the
 * other side sends the same, or either side proposes something else.
 */
export function closeDiscrepancy(
  spool: Spool,
  viewer: Viewer,
  kept: Discrepancy,
  asked: AskedClosing,
  { now, textDigest }: Moment,
): Decision & { discrepancy: Discrepancy } {
  const discrepancy = currentDiscrepancy(kept, spool)
  const side = assertMayClose(discrepancy, viewer, asked)
  const actor = { party_id: viewer.party?.partyId ?? null, kind: 'party' } as const
  const at = now.toISOString()
  const note: DiscrepancyText = { digest: textDigest({ note: asked.note }), by: side, note: asked.note }
  if (discrepancy.severity !== 'block') {
    return closed(spool, discrepancy, asked, { by: side, note, actor, at })
  }
  const { proposal } = discrepancy
  if (proposal !== null && isSame(proposal, asked)) {
    if (proposal.by !== side) return closed(spool, discrepancy, asked, { by: side, note, actor, at })
    if (proposal.note === note.digest) return { spool, entries: [], discrepancy }
  }
  return proposed(spool, discrepancy, asked, { by: side, note, actor, at })
}

function isSame(a: Closing, b: Closing): boolean {
  return a.act === b.act && a.outcome === b.outcome
}

function assertMayClose(discrepancy: Discrepancy, viewer: Viewer, { act }: AskedClosing): Side {
  if (viewer.party === null || !isOneOf(mayClose, viewer.scope)) {
    throw outOfScope(`A caller of scope ${viewer.scope} may not close a discrepancy.`, mayClose)
  }
  assertOpen(discrepancy)
  const side = sideOf(viewer.party.role)
  if (act === 'dismiss' && discrepancy.severity !== 'block' && !mayDismissAlone(discrepancy, side)) {
    throw forbidden(`Only the ${discrepancy.openedBy}, which opened this discrepancy, may dismiss it.`, {
      reason: 'opener_only',
      remediation: 'Resolve it instead, or ask the other party to dismiss it.',
    })
  }
  return side
}

export function assertOpen({ id, status }: Discrepancy): void {
  if (status === 'open') return
  throw invalidState(`Discrepancy ${id} is ${status}.`, {
    reason: 'discrepancy_closed',
    remediation: 'Open a new discrepancy if something is still wrong.',
  })
}

type By<Who> = {
  by: Who
  note: DiscrepancyText
  actor: Entry['actor']
  at: string
  operators?: readonly [string, string]
}

function proposed(
  spool: Spool,
  before: Discrepancy,
  { act, outcome }: AskedClosing,
  { by, note, actor, at }: By<Side>,
): Decision & { discrepancy: Discrepancy } {
  const discrepancy: Discrepancy = {
    ...before,
    proposal: { by, act, outcome, note: note.digest, at },
    texts: withText(before.texts, note),
  }
  const awaiting: Side = by === 'buyer' ? 'provider' : 'buyer'
  const { discrepancies } = spool.state
  const blocks = discrepancies.blocks.map((each) => (each.id === before.id ? { ...each, awaiting } : each))
  return {
    spool: { ...spool, state: { ...spool.state, discrepancies: { ...discrepancies, blocks } } },
    entries: [discrepancyEntry('proposed', discrepancy, { actor, at, textDigest: note.digest, outcome })],
    discrepancies: [discrepancy],
    discrepancy,
  }
}

/** A discrepancy that has ended, with what it held: the money goes on. */
export function closed(
  spool: Spool,
  before: Discrepancy,
  { act, outcome }: Closing,
  { by, note, actor, at, operators }: By<Side | 'operator'>,
): Decision & { discrepancy: Discrepancy } {
  const status = act === 'resolve' ? 'resolved' : 'dismissed'
  const discrepancy: Discrepancy = {
    ...before,
    status,
    resolution: { by, outcome, note: note.digest, at, ...(operators !== undefined && { operators }) },
    texts: withText(before.texts, note),
  }
  const { discrepancies, ...released } = withoutBlock(spool.state, before.id, at)
  const state = {
    ...spool.state,
    ...released,
    discrepancies: { ...discrepancies, open: discrepancies.open - 1 },
  }
  const settled = settleVerdict({ ...spool, state }, at)
  return {
    spool: settled.spool,
    entries: [
      discrepancyEntry(status, discrepancy, { actor, at, textDigest: note.digest, outcome }),
      ...settled.entries,
    ],
    discrepancies: [discrepancy],
    discrepancy,
  }
}

/** A text is kept once for each of those who wrote it. */
function withText(texts: readonly DiscrepancyText[], text: DiscrepancyText): readonly DiscrepancyText[] {
  const isKept = texts.some(({ digest, by }) => digest === text.digest && by === text.by)
  return isKept ? texts : [...texts, text]
}
