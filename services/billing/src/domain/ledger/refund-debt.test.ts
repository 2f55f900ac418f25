import { expect, test } from 'vitest'
import { creditGrantTerms, fundsWith, now, reserve, terms } from '../../testing/sample-funds.ts'
import { availableMicros, type AccountFunds } from './account-funds.ts'
import { issueCreditGrant } from './issue-credit-grant.ts'
import { debtMicros, refundCredits } from './refund-debt.ts'
import { release } from './release.ts'

const pack = creditGrantTerms('crg_pack', { source: 'pack_mpp' })
const other = creditGrantTerms('crg_other', { source: 'pack_x402' })
const run = { runId: 'vr_1', freeTextCompiles: 0, previous: null }
const left = (funds: AccountFunds) => [availableMicros(funds), debtMicros(funds)]

function refunded(funds: AccountFunds, micros: bigint, noteId = 'pnt_1') {
  return refundCredits(funds, { noteId, grantId: pack.id, rail: 'mpp', micros }, now)
}

function reserved(funds: AccountFunds) {
  const held = reserve(funds, run, terms, now)
  if (held === null) throw new Error('the funds do not cover the run')
  return held
}

test('what is left of a refunded grant goes in one transfer, and no other grant pays for it', () => {
  const { funds, transfers } = refunded(fundsWith([pack, 500_000n], [other, 70_000n]), 500_000n)
  expect(left(funds)).toEqual([70_000n, 0n])
  expect(transfers.map(({ kind, amountMicros }) => `${kind} ${amountMicros}`)).toEqual([
    'refund_credits 500000',
  ])
})

test('what was spent is owed, and the next credits pay it first, of whatever source', () => {
  const spent = refunded(fundsWith([pack, 120_000n]), 500_000n).funds
  expect(left(spent)).toEqual([0n, 380_000n])
  const promo = creditGrantTerms('crg_promo', { source: 'promo' })
  const first = issueCreditGrant(spent, promo, 300_000n, now)
  expect(left(first.funds)).toEqual([0n, 80_000n])
  expect(first.transfers.map(({ kind, amountMicros }) => `${kind} ${amountMicros}`)).toEqual([
    'grant 300000',
    'debt_payment 300000',
  ])
  const second = issueCreditGrant(first.funds, other, 100_000n, now)
  expect(left(second.funds)).toEqual([20_000n, 0n])
})

test('a partial refund takes a part, and the next one takes the rest and what is missing', () => {
  const once = refunded(fundsWith([pack, 300_000n]), 200_000n).funds
  expect(left(once)).toEqual([100_000n, 0n])
  expect(left(refunded(once, 300_000n, 'pnt_2').funds)).toEqual([0n, 200_000n])
})

test('what comes back of a run that was reserved when its pack was refunded is no credit', () => {
  const held = reserved(fundsWith([pack, 150_000n]))
  const owed = refunded(held.funds, 150_000n).funds
  expect(left(owed)).toEqual([0n, 100_000n])
  const released = release(owed, held.reservation, now)
  expect(left(released.funds)).toEqual([0n, 0n])
  expect(released.transfers.map(({ kind }) => kind)).toEqual(['release', 'debt_payment'])
})

test('what comes back after other credits have paid the debt is a credit', () => {
  const held = reserved(fundsWith([pack, 100_000n]))
  const owed = refunded(held.funds, 100_000n).funds
  const paid = issueCreditGrant(owed, other, 100_000n, now).funds
  expect(left(paid)).toEqual([0n, 0n])
  expect(left(release(paid, held.reservation, now).funds)).toEqual([100_000n, 0n])
})
