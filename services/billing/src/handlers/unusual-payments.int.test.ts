import {
  decodePaymentRequiredHeader,
  decodePaymentResponseHeader,
  encodePaymentRequiredHeader,
} from '@x402/core/http'
import { Refusal } from '@outturn/contracts'
import { localAccounts, paymentHeader } from '@outturn/local-servers/payments'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Hex } from 'viem'
import { readDriftingAccounts } from '../store/balances.ts'
import { authorizationOf, broadcast, cancel, signedWith } from '../testing/authorizations.ts'
import { paidCalls, priceMicros } from '../testing/paid-calls.ts'
import { buy, challengeOf, deliveryRequest, openLane, refusalOf } from '../testing/payments.ts'

// Payments that are signed for other terms than those of the call, and those that something happens to before they are settled.

const { open, rig, clock, lane, deliveries, deps, prepared, readBooks } = await paidCalls()
/** What wallets gave the payee by payments that they sent with no call. */
let unclaimedMicros = 0n

type Accepted = { amount: string; payTo: string; asset: string; network: string; maxTimeoutSeconds: number }

describe('signed for other terms', () => {
  const terms: [name: string, change: (accepted: Accepted) => void][] = [
    ['a smaller amount', (accepted) => (accepted.amount = '1')],
    ['a larger amount', (accepted) => (accepted.amount = '200000')],
    ['another payee', (accepted) => (accepted.payTo = localAccounts.payer.address)],
    ['a payment that ends at once', (accepted) => (accepted.maxTimeoutSeconds = 5)],
  ]
  test.each(terms)('%s is answered with the terms, and is not used', async (_, change) => {
    const payer = await rig.payer()
    const request = deliveryRequest('terms')
    const challenge = decodePaymentRequiredHeader(await challengeOf(deps, { request }))
    for (const accepted of challenge.accepts) change(accepted)
    const payment = await payer.pay(encodePaymentRequiredHeader(challenge))
    const refusal = await refusalOf(buy(deps, { request, payment }))
    expect(refusal.code).toBe('payment_required_x402')
    expect(refusal.options.headers?.['payment-required']).toBeDefined()
    expect(await rig.paidBy(payer)).toBe(0n)
  })

  test('an authorization that says other than what was accepted is not used', async () => {
    const payer = await rig.payer()
    const request = deliveryRequest('two-faced')
    const challenge = await challengeOf(deps, { request })
    const cheap = decodePaymentRequiredHeader(challenge)
    for (const accepted of cheap.accepts) (accepted as Accepted).amount = '1'
    const [honest, cheaply] = [
      await payer.sign(challenge),
      await payer.sign(encodePaymentRequiredHeader(cheap)),
    ]
    const payment = paymentHeader({ ...honest, payload: cheaply.payload })
    expect((await refusalOf(buy(deps, { request, payment }))).code).toBe('payment_required_x402')
    expect(await rig.paidBy(payer)).toBe(0n)
  })

  test('an authorization that holds for days is not used', async () => {
    const payer = await rig.payer()
    const request = deliveryRequest('for days')
    const challenge = await challengeOf(deps, { request })
    const long = decodePaymentRequiredHeader(challenge)
    for (const accepted of long.accepts) (accepted as Accepted).maxTimeoutSeconds = 864_000
    const [honest, lasting] = [
      await payer.sign(challenge),
      await payer.sign(encodePaymentRequiredHeader(long)),
    ]
    const payment = paymentHeader({ ...honest, payload: lasting.payload })
    expect((await refusalOf(buy(deps, { request, payment }))).code).toBe('payment_required_x402')
    expect(await rig.paidBy(payer)).toBe(0n)
  })

  test('a signature of another wallet is refused, and keeps the owner of the nonce from nothing', async () => {
    const { payer, request, payment, challenge } = await prepared('squatted')
    const thief = await rig.payer()
    const own = JSON.parse(Buffer.from(payment, 'base64').toString()) as { payload: { signature: string } }
    own.payload.signature = ((await thief.sign(challenge)).payload as { signature: string }).signature
    const forged = Buffer.from(JSON.stringify(own)).toString('base64')
    const refusal = await refusalOf(buy(deps, { request, payment: forged }))
    expect([refusal.code, refusal.options.reason]).toEqual(['payment_failed_x402', 'payment_refused'])
    await buy(deps, { request, payment })
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('a price that has changed since is asked for anew', async () => {
    const { payer, request, payment } = await prepared('old price')
    const prices = { pricingVersion: '2026-02', verificationMicros: 120_000n, compileMicros: 50_000n }
    const { deps: dearer } = open({ prices, payments: { x402: lane, deliveries, clock } })
    expect((await refusalOf(buy(dearer, { request, payment }))).code).toBe('payment_required_x402')
    // What was claimed at the old price stays at it.
    const first = await buy(deps, { request, payment })
    expect(await buy(dearer, { request, payment })).toEqual(first)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })
})

describe('changed between the work and the settling', () => {
  test('a canceled authorization delivers nothing', async () => {
    const { payer, request, payment } = await prepared('canceled')
    deliveries.meanwhile = () => cancel(rig.chain, payer, payment)
    const refusal = await refusalOf(buy(deps, { request, payment }))
    expect([refusal.code, refusal.options.reason]).toEqual(['payment_failed_x402', 'payment_refused'])
    expect((await refusalOf(buy(deps, { request, payment }))).code).toBe('payment_failed_x402')
    expect(await rig.paidBy(payer)).toBe(0n)
  })

  test('a wallet that was emptied delivers nothing, and a new authorization is asked for', async () => {
    const { payer, request, payment } = await prepared('emptied')
    deliveries.meanwhile = () => rig.chain.fund(payer.account.address, 0n)
    const refusal = await refusalOf(buy(deps, { request, payment }))
    expect([refusal.code, refusal.options.reason]).toEqual(['payment_failed_x402', 'payment_refused'])
    expect(decodePaymentResponseHeader(refusal.options.headers?.['payment-response'] ?? '')).toMatchObject({
      success: false,
    })
    await rig.chain.fund(payer.account.address, 1_000_000n)
    const again = await payer.pay(refusal.options.headers?.['payment-required'] ?? '')
    await buy(deps, { request, payment: again })
    expect(await rig.chain.balanceOf(payer.account.address)).toBe(900_000n)
    // The first one was never used, and is paid by nothing but itself.
    expect((await refusalOf(buy(deps, { request, payment }))).code).toBe('payment_failed_x402')
  })

  test('an authorization that a stranger used is a payment like any other', async () => {
    const { payer, request, payment } = await prepared('front-run')
    deliveries.meanwhile = () => broadcast(rig.chain, payment)
    await buy(deps, { request, payment })
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('an authorization that was used before it was claimed, some blocks ago, is a payment like any other', async () => {
    const { payer, request, payment } = await prepared('used early')
    const overtaken: typeof lane = {
      ...lane,
      async verify(signed) {
        const judgment = await lane.verify(signed)
        await broadcast(rig.chain, payment)
        await rig.chain.passSeconds(2)
        return judgment
      },
    }
    const { deps: slow } = open({ payments: { x402: overtaken, deliveries, clock } })
    await buy(slow, { request, payment }, 6_000)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('a facilitator that refuses in words that no protocol has is not quoted', async () => {
    const { payer, request, payment } = await prepared('strange words')
    const answers: Record<string, unknown> = {
      '/supported': await (await fetch(`${rig.settings.facilitatorUrl}/supported`)).json(),
      '/verify': { isValid: true },
      '/settle': {
        success: false,
        errorReason: `\0${'x'.repeat(20_000)}`,
        transaction: '',
        network: 'eip155:8453',
      },
    }
    const server = createServer((asked, answer) => void answer.end(JSON.stringify(answers[asked.url ?? ''])))
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const facilitatorUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const x402 = await openLane({ ...rig.settings, facilitatorUrl })
    const { deps: strange } = open({ payments: { x402, deliveries, clock } })
    deliveries.meanwhile = () => rig.chain.fund(payer.account.address, 0n)
    const refusal = await refusalOf(buy(strange, { request, payment }, 6_000))
    expect([refusal.code, refusal.options.reason]).toEqual(['payment_failed_x402', 'payment_refused'])
    expect(refusal.message).not.toContain('xx')
  })

  test('what was refused and is paid after all is delivered', async () => {
    const { payer, request, payment } = await prepared('late money')
    deliveries.meanwhile = () => rig.chain.fund(payer.account.address, 0n)
    await refusalOf(buy(deps, { request, payment }))
    await rig.chain.fund(payer.account.address, 1_000_000n)
    await broadcast(rig.chain, payment)
    await buy(deps, { request, payment })
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('a nonce that was used to pay another delivers nothing, whatever else its transaction moved', async () => {
    const { payer, request, payment, challenge } = await prepared('double')
    const elsewhere = decodePaymentRequiredHeader(challenge)
    const nonce = authorizationOf(payment).authorization['nonce']
    for (const accepted of elsewhere.accepts) (accepted as Accepted).payTo = localAccounts.payer.address
    const other = await signedWith(payer, encodePaymentRequiredHeader(elsewhere), nonce as Hex)
    // The same amount from the same wallet to the payee, in the same transaction, by another authorization.
    const another = await payer.pay(challenge)
    deliveries.meanwhile = () => broadcast(rig.chain, other, another)
    unclaimedMicros += priceMicros
    expect((await refusalOf(buy(deps, { request, payment }))).code).toBe('payment_failed_x402')
  })

  test('a verification that fails costs nothing, and its authorization stays unspent', async () => {
    const { payer, request, payment } = await prepared('failing')
    deliveries.refuse = new Refusal('checker_error', 'The verification could not be completed.')
    expect((await refusalOf(buy(deps, { request, payment }))).code).toBe('checker_error')
    deliveries.refuse = null
    expect((await refusalOf(buy(deps, { request, payment }))).code).toBe('payment_failed_x402')
    expect(await rig.paidBy(payer)).toBe(0n)
  })

  test('a verification that is unavailable for now goes on when it is asked for again', async () => {
    const { payer, request, payment } = await prepared('busy')
    deliveries.refuse = new Refusal('configuration_unavailable', 'down')
    expect((await refusalOf(buy(deps, { request, payment }))).code).toBe('configuration_unavailable')
    deliveries.refuse = null
    await buy(deps, { request, payment })
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })
})

describe('afterwards', () => {
  test('the chain and the ledger have the same money', async () => {
    const { sumMicros, bookedMicros, receivedMicros } = await readBooks()
    expect([sumMicros, bookedMicros]).toEqual(['0', String(unclaimedMicros - receivedMicros)])
    expect(await readDriftingAccounts(deps.db)).toEqual([])
  })
})
