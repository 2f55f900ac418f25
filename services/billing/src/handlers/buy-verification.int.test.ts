import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import { Refusal } from '@outturn/contracts'
import { type FacilitatorFault, facilitatorFaults } from '@outturn/local-servers/payments'
import { describe, expect, test } from 'vitest'
import { readDriftingAccounts } from '../store/balances.ts'
import { finishPayments } from '../sweepers/finish-payments.ts'
import { paidCalls, priceMicros } from '../testing/paid-calls.ts'
import { buy, challengeOf, deliveryRequest, openLane, refusalOf } from '../testing/payments.ts'

// Payments of single calls on a real chain, by the official client and a facilitator of the official classes, which goes wrong
// when it is told to.

const { open, rig, clock, lane, deliveries, deps, prepared, readBooks } = await paidCalls()
/** Waits for an answer of the facilitator for less than a late one takes. */
const { deps: hasty } = open({
  payments: { x402: await openLane({ ...rig.settings, facilitatorTimeoutMs: 3_000 }), deliveries, clock },
})
const key = {
  kind: 'account',
  accountId: `acc_${'1'.repeat(24)}`,
  accountName: 'Acme',
  accountKind: 'org',
  via: { kind: 'key', keyId: `key_${'1'.repeat(24)}`, scope: 'full' },
} as const

/** What a node says of an authorization whose payment it does not have yet. */
const asBefore = {
  isUsed: false,
  payment: null,
  isCanceled: false,
  isSpentElsewhere: false,
  isFunded: true,
} as const
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

  test('whose answer is lost before the chain that we ask has its block is no reason to pay again', async () => {
    const payer = await rig.payer(priceMicros)
    const request = deliveryRequest('behind')
    const payment = await payer.pay(await challengeOf(deps, { request }))
    let looks = 0
    const behind: typeof lane = {
      ...lane,
      facts: async (claim) => ((looks += 1) > 2 ? lane.facts(claim) : { ...asBefore, at: clock.now() }),
    }
    rig.facilitator.failNext('lost_answer')
    const { deps: late } = open({ payments: { x402: behind, deliveries, clock } })
    const first = await buy(late, { request, payment })
    expect(await buy(deps, { request, payment })).toEqual(first)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
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
    // It has its answer, and stays unspent however often it is sent.
    expect(await buy(deps, { request, payment: second })).toEqual(answer)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('an authorization whose call another payment has answered is never spent, however late it is claimed', async () => {
    const { payer, request, challenge, payment: first } = await prepared('answered by another')
    const second = await payer.pay(challenge)
    const [looked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slowLane: typeof lane = {
      ...lane,
      async verify(signed) {
        const judgment = await lane.verify(signed)
        looked.resolve()
        await goOn.promise
        return judgment
      },
    }
    const slow = open({ payments: { x402: slowLane, deliveries, clock } })
    // One process has looked at the second payment when it is sent again, while the first pays for the same request.
    const late = buy(slow.deps, { request, payment: second })
    await looked.promise
    const answers: unknown[] = []
    deliveries.meanwhile = async () => answers.push(await buy(deps, { request, payment: second }))
    answers.push(await buy(deps, { request, payment: first }))
    goOn.resolve()
    answers.push(await late, await buy(deps, { request, payment: second }))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
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

describe('an open lane', () => {
  test('closes when two looks at its chain find no answer, and opens again by itself', async () => {
    const far = new URL(rig.settings.rpcUrl)
    let isCut = false
    const sockets = new Set<Socket>()
    const way = createServer((near) => {
      const through = connect({ host: far.hostname, port: Number(far.port) })
      for (const socket of [near, through]) {
        sockets.add(socket)
        socket.on('error', () => socket.destroy())
      }
      if (isCut) near.destroy()
      else near.pipe(through).pipe(near)
    })
    way.listen(0, '127.0.0.1')
    await once(way, 'listening')
    const rpcUrl = `http://127.0.0.1:${(way.address() as AddressInfo).port}`
    let at = 0
    const x402 = await openLane({ ...rig.settings, rpcUrl }, { clock: { now: () => new Date(at) } })
    const states: string[] = [x402.state()]
    const look = async () => {
      at += 31_000
      await x402.check()
      states.push(x402.state())
    }
    isCut = true
    for (const socket of sockets) socket.destroy()
    await look()
    await look()
    isCut = false
    await look()
    expect(states).toEqual(['open', 'open', 'unreachable', 'open'])
    for (const socket of sockets) socket.destroy()
    way.close()
  })
})

describe('afterwards', () => {
  test('payments that cannot be ended for now keep no other from its end', async () => {
    const { payer, request, payment } = await prepared('behind others')
    rig.facilitator.failNext('error_before', 'error_before', 'error_before')
    await refusalOf(buy(deps, { request, payment }, 2_000))
    const { pool } = deps
    await pool.query(
      `insert into payment_claim (id, network, asset, payer, nonce, purchase, account_id, body_digest, signature_digest,
         amount_micros, pay_to, valid_before, since_block, state, payload, requirements, run_id, lease_until, created_at, updated_at)
       select 'pay_stuck' || n, network, asset, payer, 'stuck' || n, purchase, account_id, 'stuck' || n, signature_digest,
         amount_micros, pay_to, created_at - interval '1 hour', since_block, 'claimed', payload, requirements, 'vr_stuck' || n,
         created_at - interval '1 hour', created_at, created_at
       from payment_claim, generate_series(1, 20) as n where state = 'settling'`,
    )
    const unanswered = { ...deps, readOutcome: () => Promise.reject(new Error('the Spool service is away')) }
    await expect(finishPayments(unanswered, clock.now())).rejects.toThrow('20 of 20 payments stay open')
    await finishPayments(unanswered, clock.now())
    expect(await rig.paidBy(payer)).toBe(priceMicros)
    await pool.query(
      `update payment_claim set state = 'refused', reason = 'a test', payload = null, requirements = null
       where nonce like 'stuck%'`,
    )
  })

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
    const { sumMicros, bookedMicros, receivedMicros } = await readBooks()
    expect([sumMicros, bookedMicros]).toEqual(['0', String(-receivedMicros)])
    expect(await readDriftingAccounts(deps.db)).toEqual([])
  })
})
