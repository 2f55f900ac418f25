import { expect, test } from 'vitest'
import { acceptedSpool } from '../agreement/accepted-spool.fixture.ts'
import {
  blockingHolds,
  budgetEnd,
  type Hold,
  isHeld,
  lastHold,
  withHold,
  withHoldReleased,
  withoutHolds,
} from './hold.ts'
import type { SpoolState } from './spool.ts'

const hour = (n: number) => new Date(Date.parse('2026-01-01T00:00:00.000Z') + n * 3_600_000).toISOString()
const spool = acceptedSpool([])
const agreement = {
  ...spool.agreement,
  disputePolicy: { window_hours: 24, holds_settlement: true, resolver: 'none' as const },
}
const hold = (id: string, until: number, change: Partial<Hold> = {}): Hold => ({
  ...{ id, cause: 'dispute', side: 'buyer', receiptId: null, blocks: true, until: hour(until) },
  ...change,
})
const start: SpoolState = { ...spool.state, status: { ...spool.state.status, settlement: 'committed' } }
const from = (state: SpoolState, added: Hold, at: number): SpoolState => ({
  ...state,
  ...withHold(state, added, hour(at)),
})
const end = (state: SpoolState, id: string, at: number): SpoolState => ({
  ...state,
  ...withoutHolds(state, [id], hour(at)),
})
const left = (state: SpoolState, at: number) => budgetEnd({ agreement, state }, 'buyer', hour(at))

test('two holds of one side at the same time spend its time once, and one that ends early spends no more', () => {
  const both = from(from(start, hold('a', 24), 0), hold('b', 30), 6)
  expect(left(both, 6)).toBe(hour(48))
  const one = end(both, 'a', 10)
  expect(left(one, 12)).toBe(hour(48))
  const none = end(one, 'b', 12)
  expect(none.heldTime.buyer).toEqual({ spentMs: 12 * 3_600_000, since: null })
  expect(left(none, 100)).toBe(hour(136))
})

test('the sides have budgets of their own, over all receipts', () => {
  const buyers = end(from(start, hold('a', 24, { receiptId: 'ocr_1' }), 0), 'a', 48)
  expect(left(buyers, 50)).toBe(hour(50))
  expect(budgetEnd({ agreement, state: buyers }, 'provider', hour(50))).toBe(hour(98))
  const later = from(buyers, hold('b', 72, { side: 'provider', receiptId: 'ocr_2' }), 50)
  expect(budgetEnd({ agreement, state: later }, 'provider', hour(60))).toBe(hour(98))
})

test('a case that holds nothing spends nothing, nor does one whose hold has ended', () => {
  const waiting = from(start, hold('a', 24, { blocks: false }), 0)
  expect([isHeld(waiting), left(waiting, 20)]).toEqual([false, hour(68)])
  const holding = from(start, hold('a', 10), 0)
  const released = { ...holding, ...withHoldReleased(holding, 'a', hour(24), hour(10)) }
  expect(released.holds).toEqual([hold('a', 24, { blocks: false })])
  expect(left(released, 20)).toBe(hour(58))
})

test('what holds for longest is named, and nothing holds money that has moved', () => {
  const state = from(from(start, hold('a', 24), 0), hold('b', 12, { cause: 'discrepancy' }), 1)
  expect(lastHold(state)?.id).toBe('a')
  expect(blockingHolds(state).map(({ id }) => id)).toEqual(['a', 'b'])
  for (const settlement of ['settled', 'voided'] as const) {
    const over = { ...state, status: { ...state.status, settlement } }
    expect([isHeld(over), lastHold(over)]).toEqual([false, null])
  }
})
