import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  beginCharge,
  type Charge,
  claimPurchase,
  concludeCharge,
  mayCharge,
  type Purchase,
} from './purchase.ts'

const start = new Date('2026-01-15T12:00:00.000Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const claimed = claimPurchase(
  {
    id: 'cpp_000000000000000000000001',
    accountId: 'acc_000000000000000000000001',
    rail: 'mpp',
    packCents: 500,
    isCheckout: false,
    challengeId: 'challenge',
    credentialDigest: 'digest',
    commandId: 'cmd_1',
    token: 'spt_1',
  },
  start,
)
const charging = beginCharge(claimed, start) as Purchase
const paid: Charge = { status: 'succeeded', paymentId: 'pi_1', amountCents: 500, currency: 'usd' }
const declined: Charge = { status: 'declined', paymentId: null, reason: 'card_declined' }
const unknown: Charge = { status: 'unknown', paymentId: null }
const granted = concludeCharge(charging, paid, after(1))
const refused = concludeCharge(charging, declined, after(1))

test('a claim is charged once at a time, and again when its process is gone', () => {
  expect([claimed.state, charging.state, charging.attempts]).toEqual(['claimed', 'charging', 1])
  expect(beginCharge(charging, after(19_999))).toBeNull()
  expect(beginCharge(charging, after(20_000))).toMatchObject({
    state: 'charging',
    attempts: 2,
    token: 'spt_1',
  })
})

test.each([
  ['granted', paid],
  ['refused', declined],
] as const)('the processor’s word ends it as %s and its token is forgotten', (state, charge) => {
  expect(concludeCharge(charging, charge, after(1))).toMatchObject({
    state,
    token: null,
    finishedAt: after(1),
  })
})

test('what is not the processor’s word leaves it open, looked after ever more seldom', () => {
  const once = concludeCharge(charging, unknown, after(1))
  expect(once).toMatchObject({
    state: 'charging',
    token: 'spt_1',
    checkAt: after(5_001),
    leasedUntil: after(1),
  })
  const later = concludeCharge({ ...charging, attempts: 40 }, { ...unknown, paymentId: 'pi_1' }, after(1))
  expect(later).toMatchObject({ paymentId: 'pi_1', checkAt: after(3_600_001) })
})

test('a checkout is looked at again within five minutes, however often it was looked at', () => {
  const waiting = { ...charging, isCheckout: true, attempts: 400 }
  expect(concludeCharge(waiting, unknown, after(1))).toMatchObject({ checkAt: after(300_001) })
})

test.each([
  ['granted', granted],
  ['refused', refused],
] as const)('what is %s stays so, whatever is said later, and is not charged again', (_, ended) => {
  for (const charge of [paid, declined, unknown]) expect(concludeCharge(ended, charge, after(9))).toBe(ended)
  expect(beginCharge(ended, after(99_999))).toBeNull()
})

test.each([[{ amountCents: 499 }], [{ amountCents: 501 }], [{ currency: 'eur' }]])(
  'a payment of %j is not the price and grants nothing',
  (other) => {
    expect(() => concludeCharge(charging, { ...paid, ...other }, after(1))).toThrow(/its price is 500 usd/)
  },
)

test('nothing is concluded of a purchase whose charge was not begun', () => {
  expect(() => concludeCharge(claimed, paid, after(1))).toThrow(/before it was begun/)
})

test('a charge is asked for as long as the processor repeats its first answer', () => {
  expect(mayCharge(claimed, after(22 * 3_600_000))).toBe(true)
  expect(mayCharge(claimed, after(23 * 3_600_000))).toBe(false)
})

const steps = fc.array(
  fc.record({ step: fc.constantFrom('begin', 'paid', 'declined', 'unknown'), ms: fc.nat({ max: 40_000 }) }),
)
const charges: Record<string, Charge> = { paid, declined, unknown }

test('whatever happens in whatever order, it is granted or refused at most once, and open as long as it has its token', () => {
  fc.assert(
    fc.property(steps, (plan) => {
      let purchase: Purchase = claimed
      let now = start
      let ends = 0
      for (const { step, ms } of plan) {
        now = new Date(now.getTime() + ms)
        const before = purchase
        const charge = charges[step]
        if (charge === undefined) purchase = beginCharge(purchase, now) ?? purchase
        else if (purchase.state !== 'claimed') purchase = concludeCharge(purchase, charge, now)
        if (before.finishedAt === null && purchase.finishedAt !== null) ends += 1
        expect(purchase.token === null).toBe(purchase.finishedAt !== null)
        expect(purchase.finishedAt === null).toBe(['claimed', 'charging'].includes(purchase.state))
      }
      expect(ends).toBeLessThanOrEqual(1)
    }),
  )
})
