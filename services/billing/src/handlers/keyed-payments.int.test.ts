import { storeConflict } from '@outturn/contracts'
import { describe, expect, test } from 'vitest'
import { chargeVerifiedRun } from '../flows/charge-verified-run.ts'
import { voidReservation } from '../flows/void-reservation.ts'
import { readDriftingAccounts } from '../store/balances.ts'
import { grant, send, verifiedRun } from '../testing/open-billing.ts'
import { paidCalls, priceMicros } from '../testing/paid-calls.ts'
import { buyOnce, challengeOf, deliveryRequest, refusalOf } from '../testing/payments.ts'
import { handleReadBalance } from './read-balance.ts'
import { handleReadUsage } from './read-usage.ts'

// Calls that are repeated under an idempotency key, with a payment that their wallet signed anew, and payments that are repeated at once.

const { open, rig, clock, lane, deliveries, deps, prepared, readBooks } = await paidCalls()
const other = open({ payments: { x402: lane, deliveries, clock } }).deps
const account = (digit: string) => ({
  ...({ kind: 'account', accountName: 'Acme', accountKind: 'org' } as const),
  accountId: `acc_${digit.repeat(24)}`,
  via: { kind: 'key', keyId: `key_${digit.repeat(24)}`, scope: 'full' } as const,
})
const callers = [
  ['of a wallet', { kind: 'public' } as const],
  ['of an account', account('1')],
] as const

describe.each(callers)('a call %s', (name, principal) => {
  test('that is sent again under its key with another payment gets the first answer, and pays once', async () => {
    const { payer, request, challenge, payment } = await prepared(`key ${name}`)
    const call = { request, principal, idempotencyKey: 'order 17' }
    const { isReplayed, ...first } = await buyOnce(deps, { ...call, payment })
    expect(isReplayed).toBe(false)
    for (const again of [await payer.pay(challenge), payment, await payer.pay(challenge)]) {
      expect(await buyOnce(deps, { ...call, payment: again })).toEqual({ ...first, isReplayed: true })
    }
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('under the key of another body is a conflict, and its payment stays unspent', async () => {
    const { payer, request, payment } = await prepared(`other body ${name}`)
    await buyOnce(deps, { request, principal, payment, idempotencyKey: 'one body' })
    const another = deliveryRequest(`another body ${name}`)
    const unspent = await payer.pay(await challengeOf(deps, { request: another, principal }))
    const refusal = await refusalOf(
      buyOnce(deps, { request: another, principal, payment: unspent, idempotencyKey: 'one body' }),
    )
    expect([refusal.code, refusal.options.reason]).toEqual(['conflict', 'idempotency_key_reused'])
    expect(await rig.paidBy(payer)).toBe(priceMicros)
    await buyOnce(deps, { request: another, principal, payment: unspent, idempotencyKey: 'its own' })
    expect(await rig.paidBy(payer)).toBe(priceMicros * 2n)
  })

  test('of which two payments race under one key pays once, and both get one answer', async () => {
    const { payer, request, challenge, payment } = await prepared(`race ${name}`)
    const payments = [payment, await payer.pay(challenge), await payer.pay(challenge)]
    const answers = await Promise.all(
      payments.map((each, index) =>
        buyOnce(index % 2 === 0 ? deps : other, {
          request,
          principal,
          payment: each,
          idempotencyKey: 'race',
        }),
      ),
    )
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('of which two bodies race under one key pays for one', async () => {
    const { payer, request, payment } = await prepared(`two bodies ${name}`)
    const another = deliveryRequest(`the other of two bodies ${name}`)
    const second = await payer.pay(await challengeOf(deps, { request: another }))
    const outcomes = await Promise.allSettled([
      buyOnce(deps, { request, principal, payment, idempotencyKey: 'two bodies' }),
      buyOnce(other, { request: another, principal, payment: second, idempotencyKey: 'two bodies' }),
    ])
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toMatchObject([{ code: 'conflict', options: { reason: 'idempotency_key_reused' } }])
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('whose first payment took nothing buys by another one under the same key', async () => {
    const { payer, request, challenge, payment } = await prepared(`took nothing ${name}`)
    deliveries.meanwhile = () => rig.chain.fund(payer.account.address, 0n)
    const call = { request, principal, idempotencyKey: 'took nothing' }
    expect((await refusalOf(buyOnce(deps, { ...call, payment }))).options.reason).toBe('payment_refused')
    await rig.chain.fund(payer.account.address, 1_000_000n)
    const bought = await buyOnce(deps, { ...call, payment: await payer.pay(challenge) })
    expect(bought.isReplayed).toBe(false)
    expect(await rig.chain.balanceOf(payer.account.address)).toBe(900_000n)
  })
})

test('the key of a wallet means nothing for another wallet or an account, and that of an account for no other', async () => {
  const request = deliveryRequest('scopes')
  const bodies = new Set<string>()
  for (const principal of [
    { kind: 'public' } as const,
    { kind: 'public' } as const,
    account('2'),
    account('3'),
  ]) {
    const payer = await rig.payer()
    const payment = await payer.pay(await challengeOf(deps, { request }))
    const { body } = await buyOnce(deps, { request, principal, payment, idempotencyKey: 'shared' })
    bodies.add(body)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  }
  expect(bodies.size).toBe(4)
})

test('who does not sign for a wallet gets nothing that its key has bought', async () => {
  const { payer, request, payment, challenge } = await prepared('not the owner')
  await buyOnce(deps, { request, payment, idempotencyKey: 'mine' })
  const thief = await rig.payer()
  const forged = JSON.parse(Buffer.from(await payer.pay(challenge), 'base64').toString()) as {
    payload: { signature: string }
  }
  forged.payload.signature = ((await thief.sign(challenge)).payload as { signature: string }).signature
  const call = {
    request,
    payment: Buffer.from(JSON.stringify(forged)).toString('base64'),
    idempotencyKey: 'mine',
  }
  expect((await refusalOf(buyOnce(deps, call))).options.reason).toBe('payment_refused')
})

test('an account is answered under its key before it is asked to pay again', async () => {
  const { payer, request, payment } = await prepared('answered unpaid')
  const call = { request, principal: account('4'), idempotencyKey: 'unpaid' }
  expect((await refusalOf(buyOnce(deps, call))).code).toBe('payment_required_x402')
  const { body } = await buyOnce(deps, { ...call, payment })
  expect(await buyOnce(deps, call)).toMatchObject({ body, isReplayed: true })
  expect((await refusalOf(buyOnce(deps, { ...call, principal: account('5') }))).code).toBe(
    'payment_required_x402',
  )
  expect(await rig.paidBy(payer)).toBe(priceMicros)
})

describe('a run that is paid by itself with the key of an account', () => {
  const owner = account('6')
  const usageOf = () =>
    send(handleReadUsage(deps), { accountId: owner.accountId, periodDays: 1 }, { now: new Date() })
  const balanceOf = () => send(handleReadBalance(deps), { accountId: owner.accountId }, { now: new Date() })

  async function paidRun(name: string) {
    const { request, payment } = await prepared(name)
    const { body } = await buyOnce(deps, { request, principal: owner, payment })
    return (JSON.parse(body) as { verification_run_id: string }).verification_run_id
  }

  const verdict = (runId: string) => ({
    ...verifiedRun(runId, owner.accountId, { at: new Date().toISOString() }),
    runId,
  })

  test('belongs to the account, which it costs nothing, and is counted as paid outside of the ledger', async () => {
    await grant(deps, owner.accountId, 100)
    const runId = await paidRun('of an account')
    expect(deliveries.buyers.at(-1)).toEqual(owner)
    await chargeVerifiedRun(deps, verdict(runId), null, new Date())
    const usage = await usageOf()
    expect(usage.totals).toMatchObject({ totalRuns: 1, fees_accrued_micros: '0', paid_micros: '100000' })
    expect(usage.recent).toMatchObject([
      { verification_run_id: runId, fee_micros: '0', paid_micros: '100000' },
    ])
    expect(await balanceOf()).toMatchObject({
      available_micros: '1000000',
      held_micros: '0',
      owed_micros: '0',
    })
  })

  test('also where its reservation was voided before its verdict', async () => {
    const runId = await paidRun('voided before')
    await voidReservation(deps, { runId, accountId: owner.accountId }, null, new Date())
    await chargeVerifiedRun(deps, verdict(runId), null, new Date())
    expect((await usageOf()).totals).toMatchObject({ fees_accrued_micros: '0', paid_micros: '200000' })
    expect(await balanceOf()).toMatchObject({ available_micros: '1000000', owed_micros: '0' })
  })
})

test('a run that is uncertain because the service could not look is not paid for, by call or by sweeper', async () => {
  const { payer, request, challenge, payment } = await prepared('not looked at')
  deliveries.isCharged = false
  const refusal = await refusalOf(buyOnce(deps, { request, payment }))
  expect([refusal.code, refusal.message]).toEqual(['checker_error', expect.stringContaining('is not made')])
  expect((await refusalOf(buyOnce(deps, { request, payment }))).options.reason).toBe('payment_refused')
  expect(await rig.paidBy(payer)).toBe(0n)
  deliveries.isCharged = true
  await buyOnce(deps, { request, payment: await payer.pay(challenge) })
  expect(await rig.paidBy(payer)).toBe(priceMicros)
})

test('repetitions at once wait for the first, also where its work is under way in the Spool service', async () => {
  const { payer, request, payment } = await prepared('at once')
  let isUnderWay = false
  const busy: typeof deliveries.verify = async (...asked) => {
    if (isUnderWay) throw storeConflict('The first request with this idempotency key has not finished.')
    isUnderWay = true
    const answer = await deliveries.verify(...asked)
    isUnderWay = false
    return answer
  }
  const withBusy = { appraise: deliveries.appraise.bind(deliveries), verify: busy }
  const processes = [0, 1].map(() => open({ payments: { x402: lane, deliveries: withBusy, clock } }).deps)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      buyOnce(processes[index % 2] as typeof deps, { request, payment }),
    ),
  )
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await rig.paidBy(payer)).toBe(priceMicros)
})

test('afterwards the chain and the ledger have the same money', async () => {
  const { sumMicros, bookedMicros, receivedMicros } = await readBooks()
  expect([sumMicros, bookedMicros]).toEqual(['0', String(-receivedMicros)])
  expect(await readDriftingAccounts(deps.db)).toEqual([])
})
