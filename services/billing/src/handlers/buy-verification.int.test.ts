import {
  decodePaymentRequiredHeader,
  decodePaymentResponseHeader,
  encodePaymentRequiredHeader,
} from '@x402/core/http'
import { Refusal } from '@outturn/contracts'
import {
  dollarAbi,
  dollarAddress,
  type FacilitatorFault,
  facilitatorFaults,
  localAccounts,
  multicallAbi,
  multicallAddress,
  type Payer,
  paymentHeader,
} from '@outturn/local-servers/payments'
import { afterEach, describe, expect, test } from 'vitest'
import { encodeFunctionData, type Hex, parseSignature } from 'viem'
import { readDriftingAccounts, readLedgerTotals } from '../store/balances.ts'
import { finishPayments } from '../sweepers/finish-payments.ts'
import { testBilling } from '../testing/open-billing.ts'
import {
  buy,
  challengeOf,
  deliveryRequest,
  KeptDeliveries,
  openLane,
  paymentRig,
  refusalOf,
} from '../testing/payments.ts'

// Payments of single calls on a real chain, by the official client and a facilitator of the official classes, which goes wrong
// when it is told to.

const { open } = await testBilling()
const rig = await paymentRig()
const clock = { now: () => new Date() }
const lane = await openLane(rig.settings)
const deliveries: KeptDeliveries = new KeptDeliveries(() => deps)
const { deps } = open({ payments: { x402: lane, deliveries, clock } })
/** Waits for an answer of the facilitator for less than a late one takes. */
const { deps: hasty } = open({
  payments: { x402: await openLane({ ...rig.settings, facilitatorTimeoutMs: 3_000 }), deliveries, clock },
})
const priceMicros = 100_000n
/** What wallets gave the payee by payments that they sent with no call. */
let unclaimedMicros = 0n
const key = {
  kind: 'account',
  accountId: `acc_${'1'.repeat(24)}`,
  accountName: 'Acme',
  accountKind: 'org',
  keyId: `key_${'1'.repeat(24)}`,
  scope: 'full',
} as const

afterEach(() => {
  deliveries.refuse = null
  deliveries.meanwhile = null
})

/** A wallet with a request of its own and the payment for it. */
async function prepared(name: string, micros?: bigint) {
  const payer = await rig.payer(micros)
  const request = deliveryRequest(name)
  const challenge = await challengeOf(deps, { request })
  return { payer, request, challenge, payment: await payer.pay(challenge) }
}

const answered = (body: string) => JSON.parse(body) as { payment: { amount: string; transaction: string } }

test('an unpaid call is told the price, and a paid one gets its answer and the payment', async () => {
  const payer = await rig.payer()
  const request = deliveryRequest('plain', ['Every row has a name.'])
  const challenge = await challengeOf(deps, { request })
  expect(decodePaymentRequiredHeader(challenge)).toMatchObject({
    x402Version: 2,
    accepts: [{ scheme: 'exact', network: 'eip155:8453', amount: '150000', payTo: rig.settings.payTo }],
  })
  const payment = await payer.pay(challenge)
  const first = await buy(deps, { request, payment })
  const settled = decodePaymentResponseHeader(first.paymentResponse)
  expect(settled).toMatchObject({ success: true, amount: '150000' })
  expect(answered(first.body).payment).toMatchObject({ amount: '150000', transaction: settled.transaction })
  expect(await rig.paidBy(payer)).toBe(150_000n)
  expect(await buy(deps, { request, payment })).toEqual(first)
  expect(await rig.paidBy(payer)).toBe(150_000n)
})

describe('a facilitator that goes wrong', () => {
  test.each(facilitatorFaults)('%s: one payment and its answer, in the same call', async (fault) => {
    const { payer, request, payment } = await prepared(`fault ${fault}`)
    rig.facilitator.failNext(fault)
    const first = await buy(fault === 'late_answer' ? hasty : deps, { request, payment })
    expect(await rig.paidBy(payer)).toBe(priceMicros)
    expect(await buy(deps, { request, payment })).toEqual(first)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('whose outcome is not known in time is no reason to pay again: the same payment gets the answer later', async () => {
    const { payer, request, payment } = await prepared('unknown')
    const faults: FacilitatorFault[] = ['error_before', 'error_before', 'error_before', 'error_before']
    rig.facilitator.failNext(...faults)
    const refusal = await refusalOf(buy(deps, { request, payment }, 2_000))
    expect([refusal.code, refusal.options.reason]).toEqual(['payment_failed_x402', 'payment_unknown'])
    expect(refusal.options.retryAfterSeconds).toBeGreaterThan(0)
    expect(refusal.options.headers).toBeUndefined()
    expect(refusal.options.details).toBeUndefined()
    await buy(deps, { request, payment })
    expect(await rig.paidBy(payer)).toBe(priceMicros)
    expect(deliveries.answers.size).toBe(new Set(deliveries.answers.values()).size)
  })

  test('that cannot be asked leaves the authorization unused', async () => {
    const { payer, request, payment } = await prepared('unreachable')
    const dead = await openLane(rig.settings)
    const { deps: apart } = open({
      payments: {
        x402: { ...dead, verify: () => Promise.reject(new Refusal('configuration_unavailable', 'down')) },
        deliveries,
        clock,
      },
    })
    expect((await refusalOf(buy(apart, { request, payment }))).code).toBe('configuration_unavailable')
    expect(await rig.paidBy(payer)).toBe(0n)
    await buy(deps, { request, payment })
  })
})

describe('repeated and raced', () => {
  test('eight at once are one payment, one verification and one answer', async () => {
    const { payer, request, payment } = await prepared('eight')
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy(deps, { request, payment })))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('a second authorization for the same open request finishes the first and stays unspent', async () => {
    const { payer, request, challenge, payment } = await prepared('signed anew')
    rig.facilitator.failNext('error_before', 'error_before', 'error_before')
    await refusalOf(buy(deps, { request, payment }, 2_000))
    const second = await payer.pay(challenge)
    const answer = await buy(deps, { request, payment: second })
    expect(await rig.paidBy(payer)).toBe(priceMicros)
    expect(await buy(deps, { request, payment })).toEqual(answer)
    // Unspent still: it pays for the next one like it.
    await buy(deps, { request, payment: second })
    expect(await rig.paidBy(payer)).toBe(priceMicros * 2n)
  })

  test('a repetition that is overtaken before it is checked is no failed payment', async () => {
    const { payer, request, payment } = await prepared('overtaken')
    const overtaken: typeof lane = {
      ...lane,
      async verify(signed) {
        await buy(deps, { request, payment })
        return lane.verify(signed)
      },
    }
    const { deps: slow } = open({ payments: { x402: overtaken, deliveries, clock } })
    const answer = await buy(slow, { request, payment })
    expect(await buy(deps, { request, payment })).toEqual(answer)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('two authorizations that race for one request pay once', async () => {
    const { payer, request, challenge, payment } = await prepared('race')
    const other = await payer.pay(challenge)
    const answers = await Promise.all([
      buy(deps, { request, payment }),
      buy(deps, { request, payment: other }),
    ])
    const transactions = new Set(answers.map(({ body }) => answered(body).payment.transaction))
    expect(await rig.paidBy(payer)).toBe(priceMicros * BigInt(transactions.size))
    expect(transactions.size).toBe(1)
  })

  test('of two requests that race for one authorization one is paid for, and the other conflicts', async () => {
    const { payer, request, payment } = await prepared('one of two')
    const signed = JSON.parse(Buffer.from(payment, 'base64').toString()) as { resource?: unknown }
    delete signed.resource
    const unbound = Buffer.from(JSON.stringify(signed)).toString('base64')
    const other = deliveryRequest('two of two')
    const outcomes = await Promise.allSettled([
      buy(deps, { request, payment: unbound }),
      buy(deps, { request: other, payment: unbound }),
    ])
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as Refusal] : []))
    expect(refused.map(({ code, options }) => [code, options.reason])).toEqual([
      ['conflict', 'payment_reused'],
    ])
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })
})

describe('used for something else', () => {
  test('another body, key, signature or spelling of the nonce is a conflict, and takes nothing', async () => {
    const { payer, request, payment, challenge } = await prepared('mine')
    const first = await buy(deps, { request, payment })
    const payload = JSON.parse(Buffer.from(payment, 'base64').toString()) as {
      payload: { signature: string; authorization: { nonce: string; from: string } }
    }
    const altered = (change: (inner: typeof payload.payload) => void) => {
      const copy = structuredClone(payload)
      change(copy.payload)
      return Buffer.from(JSON.stringify(copy)).toString('base64')
    }
    const elsewhere = await payer.sign(challenge)
    const otherSignature = altered((inner) => {
      inner.signature = (elsewhere.payload as { signature: string }).signature
    })
    const conflicts = [
      { request: deliveryRequest('not mine'), payment },
      { request, payment, principal: key },
      { request, payment: otherSignature },
    ]
    for (const call of conflicts) {
      expect((await refusalOf(buy(deps, call))).options.reason).toBe('payment_reused')
    }
    // The same authorization in capitals is the same authorization.
    const capitals = altered((inner) => {
      inner.authorization.nonce = `0x${inner.authorization.nonce.slice(2).toUpperCase()}`
      inner.authorization.from = `0x${inner.authorization.from.slice(2).toUpperCase()}`
    })
    expect(await buy(deps, { request, payment: capitals })).toEqual(first)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('the payment of a key belongs to that key', async () => {
    const { payer, request, payment } = await prepared('keyed')
    await buy(deps, { request, payment, principal: key })
    expect((await refusalOf(buy(deps, { request, payment }))).options.reason).toBe('payment_reused')
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })
})

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

/** The fields of a payment that its wallet signed. */
function authorizationOf(payment: string) {
  const { payload } = JSON.parse(Buffer.from(payment, 'base64').toString()) as {
    payload: { signature: Hex; authorization: Record<string, string> }
  }
  return payload
}

async function cancel({ account }: Payer, payment: string): Promise<void> {
  const nonce = authorizationOf(payment).authorization['nonce'] as Hex
  const signature = await account.signTypedData({
    domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: dollarAddress },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: account.address, nonce },
  })
  const { r, s, yParity } = parseSignature(signature)
  const client = rig.chain.client(localAccounts.payer)
  const hash = await client.writeContract({
    address: dollarAddress,
    abi: dollarAbi,
    functionName: 'cancelAuthorization',
    args: [account.address, nonce, yParity + 27, r, s],
  })
  await client.waitForTransactionReceipt({ hash })
}

/** What anyone can do who has seen payments: use them, all in one transaction. */
async function broadcast(...payments: string[]): Promise<void> {
  const calls = payments.map((payment) => ({
    target: dollarAddress,
    allowFailure: false,
    callData: transferCall(authorizationOf(payment)),
  }))
  const client = rig.chain.client(localAccounts.payer)
  const hash = await client.writeContract({
    address: multicallAddress,
    abi: multicallAbi,
    functionName: 'aggregate3',
    args: [calls],
  })
  await client.waitForTransactionReceipt({ hash })
}

function transferCall({ signature, authorization }: ReturnType<typeof authorizationOf>): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = authorization as Record<string, string> & {
    from: Hex
    to: Hex
    nonce: Hex
  }
  const times = [BigInt(validAfter ?? 0), BigInt(validBefore ?? 0)] as const
  return encodeFunctionData({
    abi: dollarAbi,
    functionName: 'transferWithAuthorization',
    args: [from, to, BigInt(value ?? 0), ...times, nonce, signature],
  })
}

describe('changed between the work and the settling', () => {
  test('a canceled authorization delivers nothing', async () => {
    const { payer, request, payment } = await prepared('canceled')
    deliveries.meanwhile = () => cancel(payer, payment)
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
    deliveries.meanwhile = () => broadcast(payment)
    await buy(deps, { request, payment })
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('what was refused and is paid after all is delivered', async () => {
    const { payer, request, payment } = await prepared('late money')
    deliveries.meanwhile = () => rig.chain.fund(payer.account.address, 0n)
    await refusalOf(buy(deps, { request, payment }))
    await rig.chain.fund(payer.account.address, 1_000_000n)
    await broadcast(payment)
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
    deliveries.meanwhile = () => broadcast(other, another)
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

/** The same transfer with a nonce of one's choice. */
async function signedWith({ account, sign }: Payer, challenge: string, nonce: Hex): Promise<string> {
  const payload = await sign(challenge)
  const inner = payload.payload as { authorization: Record<string, string>; signature: Hex }
  inner.authorization['nonce'] = nonce
  const { from, to, value, validAfter, validBefore } = inner.authorization
  inner.signature = await account.signTypedData({
    domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: dollarAddress },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message: {
      from: from as Hex,
      to: to as Hex,
      value: BigInt(value ?? 0),
      validAfter: BigInt(validAfter ?? 0),
      validBefore: BigInt(validBefore ?? 0),
      nonce,
    },
  })
  return paymentHeader(payload)
}

describe('a lane', () => {
  test('whose token is another than the configured one takes no payments, and nothing else stops', async () => {
    const request = deliveryRequest('mismatch')
    for (const changed of [{ tokenName: 'USDC' }, { tokenVersion: '1' }, { network: 'eip155:1' as const }]) {
      const x402 = await openLane({ ...rig.settings, ...changed })
      expect(x402.state()).toBe('mismatch')
      const { deps: apart } = open({ payments: { x402, deliveries, clock } })
      expect((await refusalOf(buy(apart, { request }))).code).toBe('not_found')
    }
  })

  test('that is not configured does not exist', async () => {
    expect((await refusalOf(buy(open().deps, { request: deliveryRequest('off') }))).code).toBe('not_found')
  })

  test('whose chain does not answer says so, and opens when it does', async () => {
    const x402 = await openLane({ ...rig.settings, rpcUrl: 'http://127.0.0.1:9' })
    const { deps: apart } = open({ payments: { x402, deliveries, clock } })
    const refusal = await refusalOf(buy(apart, { request: deliveryRequest('no chain') }))
    expect([refusal.code, refusal.options.reason]).toEqual([
      'configuration_unavailable',
      'payment_lane_unreachable',
    ])
  })
})

describe('afterwards', () => {
  test('authorizations that ran out are refused by the sweeper, and what was owed for them is written off', async () => {
    const { payer, request, payment } = await prepared('runs out')
    rig.facilitator.failNext('error_before', 'error_before', 'error_before')
    await refusalOf(buy(deps, { request, payment }, 2_000))
    await rig.chain.passSeconds(400)
    const late = new Date(Date.now() + 400_000)
    const { deps: later } = open({ payments: { x402: lane, deliveries, clock: { now: () => late } } })
    await finishPayments(later, late)
    expect((await refusalOf(buy(later, { request, payment }))).code).toBe('payment_failed_x402')
    expect(await rig.paidBy(payer)).toBe(0n)
  })

  test('the chain and the ledger have the same money', async () => {
    const { sumMicros, accounts } = await readLedgerTotals(deps.db)
    const balances = Object.fromEntries(
      accounts.map(({ account, balanceMicros }) => [account, balanceMicros]),
    )
    const received = await rig.chain.balanceOf(localAccounts.payee.address)
    expect([sumMicros, balances['payments:x402']]).toEqual(['0', String(unclaimedMicros - received)])
    expect(await readDriftingAccounts(deps.db)).toEqual([])
  })
})
