import { facilitatorFaults } from '@outturn/local-servers/payments'
import { describe, expect, test } from 'vitest'
import type { BillingDeps } from '../deps.ts'
import type { PaymentLane } from '../domain/payments/lane.ts'
import { readDriftingAccounts } from '../store/balances.ts'
import { finishPayments } from '../sweepers/finish-payments.ts'
import { MortalProcess } from '@outturn/testkit'
import { paidCalls, priceMicros } from '../testing/paid-calls.ts'
import { buy, challengeOf, deliveryRequest, refusalOf, toldAtOnce } from '../testing/payments.ts'

// A process that takes a payment ends at one instruction after another; another goes on from what is stored.

const { open, rig, clock: now, lane, deliveries, deps: steady, readBooks } = await paidCalls()

/** The same instant for every later process: past the lease of the one that ended. */
const later = { now: () => new Date(Date.now() + 20_000) }
const heir: BillingDeps = open({ payments: { x402: lane, deliveries, clock: later } }).deps

function mortalDeps(process: MortalProcess): BillingDeps {
  const payments = {
    x402: process.mortal<PaymentLane>(lane, toldAtOnce),
    deliveries: process.mortal(deliveries),
    clock: now,
  }
  return open({ payments, seen: (pool) => process.pool(pool) }).deps
}

/** Pays for a call in a process that ends after so many instructions; how many it took, and whether it answered. */
async function payIn(endsAfter: number, name: string) {
  const payer = await rig.payer()
  const request = deliveryRequest(name)
  const payment = await payer.pay(await challengeOf(steady, { request }))
  const process = new MortalProcess(endsAfter)
  const answer = await buy(mortalDeps(process), { request, payment }).catch((error: unknown) => {
    if (process.hasEnded) return null
    throw error
  })
  return { payer, request, payment, instructions: process.count, answer }
}

const whole = await payIn(Number.POSITIVE_INFINITY, 'whole')
const boundaries = Array.from({ length: whole.instructions }, (_, index) => index + 1)

test('a payment takes so many instructions that ending at each of them says something', () => {
  expect(whole.answer).not.toBeNull()
  expect(whole.instructions).toBeGreaterThan(20)
})

test.each(boundaries)('ended after instruction %i, a repetition pays once', async (at) => {
  const { payer, request, payment } = await payIn(at, `ends after ${at}`)
  // With and without a turn of the sweeper before the caller comes back.
  if (at % 2 === 0) await finishPayments(heir, later.now())
  const answer = await buy(heir, { request, payment })
  expect(await rig.paidBy(payer)).toBe(priceMicros)
  expect(await buy(heir, { request, payment })).toEqual(answer)
  expect(await rig.paidBy(payer)).toBe(priceMicros)
})

test('a caller that never comes back has paid only where it could come back to its answer', async () => {
  const abandoned = await Promise.all(
    boundaries.slice(-6).map(async (at) => payIn(at, `abandoned after ${at}`)),
  )
  await finishPayments(heir, later.now())
  for (const { payer, request, payment } of abandoned) {
    const paid = await rig.paidBy(payer)
    const settles = rig.facilitator.settles()
    await buy(heir, { request, payment })
    // What was paid before is not asked for again.
    if (paid > 0n) expect(rig.facilitator.settles()).toBe(settles)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  }
})

test('a price that changes refuses what was signed for the old one, unspent, and leaves a claim at its own price', async () => {
  const dearer = open({
    prices: { pricingVersion: '2026-02', verificationMicros: 150_000n, compileMicros: 50_000n },
    payments: { x402: lane, deliveries, clock: later },
  }).deps
  const payer = await rig.payer()
  const request = deliveryRequest('dearer')
  const signed = await payer.pay(await challengeOf(steady, { request }))
  const refusal = await refusalOf(buy(dearer, { request, payment: signed }))
  expect([refusal.code, refusal.options.details?.['accepts']]).toEqual([
    'payment_required_x402',
    [expect.objectContaining({ amount: '150000' })],
  ])
  expect(await rig.paidBy(payer)).toBe(0n)
  await buy(dearer, {
    request,
    payment: await payer.pay(refusal.options.headers?.['payment-required'] ?? ''),
  })
  expect(await rig.paidBy(payer)).toBe(150_000n)
  // Ended with its work done and its money not asked for.
  const begun = await payIn(boundaries.length - 12, 'begun before')
  await buy(dearer, { request: begun.request, payment: begun.payment })
  expect(await rig.paidBy(begun.payer)).toBe(priceMicros)
})

/** Numbers that a seed always yields, from 0 to below 1. */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('a random run of faults, ends, repetitions and new signatures pays for each request once', async () => {
  const random = numbersOf(402)
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
  async function story(index: number): Promise<void> {
    const payer = await rig.payer()
    const request = deliveryRequest(`story ${index}`)
    const challenge = await challengeOf(steady, { request })
    const payment = await payer.pay(challenge)
    if (random() < 0.5)
      rig.facilitator.failNext(pick(facilitatorFaults.filter((fault) => fault !== 'late_answer')))
    const process = new MortalProcess(1 + Math.floor(random() * boundaries.length * 1.5))
    const mortal = mortalDeps(process)
    const other = random() < 0.3 ? await payer.pay(challenge) : payment
    await Promise.allSettled([buy(mortal, { request, payment }), buy(steady, { request, payment: other })])
    if (random() < 0.5) await finishPayments(heir, later.now())
    const first = await buy(heir, { request, payment: other })
    expect(await buy(heir, { request, payment: other })).toEqual(first)
    const settled = await Promise.allSettled([buy(heir, { request, payment })])
    // A second authorization that raced pays for a second answer only if the first had ended before it.
    expect([priceMicros, priceMicros * 2n]).toContain(await rig.paidBy(payer))
    if (other === payment) {
      expect(settled[0]).toEqual({ status: 'fulfilled', value: first })
      expect(await rig.paidBy(payer)).toBe(priceMicros)
    }
  }
  // `npm run payments` plays as many as it is told.
  for (let from = 0; from < 12; from += 4) {
    await Promise.all([0, 1, 2, 3].map((offset) => story(from + offset)))
  }
}, 600_000)

describe('afterwards', () => {
  test('the chain and the ledger have the same money, and nothing is owed', async () => {
    const { sumMicros, bookedMicros, owedMicros, receivedMicros } = await readBooks()
    expect([sumMicros, bookedMicros, owedMicros]).toEqual(['0', String(-receivedMicros), '0'])
    expect(await readDriftingAccounts(steady.db)).toEqual([])
  })

  test('each payment had one run', () => {
    expect(new Set(deliveries.answers.values()).size).toBe(deliveries.answers.size)
  })
})
