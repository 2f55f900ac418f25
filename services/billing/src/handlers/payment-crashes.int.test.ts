import { describe, expect, test } from 'vitest'
import type { BillingDeps } from '../deps.ts'
import type { PaymentLane } from '../domain/payments/lane.ts'
import { readDriftingAccounts, readLedgerTotals } from '../store/balances.ts'
import { finishPayments } from '../sweepers/finish-payments.ts'
import { MortalProcess } from '../testing/mortal-deps.ts'
import { testBilling } from '../testing/open-billing.ts'
import {
  buy,
  challengeOf,
  deliveryRequest,
  KeptDeliveries,
  openLane,
  paymentRig,
} from '../testing/payments.ts'

// A process that takes a payment ends at one instruction after another; another goes on from what is stored.

const { open } = await testBilling()
const rig = await paymentRig()
const priceMicros = 100_000n

/** The same instant for every later process: past the lease of the one that ended. */
const now = { now: () => new Date() }
const later = { now: () => new Date(Date.now() + 20_000) }
const lane = await openLane(rig.settings)
const deliveries = new KeptDeliveries(() => steady)
const steady: BillingDeps = open({ payments: { x402: lane, deliveries, clock: now } }).deps
const heir: BillingDeps = open({ payments: { x402: lane, deliveries, clock: later } }).deps

function mortalDeps(process: MortalProcess): BillingDeps {
  const payments = {
    x402: process.mortal<PaymentLane>(lane),
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

describe('afterwards', () => {
  test('the chain and the ledger have the same money, and nothing is owed', async () => {
    const { sumMicros, accounts } = await readLedgerTotals(steady.db)
    const balances = Object.fromEntries(
      accounts.map(({ account, balanceMicros }) => [account, balanceMicros]),
    )
    const received = await rig.chain.balanceOf(rig.settings.payTo as `0x${string}`)
    expect(sumMicros).toBe('0')
    expect(balances['payments:x402']).toBe(String(-received))
    expect(balances['receivable']).toBe('0')
    expect(await readDriftingAccounts(steady.db)).toEqual([])
  })

  test('each payment had one run', () => {
    expect(new Set(deliveries.answers.values()).size).toBe(deliveries.answers.size)
  })
})
