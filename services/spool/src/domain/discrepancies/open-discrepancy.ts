import { conflict, invalidState, outOfScope, unprocessable } from '@outturn/contracts'
import { type CaseSeverity, type DiscrepancyKind, isOneOf, type Side } from '@outturn/vocabulary'
import { isAccepted, isBilateral } from '../lifecycle/guards.ts'
import { actionContextOf, assertGuards } from '../lifecycle/transitions.ts'
import type { Decision } from '../model/decision.ts'
import type {
  Discrepancy,
  DiscrepancyState,
  DiscrepancySubject,
  OpeningText,
  TextDigest,
} from '../model/casework/discrepancy.ts'
import { discrepancyEntry } from '../model/casework/discrepancy-changes.ts'
import { budgetEnd, isHoldable, windowEnd, withHold } from '../model/hold.ts'
import type { Spool } from '../model/spool.ts'
import { sideOf, type Viewer } from '../model/viewer.ts'

/** Discrepancies of one Spool that may be open at once. */
export const maxOpen = 500
/** Discrepancies of one Spool that a side may open on a day, by UTC. */
export const maxADay = 50

const mayOpen = ['full', 'verify', 'counterparty'] as const
const mayBlock = ['full', 'counterparty'] as const

/** A difference as a party reports it. */
export type ReportedDiscrepancy = {
  id: string
  kind: DiscrepancyKind
  severity: CaseSeverity
  about: DiscrepancySubject
  said: OpeningText
}

/** The Spool with one more discrepancy, which a party reports; a `block` holds the money until it is closed or lapses. */
export function openDiscrepancy(
  spool: Spool,
  viewer: Viewer,
  reported: ReportedDiscrepancy,
  { now, textDigest }: { now: Date; textDigest: TextDigest },
): Decision {
  const side = assertMayOpen(spool, viewer, reported.severity, now)
  assertAbout(spool, reported.about)
  const at = now.toISOString()
  assertRoom(spool, side, reported.severity, at)
  const lapsesAt = reported.severity === 'block' ? blockEnd(spool, side, at) : null
  const digest = textDigest(reported.said)
  const discrepancy: Discrepancy = {
    ...newDiscrepancy(spool, at, lapsesAt),
    ...{ id: reported.id, kind: reported.kind, severity: reported.severity, about: reported.about },
    openedBy: side,
    texts: [{ digest, by: side, opening: reported.said }],
  }
  const actor = { party_id: viewer.party?.partyId ?? null, kind: 'party' } as const
  return {
    spool: withDiscrepancy(spool, discrepancy, side, at),
    entries: [discrepancyEntry('opened', discrepancy, { actor, at, textDigest: digest })],
    discrepancies: [discrepancy],
  }
}

/** What all new discrepancies of a Spool have in common. */
export function newDiscrepancy({ state }: Spool, at: string, lapsesAt: string | null) {
  return {
    ordinal: state.discrepancies.recorded + 1,
    status: 'open',
    receiptId: state.latestReceiptId,
    openedAt: at,
    lapsesAt,
    stillFound: true,
    proposal: null,
    request: null,
    resolution: null,
  } as const
}

/** The side of a caller that may open a discrepancy of this severity now, whatever it is about. */
export function assertMayOpen(spool: Spool, viewer: Viewer, severity: CaseSeverity, now: Date): Side {
  const isBlock = severity === 'block'
  const scopes = isBlock ? mayBlock : mayOpen
  if (viewer.party === null || !isOneOf(scopes, viewer.scope)) {
    throw outOfScope(
      `A caller of scope ${viewer.scope} may not open a discrepancy${isBlock ? ' that blocks' : ''}.`,
      scopes,
    )
  }
  const moment = actionContextOf(spool, viewer, now)
  if (isBlock) assertGuards([isBilateral], moment)
  assertGuards([isAccepted], moment)
  if (isBlock) assertHoldable(spool)
  return sideOf(viewer.party.role)
}

function assertHoldable({ agreement, state }: Spool): void {
  const { holds_settlement: isAgreed, window_hours: hours } = agreement.disputePolicy
  if (!isAgreed || hours === 0) {
    throw invalidState('The dispute policy of this agreement lets nothing hold the money.', {
      reason: 'hold_not_agreed',
      remediation: 'Open the discrepancy with severity warn, or dispute the receipt.',
    })
  }
  if (state.status.outcome !== 'active' && state.status.outcome !== 'completed') {
    throw invalidState('This Spool has ended without a settlement, so there is nothing to hold.', {
      reason: 'spool_closed',
      remediation: 'Open the discrepancy with severity warn.',
    })
  }
  if (isHoldable(state)) return
  throw invalidState('The money of this Spool is on its way or has been settled, so nothing can hold it.', {
    reason: 'settlement_under_way',
    remediation: 'Open the discrepancy with severity warn, or dispute the receipt.',
  })
}

/** When a block that is opened now becomes a warning. */
function blockEnd(spool: Spool, side: Side, at: string): string {
  const spent = budgetEnd(spool, side, at)
  if (spent <= at) {
    throw invalidState(`The ${side} has held the money of this Spool for as long as it may.`, {
      reason: 'hold_budget_spent',
      remediation: 'Open the discrepancy with severity warn, or dispute the receipt.',
    })
  }
  const end = windowEnd(spool, at)
  return spent < end ? spent : end
}

/** A block finds room however many are open: matches of one side open most of them, and must not keep the other from holding the money. */
function assertRoom({ state }: Spool, side: Side, severity: CaseSeverity, at: string): void {
  const { open } = state.discrepancies
  if (open >= maxOpen && severity !== 'block') {
    throw conflict(`This Spool has ${maxOpen} open discrepancies, the most it may have.`, {
      reason: 'discrepancy_limit_reached',
      remediation: 'Resolve or dismiss some of them first.',
    })
  }
  if (openedToday(state.discrepancies, side, at) < maxADay) return
  throw conflict(`The ${side} has opened ${maxADay} discrepancies of this Spool today, the most it may.`, {
    reason: 'discrepancy_limit_reached',
    remediation: 'Open further ones tomorrow; a day ends at midnight UTC.',
  })
}

function openedToday({ lastDay }: DiscrepancyState, side: Side, at: string): number {
  const { day, opened } = lastDay[side]
  return day === dayOf(at) ? opened : 0
}

function dayOf(at: string): string {
  return at.slice(0, 10)
}

function withDiscrepancy(
  { state, ...spool }: Spool,
  { id, kind, severity, lapsesAt }: Discrepancy,
  side: Side,
  at: string,
): Spool {
  const { recorded, open, lastDay, blocks } = state.discrepancies
  const opened = openedToday(state.discrepancies, side, at) + 1
  const isBlock = severity === 'block' && lapsesAt !== null
  const hold = { id, cause: 'discrepancy', side, receiptId: null, blocks: true } as const
  return {
    ...spool,
    state: {
      ...state,
      ...(isBlock && withHold(state, { ...hold, until: lapsesAt }, at)),
      discrepancies: {
        recorded: recorded + 1,
        open: open + 1,
        lastDay: { ...lastDay, [side]: { day: dayOf(at), opened } },
        blocks: isBlock ? [...blocks, { id, kind, awaiting: null }] : blocks,
      },
    },
  }
}

/** What a discrepancy names must be of its Spool. */
function assertAbout({ agreement }: Spool, { conditionId, unit }: DiscrepancySubject): void {
  if (conditionId !== null && !agreement.conditions.some(({ id }) => id === conditionId)) {
    throw unprocessable('condition_id', `The agreement has no condition ${conditionId}.`, {
      remediation: 'Name a condition of this Spool by its id.',
    })
  }
  const total = agreement.unitization?.total_units ?? 0
  if (unit === null || unit <= total) return
  throw unprocessable(
    'unit',
    total === 0
      ? 'The agreement has no units.'
      : `The agreement has ${total} units; there is no unit ${unit}.`,
    { remediation: 'Name the unit by its number, 1 for the first, or leave unit out.' },
  )
}
