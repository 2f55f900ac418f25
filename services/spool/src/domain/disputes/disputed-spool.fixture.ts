import { Refusal } from '@outturn/contracts'
import type { Side } from '@outturn/vocabulary'
import { acceptedSpool, at, hex } from '../agreement/accepted-spool.fixture.ts'
import type { DisputePolicy, DisputeStatement, Spool, SpoolState } from '../model/spool.ts'
import { partyOn, type Viewer } from '../model/viewer.ts'
import { openDispute } from './open-dispute.ts'

export const receiptId = `ocr_${hex(1)}`
export const said: DisputeStatement = {
  ...{ reason: 'quality', detail: 'Rows are empty.', remedy: 're_verify' },
  ...{ conditionIds: [], units: [], evidenceRefs: [] },
}
export const hour = (n: number) => new Date(Date.parse(at) + n * 3_600_000)
export const tools = {
  eventHash: () => 'f'.repeat(64),
  timerEntryId: (id: string, type: string) => `${id} ${type}`,
}

/** A Spool with a receipt over 200 cents, whose parties may dispute it for three days. */
export function judged(change: Partial<SpoolState> = {}, result: 'pass' | 'partial' = 'pass'): Spool {
  const lastRun = { runId: `vr_${hex(1)}`, result, at, receiptId, earnedCents: 200, evidenceUpTo: at }
  return acceptedSpool([{ verification_method: 'deterministic' }], {
    lastRun: { ...lastRun, isTransient: false, isIrremediable: false, hint: null, ways: [] },
    latestReceiptId: receiptId,
    latestReceiptAt: at,
    ...change,
  })
}

export const viewer = (spool: Spool, side: Side, scope: Viewer['scope'] = 'full'): Viewer => ({
  party: partyOn(spool, side),
  isCreator: side === 'buyer',
  scope,
  mayMoveMoney: scope === 'full',
  sides: [side],
})

export const announcer = { environment: 'production', ids: { newUuid: () => 'id' } } as never

export function opened(spool: Spool, hours: number, side: Side = 'buyer', change: object = {}): Spool {
  const asked = { disputeId: `dsp_${side}_${hours}`, receiptId, said, ...change }
  return openDispute({ spool, evidence: [] }, viewer(spool, side), asked, hour(hours)).spool
}

export function refusal(open: () => unknown): string {
  try {
    open()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `${error.code} ${error.options.field ?? error.options.reason}`
  }
  throw new Error('it was not refused')
}

/** The same Spool with another policy of disputes. */
export function withPolicy(spool: Spool, policy: Partial<DisputePolicy>): Spool {
  const disputePolicy = { ...spool.agreement.disputePolicy, ...policy }
  return { ...spool, agreement: { ...spool.agreement, disputePolicy } }
}
