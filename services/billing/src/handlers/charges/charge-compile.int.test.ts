import { chargeCompile, CreditsRequired } from '@outturn/contracts'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { accountId, grant, noPrices, policyId, runId, send, testBilling } from '../../testing/open-billing.ts'
import { readDriftingAccounts, readLedgerTotals } from '../../store/balances.ts'
import { derivedId } from '@outturn/service'
import { handleChargeAudit } from './charge-audit.ts'
import { handleChargeCompile } from './charge-compile.ts'
import { handlePriceRun } from '../price-run.ts'
import { handlePriceWork } from '../price-work.ts'
import { handleReadBalance } from '../read-balance.ts'
import { handleReadUsage } from '../read-usage.ts'
import { handleReserveRun } from '../reserve-run.ts'

const { open } = await testBilling()
const one = open()
const two = open()

const balanceOf = async (account: string) => {
  const { available_micros, held_micros } = await send(handleReadBalance(one.deps), { accountId: account })
  return { available_micros, held_micros }
}

test('a compile that is charged many times at once by two instances is charged once and answered alike', async () => {
  const account = accountId('compile repeat')
  await grant(one.deps, account, 100)
  const handlers = [handleChargeCompile(one.deps), handleChargeCompile(two.deps)]
  const input = { compileId: policyId('repeat'), accountId: account, keyId: null }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send(handlers[index % 2] as (typeof handlers)[number], input)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ coveredBy: 'credits', amountMicros: '50000' })]),
  )
  expect(await balanceOf(account)).toEqual({ available_micros: '950000', held_micros: '0' })
})

test('compiles and runs that race for the same credits spend all there is and no more', async () => {
  const account = accountId('compile race')
  await grant(one.deps, account, 40)
  const charges = Array.from({ length: 20 }, (_, index) => {
    const { deps } = index % 2 === 0 ? one : two
    return send(handleChargeCompile(deps), {
      compileId: policyId(`race ${index}`),
      accountId: account,
      keyId: null,
    })
  })
  const runs = ['one', 'two'].map((name) =>
    send(handleReserveRun(one.deps), {
      runId: runId(name),
      accountId: account,
      freeTextCompiles: 0,
      keyId: null,
      useCase: 'dataset',
    }),
  )
  const answers = await Promise.allSettled([...charges, ...runs])
  const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
  expect(new Set(codes)).toEqual(new Set(['credits_required']))
  const { available_micros, held_micros } = await balanceOf(account)
  const charged = answers.slice(0, 20).filter(({ status }) => status === 'fulfilled').length
  const held = answers.slice(20).filter(({ status }) => status === 'fulfilled').length
  expect(available_micros).toBe('0')
  expect(held_micros).toBe(String(held * 100_000))
  expect(charged * 50_000 + held * 100_000).toBe(400_000)
})

test('the allowance of the month goes first, and what the funds do not cover is refused with the whole 402 body', async () => {
  const billing = open({ included: 1 })
  const account = accountId('compile allowance')
  const charge = (name: string) =>
    send(handleChargeCompile(billing.deps), { compileId: policyId(name), accountId: account, keyId: null })
  expect(await charge('included')).toEqual({ coveredBy: 'allowance', amountMicros: '0' })
  const refusal = await refusalOfPending(charge('beyond'))
  expect(refusal.code).toBe('credits_required')
  expect(CreditsRequired.parse(refusal.options.details)).toMatchObject({
    quote: {
      compile: { amount_micros: '50000' },
      verification: { amount_micros: '0' },
      maximum_micros: '50000',
      amount_due_micros: '50000',
    },
    included_remaining: { verification_runs: 1, free_text_compiles: 0 },
    required_for_request_usd: '0.05',
  })
  expect(await charge('included')).toEqual({ coveredBy: 'allowance', amountMicros: '0' })
  await grant(billing.deps, account, 5)
  expect(await charge('beyond')).toEqual({ coveredBy: 'credits', amountMicros: '50000' })
  const usage = await send(handleReadUsage(billing.deps), { accountId: account, periodDays: 1 })
  expect(usage.totals).toMatchObject({ totalRuns: 0, fees_accrued_micros: '50000', pass_rate: null })
  expect(usage.use_cases).toMatchObject([{ use_case: 'policy', fees_accrued_micros: '50000' }])
})

test('where nothing costs anything a compile is free and leaves no row', async () => {
  const billing = open({ prices: noPrices })
  const input = { compileId: policyId('free'), accountId: accountId('compile free'), keyId: null }
  expect(await send(handleChargeCompile(billing.deps), input)).toEqual({
    coveredBy: 'free',
    amountMicros: '0',
  })
  const { rows } = await billing.deps.pool.query('select from compile_charge where compile_id = $1', [
    input.compileId,
  ])
  expect(rows).toEqual([])
})

test('a charge is not changed and not deleted by the service', async () => {
  for (const statement of ['update compile_charge set amount_micros = 0', 'delete from compile_charge']) {
    await expect(one.deps.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
})

test('agent work of five dollars has the fees that the price list gives it', async () => {
  const input = { accountId: accountId('work'), amountCents: 500 }
  expect(await send(handlePriceWork(one.deps), input)).toEqual({
    serviceFee: { estimatedCents: 10, maximumCents: 25 },
    railFee: { estimatedCents: 1, maximumCents: 5 },
    discounts: [],
    pricingVersion: '2026-01',
    quoteTtlSeconds: 86_400,
  })
})

test('the price of a run is read from the stored funds and holds nothing', async () => {
  const account = accountId('price run')
  const price = () => send(handlePriceRun(one.deps), { accountId: account, freeTextCompiles: 1 })
  expect(await price()).toMatchObject({ totalMicros: '150000', coveredBy: 'nothing' })
  await grant(two.deps, account, 15)
  expect(await price()).toMatchObject({ totalMicros: '150000', coveredBy: 'credits' })
  expect(await balanceOf(account)).toEqual({ available_micros: '150000', held_micros: '0' })
})

test('credits_required is the only refusal of a charge that is not an outage', () => {
  expect(chargeCompile.refuses).toEqual([
    'credits_required',
    'configuration_unavailable',
    'forbidden',
    'store_conflict',
  ])
})

test('after all this the ledger sums to zero and every account has what the ledger says', async () => {
  expect(await readLedgerTotals(one.deps.db)).toMatchObject({ sumMicros: '0' })
  expect(await readDriftingAccounts(one.deps.db)).toEqual([])
})

test('an audit uses one verification of the allowance, then costs as much as one, and each is charged once', async () => {
  const { deps } = open({ included: 1, prices: { ...noPrices, verificationMicros: 250_000n } })
  const account = accountId('audits')
  await grant(deps, account, 100)
  const charge = (name: string) =>
    send(handleChargeAudit(deps), {
      auditId: derivedId('audit', name),
      kind: 'promise_replay',
      accountId: account,
      keyId: null,
    })
  const charged = [await charge('one'), await charge('two'), await charge('two')]
  expect(charged.map((each) => [each.coveredBy, each.amountMicros])).toEqual([
    ['allowance', '0'],
    ['credits', '250000'],
    ['credits', '250000'],
  ])
  expect(await balanceOf(account)).toEqual({ available_micros: '750000', held_micros: '0' })
  expect(await readDriftingAccounts(deps.db)).toEqual([])
})
