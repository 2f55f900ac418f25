import { expect, test } from 'vitest'
import { creditGrantTerms, fundsWith, including, now, reserve } from '../../testing/sample-funds.ts'
import { release } from './release.ts'
import type { Reserved } from './reserve.ts'

const run = { runId: 'vr_1', freeTextCompiles: 1, previous: null }
const nextMonth = new Date('2026-02-01T00:00:00.000Z')

function reserved(): Reserved {
  const funds = fundsWith(
    [creditGrantTerms('promo', { source: 'promo' }), 20_000n],
    [creditGrantTerms('paid'), 100_000n],
  )
  const result = reserve(funds, run, including(1, 0), now)
  if (result === null) throw new Error('the funds cover this run')
  return result
}

test('a release undoes the reservation: the funds are what they were', () => {
  const { funds, reservation } = reserved()
  const before = fundsWith(
    [creditGrantTerms('promo', { source: 'promo' }), 20_000n],
    [creditGrantTerms('paid'), 100_000n],
  )
  const released = release(funds, reservation, now)
  expect(released.funds).toEqual(before)
  expect(released.reservation).toMatchObject({ state: 'voided', finishedAt: now })
})

test('a release moves back what was moved, under the same keys', () => {
  const { funds, reservation, transfers } = reserved()
  const mirrored = transfers.map((transfer) => ({
    ...transfer,
    kind: 'release',
    debitAccount: transfer.creditAccount,
    creditAccount: transfer.debitAccount,
  }))
  expect(release(funds, reservation, now).transfers).toEqual(mirrored)
})

test('what an earlier month included does not come back', () => {
  const { funds, reservation } = reserved()
  expect(release(funds, reservation, nextMonth).funds.used).toEqual({
    month: '2026-02',
    verifications: 0,
    compiles: 0,
  })
})
