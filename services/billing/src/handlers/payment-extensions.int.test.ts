import { type Payer, paymentHeader } from '@outturn/local-servers/payments'
import { MortalProcess } from '@outturn/testkit'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentPayload } from '@x402/core/types'
import { extractDiscoveryInfo } from '@x402/extensions/bazaar'
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  findAcceptsObjectFromSignedOffer,
  type JWSSignedReceipt,
  verifyOfferSignatureJWS,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt'
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier'
import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { BillingDeps } from '../deps.ts'
import type { PaymentLane } from '../domain/payments/lane.ts'
import { readDriftingAccounts } from '../store/balances.ts'
import { send } from '../testing/open-billing.ts'
import { paidCalls, priceMicros } from '../testing/paid-calls.ts'
import {
  buy,
  buyOnce,
  challengeOf,
  deliveryRequest,
  openLane,
  refusalOf,
  signer,
  toldAtOnce,
} from '../testing/payments.ts'
import { handleBuyPackByX402 } from './packs/buy-pack-by-x402.ts'

// The extensions of x402, as the official package of clients writes and checks them, on a real chain.

const { open, rig, clock, lane, deliveries, deps, prepared, readBooks } = await paidCalls()
const later = { now: () => new Date(Date.now() + 20_000) }
const heir = open({ payments: { x402: lane, deliveries, clock: later } }).deps

/** A payment of a challenge under an id, as the official helper adds one; signed anew by each call. */
async function identified(payer: Payer, challenge: string, id: string): Promise<string> {
  const payment = await payer.sign(challenge)
  appendPaymentIdentifierToExtensions(payment.extensions ?? {}, id)
  return paymentHeader(payment)
}

const idOf = (name: string) => `pay_${name.replaceAll(' ', '-').padEnd(16, '0')}`

const asResponse = (paymentResponse: string) =>
  new Response(null, { headers: { 'payment-response': paymentResponse } })

function receiptIn(paymentResponse: string): JWSSignedReceipt {
  const receipt = extractReceiptFromResponse(asResponse(paymentResponse))
  if (receipt?.format !== 'jws') throw new Error('there is no signed receipt')
  return receipt
}

describe('offers and receipts', () => {
  test('each way to pay is signed, and the receipt of the payment fits the offer', async () => {
    const { payer, request, challenge, payment } = await prepared('signed')
    // A header of 8 KiB is what proxies take.
    expect([challenge, payment].map(({ length }) => length < 8_192)).toEqual([true, true])
    const required = decodePaymentRequiredHeader(challenge)
    const [offer, ...others] = extractOffersFromPaymentRequired(required)
    if (offer?.format !== 'jws') throw new Error('there is no signed offer')
    expect(others).toHaveLength(required.accepts.length - 1)
    const offered = await verifyOfferSignatureJWS(offer, signer.publicKey)
    expect(findAcceptsObjectFromSignedOffer(offer, required.accepts)).toEqual(required.accepts[0])
    expect(offered.resourceUrl).toBe(required.resource?.url)
    expect(offered.validUntil - Date.now() / 1_000).toBeGreaterThan(290)

    const { paymentResponse } = await buy(deps, { request, payment })
    const receipt = receiptIn(paymentResponse)
    const paid = await verifyReceiptSignatureJWS(receipt, signer.publicKey)
    expect(paid).toMatchObject({ version: 1, payer: payer.account.address.toLowerCase() })
    const [decoded] = decodeSignedOffers([offer])
    if (decoded === undefined) throw new Error('there is no offer')
    expect(verifyReceiptMatchesOffer(receipt, decoded, [payer.account.address])).toBe(true)
    const another = await rig.payer()
    expect(verifyReceiptMatchesOffer(receipt, decoded, [another.account.address])).toBe(false)
    // Repeated, it is the same receipt.
    expect((await buy(heir, { request, payment })).paymentResponse).toBe(paymentResponse)
  })

  test('where nothing can be signed, nothing of it is advertised, and the payment and its answer go without', async () => {
    const payer = await rig.payer()
    const request = deliveryRequest('unsigned')
    signer.isReachable = false
    const challenge = await challengeOf(deps, { request })
    expect(Object.keys(decodePaymentRequiredHeader(challenge).extensions ?? {})).toEqual([
      'bazaar',
      'payment-identifier',
    ])
    const payment = await payer.pay(challenge)
    const unsigned = await buy(deps, { request, payment })
    expect(extractReceiptFromResponse(asResponse(unsigned.paymentResponse))).toBeUndefined()
    signer.isReachable = true
    const signed = await buy(deps, { request, payment })
    expect(signed.body).toBe(unsigned.body)
    await verifyReceiptSignatureJWS(receiptIn(signed.paymentResponse), signer.publicKey)
  })

  test('an offer of before, of another request or of another price changes nothing of what has to be paid', async () => {
    const { payer, request, challenge } = await prepared('own price')
    const other = decodePaymentRequiredHeader(
      await challengeOf(deps, { request: deliveryRequest('dearer', ['exactly 2 rows']) }),
    )
    const dearer = await payer.sign(challenge)
    Object.assign(dearer.extensions ?? {}, { 'offer-receipt': other.extensions?.['offer-receipt'] })
    Object.assign(dearer, { accepted: other.accepts[0] })
    const refusal = await refusalOf(buy(deps, { request, payment: paymentHeader(dearer) }))
    expect(refusal.code).toBe('payment_required_x402')
    expect(await rig.paidBy(payer)).toBe(0n)
    const replayed = await payer.sign(challenge)
    Object.assign(replayed.extensions ?? {}, { 'offer-receipt': other.extensions?.['offer-receipt'] })
    await buy(deps, { request, payment: paymentHeader(replayed) })
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })
})

describe('an id of the payer', () => {
  test('makes payments that are signed anew one purchase with one answer', async () => {
    const { payer, request, challenge } = await prepared('named')
    const signedAnew = () => identified(payer, challenge, idOf('named'))
    const answer = await buyOnce(deps, { request, payment: await signedAnew() })
    for (const process of [heir, deps]) {
      const again = await buyOnce(process, { request, payment: await signedAnew() })
      expect(again).toEqual({ ...answer, isReplayed: true })
    }
    expect(await rig.paidBy(payer)).toBe(priceMicros)
    // Another id, or none, is another purchase.
    const fresh = await buyOnce(deps, { request, payment: await identified(payer, challenge, idOf('fresh')) })
    expect(fresh.isReplayed).toBe(false)
    await buyOnce(deps, { request, payment: await payer.pay(challenge) })
    expect(await rig.paidBy(payer)).toBe(priceMicros * 3n)
  })

  test('pays once when its payments race, whichever of them is claimed', async () => {
    const { payer, request, challenge } = await prepared('raced')
    const payments = await Promise.all([1, 2, 3, 4].map(() => identified(payer, challenge, idOf('raced'))))
    const answers = await Promise.all(
      payments.map((payment, index) => buy(index % 2 === 0 ? deps : heir, { request, payment })),
    )
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('is a conflict with another body or another caller, and the payment stays unspent', async () => {
    const { payer, request, challenge } = await prepared('reused')
    const id = idOf('reused')
    await buy(deps, { request, payment: await identified(payer, challenge, id) })
    const another = deliveryRequest('another body')
    const ofAnother = await challengeOf(deps, { request: another })
    const account = {
      ...({ kind: 'account', accountName: 'Acme', accountKind: 'org' } as const),
      accountId: `acc_${'7'.repeat(24)}`,
      via: { kind: 'key', keyId: `key_${'7'.repeat(24)}`, scope: 'full' } as const,
    }
    for (const call of [
      { request: another, payment: await identified(payer, ofAnother, id) },
      { request, payment: await identified(payer, challenge, id), principal: account },
    ]) {
      const { code, options } = await refusalOf(buy(deps, call))
      expect([code, options.reason]).toEqual(['conflict', 'payment_identifier_reused'])
    }
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('means nothing for another payer, also where that one writes its address', async () => {
    const { payer, request, challenge } = await prepared('shared')
    const id = idOf('shared')
    const first = await buyOnce(deps, { request, payment: await identified(payer, challenge, id) })
    const thief = await rig.payer()
    const other = await buyOnce(deps, { request, payment: await identified(thief, challenge, id) })
    expect(other.isReplayed).toBe(false)
    expect(other.body).not.toBe(first.body)
    expect(await rig.paidBy(thief)).toBe(priceMicros)
    const forged = await thief.sign(challenge)
    appendPaymentIdentifierToExtensions(forged.extensions ?? {}, id)
    const { authorization } = forged.payload as { authorization: { from: string } }
    authorization.from = payer.account.address
    const refusal = await refusalOf(buyOnce(deps, { request, payment: paymentHeader(forged) }))
    expect([refusal.code, refusal.options.reason]).toEqual(['payment_failed_x402', 'payment_refused'])
  })

  test('under which nothing was taken can be used again', async () => {
    const { payer, request, challenge } = await prepared('nothing taken')
    const id = idOf('nothing taken')
    deliveries.meanwhile = () => rig.chain.fund(payer.account.address, 0n)
    const failed = refusalOf(buy(deps, { request, payment: await identified(payer, challenge, id) }))
    expect((await failed).options.reason).toBe('payment_refused')
    await rig.chain.fund(payer.account.address, 1_000_000n)
    await buy(deps, { request, payment: await identified(payer, challenge, id) })
    expect(await rig.chain.balanceOf(payer.account.address)).toBe(900_000n)
  })

  test('must have its form, and must be there where the deployment wants one', async () => {
    const { payer, request, challenge, payment } = await prepared('required')
    const short = await payer.sign(challenge)
    Object.assign(short.extensions?.['payment-identifier'] as { info: object }, {
      info: { required: false, id: 'short' },
    })
    const malformed = await refusalOf(buy(deps, { request, payment: paymentHeader(short) }))
    expect([malformed.code, malformed.options.field]).toEqual(['validation_failed', 'PAYMENT-SIGNATURE'])

    const strict = await openLane({ ...rig.settings, requiresIdentifier: true })
    const strictDeps = open({ payments: { x402: strict, deliveries, clock } }).deps
    const strictChallenge = await challengeOf(strictDeps, { request })
    const absent = await refusalOf(buy(strictDeps, { request, payment: await payer.pay(strictChallenge) }))
    expect([absent.code, absent.options.field]).toEqual(['validation_failed', 'PAYMENT-SIGNATURE'])
    expect(await rig.paidBy(payer)).toBe(0n)
    await buy(strictDeps, { request, payment: await identified(payer, strictChallenge, idOf('required')) })
    // A payment that was answered before the setting changed gets its answer again.
    await buy(deps, { request, payment })
    await buy(strictDeps, { request, payment })
    expect(await rig.paidBy(payer)).toBe(priceMicros * 2n)
  })

  test('is one of a purchase of credits, too', async () => {
    const payer = await rig.payer(20_000_000n)
    const accountId = `acc_${'8'.repeat(24)}`
    const request = { pack_cents: 500 } as const
    const purchase = (payment: string | null, commandId: string) =>
      send(
        handleBuyPackByX402(deps),
        { accountId, request, bodyDigest: hash('sha256', JSON.stringify(request)), payment },
        { commandId, deadline: Date.now() + 45_000, now: new Date() },
      )
    const refusal = await refusalOf(purchase(null, 'command 1'))
    const challenge = refusal.options.headers?.['payment-required'] ?? ''
    const first = await purchase(await identified(payer, challenge, idOf('pack')), 'command 2')
    const again = await purchase(await identified(payer, challenge, idOf('pack')), 'command 3')
    expect([again.accepted, again.isReplayed]).toEqual([first.accepted, true])
    expect(await rig.paidBy(payer)).toBe(5_000_000n)
    await verifyReceiptSignatureJWS(receiptIn(first.paymentResponse), signer.publicKey)
  })

  const ends = [...Array(16).keys()].map((index) => 1 + index * 2)

  test('pays once for a process that ended anywhere, when its payer has lost the payment and signs anew', async () => {
    await Promise.all(
      ends.map(async (endsAfter) => {
        const { payer, request, challenge } = await prepared(`ended after ${endsAfter}`)
        const id = idOf(`ended after ${endsAfter}`)
        const process = new MortalProcess(endsAfter)
        const payments = {
          x402: process.mortal<PaymentLane>(lane, toldAtOnce),
          deliveries: process.mortal(deliveries),
          clock,
        }
        const mortal: BillingDeps = open({ payments, seen: (pool) => process.pool(pool) }).deps
        await buy(mortal, { request, payment: await identified(payer, challenge, id) }).catch(
          (error: unknown) => {
            if (!process.hasEnded) throw error
          },
        )
        const first = await buy(heir, { request, payment: await identified(payer, challenge, id) })
        expect(await buy(heir, { request, payment: await identified(payer, challenge, id) })).toEqual(first)
        expect(await rig.paidBy(payer)).toBe(priceMicros)
      }),
    )
  })
})

describe('what a payment sends back', () => {
  test.each<[string, (payment: PaymentPayload) => void]>([
    [
      'payment-identifier',
      ({ extensions }) =>
        Object.assign(extensions ?? {}, { 'payment-identifier': { info: { required: true } } }),
    ],
    [
      'bazaar',
      ({ extensions }) => Object.assign(extensions ?? {}, { bazaar: { info: { input: { type: 'mcp' } } } }),
    ],
    ['bazaar', ({ extensions }) => Object.assign(extensions ?? {}, { bazaar: null })],
  ])('must be as the challenge has it: %s', async (name, alter) => {
    const { payer, request, challenge } = await prepared(`altered ${name}`)
    const payment = await payer.sign(challenge)
    alter(payment)
    const refusal = await refusalOf(buy(deps, { request, payment: paymentHeader(payment) }))
    expect(refusal.code).toBe('payment_required_x402')
    expect(refusal.message).toContain(`${name} of the challenge says (extension_echo_mismatch)`)
    expect(await rig.paidBy(payer)).toBe(0n)
  })

  test('may be nothing, or something that is not offered here', async () => {
    const { payer, request, challenge } = await prepared('silent')
    const { extensions: _, ...silent } = await payer.sign(challenge)
    await buy(deps, { request, payment: paymentHeader(silent) })
    const { payer: other, request: own, challenge: its } = await prepared('talkative')
    const talkative = await other.sign(its)
    Object.assign(talkative.extensions ?? {}, { 'builder-code': { info: { s: ['x'] } } })
    await buy(deps, { request: own, payment: paymentHeader(talkative) })
    expect([await rig.paidBy(payer), await rig.paidBy(other)]).toEqual([priceMicros, priceMicros])
  })

  test('reaches the facilitator as ours: it lists the route, not the request', async () => {
    const { challenge, payment } = await prepared('listed')
    const { accepts, resource } = decodePaymentRequiredHeader(challenge)
    const presented = await lane.read(payment)
    const article = {
      purchase: 'verification',
      amountMicros: priceMicros,
      url: resource?.url ?? '',
      description: resource?.description ?? '',
    } as const
    const { signed } = lane.accept(presented, await lane.offer(article)) ?? {}
    const payload = JSON.parse(signed?.payload ?? '{}') as PaymentPayload
    const listed = extractDiscoveryInfo(payload, accepts[0] as never)
    expect(listed).toMatchObject({
      resourceUrl: 'https://outturn.example/api/v1/verify/x402',
      method: 'POST',
      discoveryInfo: { input: { bodyType: 'json' } },
    })
    expect(Object.keys(payload.extensions ?? {})).toEqual(['bazaar'])
  })
})

test('afterwards the chain and the ledger have the same money', async () => {
  const { sumMicros, bookedMicros, owedMicros, receivedMicros } = await readBooks()
  expect([sumMicros, bookedMicros, owedMicros]).toEqual(['0', String(-receivedMicros), '0'])
  expect(await readDriftingAccounts(deps.db)).toEqual([])
})
