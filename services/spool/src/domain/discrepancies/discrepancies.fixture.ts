import { Refusal } from '@outturn/contracts'
import type { CaseSeverity, DiscrepancyOutcome, Side } from '@outturn/vocabulary'
import { acceptedSpool, at, hex } from '../agreement/accepted-spool.fixture.ts'
import type { Decision } from '../model/decision.ts'
import type { Discrepancy, TextDigest } from '../model/casework/discrepancy.ts'
import type { Spool, SpoolState } from '../model/spool.ts'
import { partyOn, type Viewer } from '../model/viewer.ts'
import { closeDiscrepancy } from './close-discrepancy.ts'
import { openDiscrepancy } from './open-discrepancy.ts'

export const hour = (n: number): Date => new Date(Date.parse(at) + n * 3_600_000)
export const textDigest: TextDigest = (text) => `digest of ${JSON.stringify(text)}`
export const tools = {
  eventHash: () => 'f'.repeat(64),
  timerEntryId: (id: string, type: string) => `${id} ${type}`,
}

/** A Spool with a final receipt over 200 cents, whose money may be held for three days by each window. */
export function settling(change: Partial<SpoolState> = {}, hours = 72): Spool {
  const receiptId = `ocr_${hex(1)}`
  const lastRun = { runId: `vr_${hex(1)}`, result: 'pass', at, receiptId, earnedCents: 200 } as const
  const spool = acceptedSpool([{ verification_method: 'deterministic' }], {
    lastRun: {
      ...{ ...lastRun, evidenceUpTo: at, isTransient: false, isIrremediable: false },
      ...{ hint: null, ways: [] },
    },
    latestReceiptId: receiptId,
    latestReceiptAt: at,
    ...change,
  })
  const disputePolicy = { ...spool.agreement.disputePolicy, window_hours: hours, holds_settlement: true }
  return { ...spool, agreement: { ...spool.agreement, disputePolicy } }
}

export function viewerOn(spool: Spool, side: Side, scope: Viewer['scope'] = 'full'): Viewer {
  const party = partyOn(spool, side)
  return { party, isCreator: side === 'buyer', scope, mayMoveMoney: scope === 'full', sides: [side] }
}

export function opened(
  spool: Spool,
  hours: number,
  side: Side,
  {
    severity = 'block',
    scope = 'full',
    id = `dsc_${side}_${hours}`,
    ...about
  }: {
    severity?: CaseSeverity
    scope?: Viewer['scope']
    id?: string
    conditionId?: string
    unit?: number
  } = {},
): Decision & { discrepancy: Discrepancy } {
  const none = { claimId: null, factId: null, conditionId: null, unit: null, field: null }
  const reported = {
    id,
    kind: 'other',
    severity,
    about: { ...none, ...about },
    said: { description: 'It differs.' },
  } as const
  const decision = openDiscrepancy(spool, viewerOn(spool, side, scope), reported, {
    now: hour(hours),
    textDigest,
  })
  return { ...decision, discrepancy: decision.discrepancies?.[0] as Discrepancy }
}

/** What a side sends: `dismiss`, or the outcome that it resolves with. */
export function close(
  { spool, discrepancy }: { spool: Spool; discrepancy: Discrepancy },
  hours: number,
  side: Side,
  word: DiscrepancyOutcome | 'dismiss',
  { scope = 'full', note = 'So it is.' }: { scope?: Viewer['scope']; note?: string } = {},
): Decision & { discrepancy: Discrepancy } {
  const asked =
    word === 'dismiss'
      ? ({ act: 'dismiss', outcome: null, note } as const)
      : ({ act: 'resolve', outcome: word, note } as const)
  return closeDiscrepancy(spool, viewerOn(spool, side, scope), discrepancy, asked, {
    now: hour(hours),
    textDigest,
  })
}

/** Code and reason, or field, of a refusal. */
export function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `${error.code} ${error.options.field ?? error.options.reason}`
  }
  throw new Error('it was not refused')
}
