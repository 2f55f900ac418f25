import { decodePaymentRequiredHeader, encodePaymentRequiredHeader } from '@x402/core/http'
import { localAccounts } from '@outturn/local-servers/payments'
import { describe, expect, test } from 'vitest'
import type { Hex } from 'viem'
import { readDriftingAccounts } from '../store/balances.ts'
import { authorizationOf, broadcast, cancel, signedWith } from '../testing/authorizations.ts'
import { paidCalls, priceMicros } from '../testing/paid-calls.ts'
import { buy, buyOnce, deliveryRequest, refusalOf } from '../testing/payments.ts'

// Authorizations that the chain has used or canceled before they come with a call.

const { open, rig, clock, lane, deliveries, deps, prepared, readBooks } = await paidCalls()

async function refused(call: Promise<unknown>) {
  const { code, options, message } = await refusalOf(call)
  return {
    code,
    reason: options.reason,
    message,
    hasChallenge: options.headers?.['payment-required'] !== undefined,
  }
}

describe('an authorization that was used before it came', () => {
  test('has paid for its call, which is answered and takes nothing more', async () => {
    const { payer, request, payment } = await prepared('paid before')
    await broadcast(rig.chain, payment)
    const first = await buy(deps, { request, payment })
    expect(await buy(deps, { request, payment })).toEqual(first)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('has paid also when its time is over since', async () => {
    const { payer, request, payment } = await prepared('paid and over')
    await broadcast(rig.chain, payment)
    const late = { now: () => new Date(Date.now() + 400_000) }
    const { deps: later } = open({ payments: { x402: lane, deliveries, clock: late } })
    await buy(later, { request, payment })
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('pays for one call of those that race for it', async () => {
    const { payer, request, payment } = await prepared('paid and raced')
    await broadcast(rig.chain, payment)
    const answers = await Promise.all(Array.from({ length: 4 }, () => buy(deps, { request, payment })))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('pays for a call of its own, also where another payment for the same request is open', async () => {
    const { payer, request, challenge, payment } = await prepared('two paid')
    rig.facilitator.failNext('error_before', 'error_before', 'error_before')
    await refusalOf(buy(deps, { request, payment }, 2_000))
    const second = await payer.pay(challenge)
    await broadcast(rig.chain, second)
    const own = await buy(deps, { request, payment: second })
    const first = await buy(deps, { request, payment })
    expect(own.paymentResponse).not.toBe(first.paymentResponse)
    expect(await rig.paidBy(payer)).toBe(priceMicros * 2n)
  })

  test('stays unclaimed where its key has bought before', async () => {
    const { payer, request, challenge, payment } = await prepared('paid under a key')
    const call = { request, idempotencyKey: 'key' }
    const { body } = await buyOnce(deps, { ...call, payment })
    const second = await payer.pay(challenge)
    await broadcast(rig.chain, second)
    expect(await buyOnce(deps, { ...call, payment: second })).toMatchObject({ body, isReplayed: true })
    expect((await buyOnce(deps, { request, payment: second })).body).not.toBe(body)
    expect(await rig.paidBy(payer)).toBe(priceMicros * 2n)
  })

  test('for another payee or amount is refused, and so is one that was canceled', async () => {
    const { payer, request, payment, challenge } = await prepared('spent elsewhere')
    const elsewhere = decodePaymentRequiredHeader(challenge)
    for (const accepted of elsewhere.accepts) accepted.payTo = localAccounts.payer.address
    const nonce = authorizationOf(payment).authorization['nonce'] as Hex
    await broadcast(rig.chain, await signedWith(payer, encodePaymentRequiredHeader(elsewhere), nonce))
    expect(await refused(buy(deps, { request, payment }))).toMatchObject({
      code: 'payment_failed_x402',
      reason: 'payment_refused',
      message: expect.stringContaining('spent_elsewhere') as string,
      hasChallenge: true,
    })
    const canceled = await prepared('canceled before')
    await cancel(rig.chain, canceled.payer, canceled.payment)
    expect(await refused(buy(deps, canceled))).toMatchObject({
      code: 'payment_failed_x402',
      reason: 'payment_refused',
      message: expect.stringContaining('canceled') as string,
    })
    expect(await rig.paidBy(canceled.payer)).toBe(0n)
  })

  test('of which the chain does not say what for is not refused: the same payment gets its answer later', async () => {
    const { payer, request, payment } = await prepared('used and unseen')
    await broadcast(rig.chain, payment)
    const unseen: (typeof lane)['facts'][] = [
      () => Promise.reject(new Error('the chain is away')),
      async (question) => ({ ...(await lane.facts(question)), payment: null }),
      // The node is behind that of the facilitator.
      async (question) => ({ ...(await lane.facts(question)), payment: null, isUsed: false }),
    ]
    for (const facts of unseen) {
      const { deps: blind } = open({ payments: { x402: { ...lane, facts }, deliveries, clock } })
      expect(await refused(buy(blind, { request, payment }))).toMatchObject({
        code: 'payment_failed_x402',
        reason: 'payment_unknown',
        hasChallenge: false,
      })
    }
    await buy(deps, { request, payment })
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('by another wallet pays for no call of who has seen it', async () => {
    const { payment, payer, request } = await prepared('seen on the chain')
    await broadcast(rig.chain, payment)
    const forged = JSON.parse(Buffer.from(payment, 'base64').toString()) as { payload: { signature: string } }
    forged.payload.signature = `0x${'1'.repeat(130)}`
    const header = Buffer.from(JSON.stringify(forged)).toString('base64')
    expect((await refused(buy(deps, { request: deliveryRequest('thief'), payment: header }))).reason).toBe(
      'payment_refused',
    )
    await buy(deps, { request, payment })
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })
})

test('afterwards the chain and the ledger have the same money', async () => {
  const { sumMicros, bookedMicros, receivedMicros } = await readBooks()
  expect([sumMicros, bookedMicros]).toEqual(['0', String(-receivedMicros)])
  expect(await readDriftingAccounts(deps.db)).toEqual([])
})
