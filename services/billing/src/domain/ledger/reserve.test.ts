import { expect, test } from 'vitest'
import { availableMicros } from './account-funds.ts'
import {
  account,
  creditGrantTerms,
  fundsWith,
  including,
  now,
  reserve,
  terms,
  unnamed,
} from '../../testing/sample-funds.ts'
import { amountMicros } from './reservation.ts'
import { reserveOrOwe } from './reserve.ts'

const run = { runId: 'vr_1', freeTextCompiles: 0, previous: null }
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)

function partsOf(reserved: ReturnType<typeof reserve>): string[] {
  return reserved?.reservation.parts.map(({ grant, micros }) => `${grant.id} ${micros}`) ?? []
}

test('the allowance covers a run before any grant, for verification and compiles apart', () => {
  const funds = fundsWith([creditGrantTerms('a'), 1_000_000n])
  const reserved = reserve(funds, { ...run, freeTextCompiles: 3 }, including(1, 2), now)
  expect(reserved?.reservation).toMatchObject({
    coveredBy: 'credits',
    verificationMicros: 0n,
    compileMicros: 50_000n,
    allowance: { month: '2026-01', verifications: 1, compiles: 2 },
  })
  expect(reserved?.funds.used).toEqual({ month: '2026-01', verifications: 1, compiles: 2 })
})

test('a run that the allowance covers whole moves no money', () => {
  const reserved = reserve(fundsWith(), run, including(1, 0), now)
  expect(reserved?.reservation.coveredBy).toBe('allowance')
  expect(reserved?.transfers).toEqual([])
})

test('the allowance of an earlier month is over and that of the new one is whole', () => {
  const december = { ...fundsWith(), used: { month: '2025-12', verifications: 1, compiles: 0 } }
  expect(reserve(december, run, including(1, 0), now)?.funds.used.verifications).toBe(1)
  expect(reserve(december, run, including(1, 0), now)?.funds.used.month).toBe('2026-01')
})

test('a clock that falls back over the end of a month gives no allowance twice', () => {
  const february = { ...fundsWith(), used: { month: '2026-02', verifications: 1, compiles: 0 } }
  expect(reserve(february, run, including(1, 0), now)).toBeNull()
})

test('promo grants go first, then those that expire first, and the price may span grants', () => {
  const funds = fundsWith(
    [creditGrantTerms('lasting'), 60_000n],
    [creditGrantTerms('expiring', { expiresAt: later(9) }), 30_000n],
    [creditGrantTerms('promo-lasting', { source: 'promo' }), 20_000n],
    [creditGrantTerms('promo-expiring', { source: 'promo', expiresAt: later(20) }), 10_000n],
  )
  const reserved = reserve(funds, run, terms, now)
  expect(partsOf(reserved)).toEqual([
    'promo-expiring 10000',
    'promo-lasting 20000',
    'expiring 30000',
    'lasting 40000',
  ])
  expect(reserved?.funds.grants.map(({ id, remainingMicros }) => `${id} ${remainingMicros}`)).toEqual([
    'lasting 20000',
  ])
  expect(reserved?.transfers).toHaveLength(4)
  expect(reserved?.transfers[0]).toEqual({
    kind: 'hold',
    idempotencyKey: 'vr_1/1/promo-expiring',
    debitAccount: `customer:${account}:available`,
    creditAccount: `customer:${account}:held`,
    amountMicros: 10_000n,
    reference: 'vr_1',
    grantId: 'promo-expiring',
    keyId: null,
    useCase: null,
    at: now,
  })
})

test('an expired grant is left out and kept as it is', () => {
  const funds = fundsWith(
    [creditGrantTerms('expired', { source: 'promo', expiresAt: now }), 100_000n],
    [creditGrantTerms('valid', { expiresAt: later(1) }), 100_000n],
  )
  const reserved = reserve(funds, run, terms, now)
  expect(partsOf(reserved)).toEqual(['valid 100000'])
  expect(reserved?.funds.grants.map(({ id }) => id)).toEqual(['expired'])
})

test('one micro short is not covered', () => {
  expect(reserve(fundsWith([creditGrantTerms('a'), 99_999n]), run, terms, now)).toBeNull()
  expect(reserve(fundsWith([creditGrantTerms('a'), 100_000n]), run, terms, now)).not.toBeNull()
})

test('a delivered run takes what there is and owes the rest', () => {
  const { reservation, funds, transfers } = reserveOrOwe(
    fundsWith([creditGrantTerms('a'), 30_000n]),
    { ...run, ...unnamed },
    terms,
    now,
  )
  expect(reservation).toMatchObject({ coveredBy: 'receivable', receivableMicros: 70_000n })
  expect(amountMicros(reservation)).toBe(100_000n)
  expect(availableMicros(funds)).toBe(0n)
  expect(transfers.map(({ debitAccount, amountMicros: micros }) => `${debitAccount} ${micros}`)).toEqual([
    `customer:${account}:available 30000`,
    `receivable:${account} 70000`,
  ])
})

test('a run that is reserved again is another attempt with keys of its own', () => {
  const reserved = reserve(
    fundsWith([creditGrantTerms('a'), 100_000n]),
    { ...run, previous: { attempt: 1 } },
    terms,
    now,
  )
  expect(reserved?.reservation.attempt).toBe(2)
  expect(reserved?.transfers[0]?.idempotencyKey).toBe('vr_1/2/a')
})
