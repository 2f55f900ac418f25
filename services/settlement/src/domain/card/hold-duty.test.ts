import { expect, test } from 'vitest'
import type { CardSettlementWithHold, Hold } from './card-settlement.ts'
import { dutyOf, nextCardLook, warningsDue } from './hold-duty.ts'
import { progressOfHold } from './hold-progress.ts'

const now = new Date('2026-01-01T00:00:00.000Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const due = { receiptId: 'ocr_1', earnedCents: 250n, feeCents: 12n }

function settlement(hold: Partial<Hold>, isDue = true): CardSettlementWithHold {
  return {
    settlement: {
      id: 'stl_1',
      spoolId: 'spl_1',
      accountId: 'acc_1',
      destination: 'acct_1',
      maximumCents: 500n,
      maximumFeeCents: 25n,
      due: isDue ? due : null,
      isVoid: false,
      isHeld: false,
      isClosed: false,
      version: 1,
    },
    hold: {
      n: 1,
      cents: 525n,
      feeCents: 25n,
      paymentMethod: null,
      description: 'Leads',
      returnUrl: 'https://example.com',
      state: 'held',
      end: null,
      sessionId: 'cs_1',
      intentId: 'pi_1',
      url: null,
      captureBefore: inHours(160),
      warnings: 0,
      isReleased: true,
      problem: null,
      tries: 0,
      askedAt: now,
      askedBy: 'request 1',
      ...hold,
    },
  }
}

test.each<[string, CardSettlementWithHold, string]>([
  ['a hold that was recorded is asked for', settlement({ state: 'asked' }, false), 'ask'],
  ['a page that is open is looked at', settlement({ state: 'open' }, false), 'look'],
  ['one that no verdict released is looked at', settlement({ isReleased: false }), 'look'],
  ['one that a verdict released is captured', settlement({}), 'capture'],
  ['one that is less than is due is given up', settlement({ cents: 261n }), 'give_up'],
  ['one of too little is given up', settlement({ problem: 'below_minimum' }), 'give_up'],
  ['one that was captured is left alone', settlement({ state: 'captured' }), 'none'],
  ['one that ended is left alone', settlement({ state: 'ended', end: 'lapsed' }), 'none'],
])('%s', (_, current, duty) => {
  expect(dutyOf(current).name).toBe(duty)
})

test('exactly what is due is captured, with the fee as the part of the service', () => {
  expect(dutyOf(settlement({}))).toEqual({ name: 'capture', cents: 262n, feeCents: 12n })
})

test('a hold is warned of two days and half a day before its end, and looked at when a warning is due', () => {
  const warnings = [49, 48, 13, 12, 0].map((hours) => warningsDue({ captureBefore: inHours(hours) }, now))
  expect(warnings).toEqual([0, 1, 1, 2, 2])
  const waits = (hours: number) => {
    const at = nextCardLook(settlement({ isReleased: false, captureBefore: inHours(hours) }), now)
    return ((at?.getTime() ?? 0) - now.getTime()) / 60_000
  }
  expect([waits(100), waits(48.5)]).toEqual([60, 30])
})

test('a page is looked at less and less, once a minute at the least', () => {
  const waits = (agoSeconds: number) => {
    const askedAt = new Date(now.getTime() - agoSeconds * 1_000)
    const at = nextCardLook(settlement({ state: 'open', askedAt }, false), now)
    return ((at?.getTime() ?? 0) - now.getTime()) / 1_000
  }
  expect([waits(0), waits(100), waits(10_000)]).toEqual([2, 10, 60])
})

test('another amount than the due one pays nothing, and what was not asked for is no payment', () => {
  const captured = (cents: bigint, change: Partial<Hold> = {}) =>
    progressOfHold(settlement(change), { name: 'captured', intentId: 'pi_1', cents }, now)
  expect(captured(262n)?.transfers.map(({ micros }) => micros)).toEqual([2_500_000n, 120_000n])
  expect([captured(261n), captured(262n, { isReleased: false })]).toMatchObject([
    { hold: { problem: 'amount_mismatch' }, transfers: [] },
    { hold: { problem: 'amount_mismatch' }, transfers: [] },
  ])
})
