import { expect, test } from 'vitest'
import { acceptedSpool, at, hex } from '../agreement/accepted-spool.fixture.ts'
import { applyReceiptStatus, type ReceiptChange } from './apply-receipt-status.ts'
import type { Spool, SpoolState } from '../model/spool.ts'
import { flagsOf } from '../lifecycle/flags.ts'

const latest = `ocr_${hex(1)}`
const older = `ocr_${hex(2)}`
const later = '2026-01-02T00:00:00.000Z'

/** A passed Spool that earned 200 cents, certified by `latest`. */
function passed(change: Partial<SpoolState> = {}): Spool {
  const spool = acceptedSpool([], {
    runs: 1,
    lastRun: {
      runId: `vr_${hex(1)}`,
      result: 'pass',
      at,
      receiptId: latest,
      earnedCents: 200,
      evidenceUpTo: at,
      isTransient: false,
      isIrremediable: false,
      hint: null,
      ways: [],
    },
    latestReceiptId: latest,
    ...change,
  })
  return { ...spool, agreement: { ...spool.agreement, lane: { funding: 'hosted_checkout' } as never } }
}

const word = (change: Partial<ReceiptChange> = {}): ReceiptChange => ({
  spoolId: passed().id,
  receiptId: latest,
  status: 'active',
  settledCents: 0,
  at,
  ...change,
})

/** The Spool after these words, and the types of what they left in its history. */
function after(words: readonly ReceiptChange[], spool = passed()) {
  const types: string[] = []
  const applied = words.reduce((before, fact) => {
    const decision = applyReceiptStatus(before, fact, later)
    types.push(...(decision?.entries ?? []).map(({ type }) => type))
    return decision?.spool ?? before
  }, spool)
  return { spool: applied, state: applied.state, types }
}

function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    ordersOf([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  )
}

test('settling all that was earned completes a Spool whose money moves elsewhere', () => {
  const part = after([word({ settledCents: 150 })])
  expect(part.state).toMatchObject({ settledCents: 150, status: { outcome: 'active' } })
  expect(part.types).toEqual([])
  const all = after([word({ settledCents: 200 })], part.spool)
  expect(all.state.status).toMatchObject({ outcome: 'completed', fulfillment: 'fulfilled' })
  expect(all.types).toEqual(['spool.completed'])
})

test('a receipt that was revoked is in the history once, whichever it was, and only the latest one takes eligibility', () => {
  const revoked = after([word({ status: 'revoked' }), word({ status: 'revoked', settledCents: 10 })])
  expect(revoked.types).toEqual(['receipt.revoked'])
  expect(flagsOf(revoked.spool, new Date(later)).settlement_eligible).toBe(false)
  const other = after([word({ receiptId: older, status: 'revoked' })])
  expect(other.types).toEqual(['receipt.revoked'])
  expect(other.state.receiptStatuses).toEqual({})
  expect(flagsOf(other.spool, new Date(later)).settlement_eligible).toBe(true)
})

test('words in any order, and twice, end in the same state', () => {
  const words = [
    word({ settledCents: 50 }),
    word({ settledCents: 150, status: 'corrected' }),
    word({ settledCents: 120, status: 'revoked' }),
  ]
  const [first, ...others] = ordersOf([...words, word({ settledCents: 50 })]).map((order) => after(order))
  expect(first?.state).toMatchObject({ settledCents: 150, receiptStatuses: { [latest]: 'revoked' } })
  for (const other of others) {
    expect(other.state).toEqual(first?.state)
    expect(other.types).toEqual(['receipt.revoked'])
  }
})

test('a word that says nothing new changes nothing', () => {
  expect(applyReceiptStatus(passed(), word(), later)).toBeNull()
  expect(applyReceiptStatus(passed({ settledCents: 50 }), word({ settledCents: 50 }), later)).toBeNull()
  expect(applyReceiptStatus(passed(), word({ receiptId: older, status: 'corrected' }), later)).toBeNull()
})

test.each([
  ['a first run', { latestReceiptId: null, lastRun: null }],
  ['a further run', { openRun: { runId: `vr_${hex(2)}` } }],
])('a word about the receipt that %s brings is kept for the end of that run', (_, change) => {
  const { state } = after([word({ receiptId: older, status: 'revoked' })], passed(change))
  expect(state.receiptStatuses).toEqual({ [older]: 'revoked' })
})
