import { expect, test } from 'vitest'
import { chargeVerifiedRun } from '../flows/charge-verified-run.ts'
import { handleReadBalance } from '../handlers/read-balance.ts'
import { handleReserveRun } from '../handlers/reserve-run.ts'
import { readDriftingAccounts, readLedgerTotals } from '../store/balances.ts'
import {
  accountId,
  eventId,
  grant,
  noPrices,
  type OpenBilling,
  runId,
  send,
  testBilling,
  testNow,
  verifiedRun,
} from '../testing/open-billing.ts'
import { onSpoolRunFailed } from './spool-run-failed.ts'
import { onSpoolVerified } from './spool-verified.ts'

const { open } = await testBilling()
const one = open()
const two = open()

async function reserve(billing: OpenBilling, account: string, name: string, freeTextCompiles = 0) {
  const input = { runId: runId(name), accountId: account, freeTextCompiles, keyId: null, useCase: 'dataset' }
  return send(handleReserveRun(billing.deps), input)
}

function verified(billing: OpenBilling, account: string, name: string, delivery = `${name} verified`) {
  const context = { id: eventId(delivery), attempt: 1, now: testNow, traceContext: {} }
  return onSpoolVerified(billing.deps).handle(verifiedRun(name, account), context)
}

function failed(billing: OpenBilling, account: string, name: string, delivery = `${name} failed`) {
  const { runId: run, spoolId, accountId: owner, at } = verifiedRun(name, account)
  const context = { id: eventId(delivery), attempt: 1, now: testNow, traceContext: {} }
  const payload = { runId: run, spoolId, accountId: owner, at, code: 'checker_error' }
  return onSpoolRunFailed(billing.deps).handle(payload, context)
}

async function balances(account: string) {
  const { rows } = await one.deps.pool.query<{ account: string; balance: string }>(
    `select split_part(account, ':', 1) || coalesce(':' || nullif(split_part(account, ':', 3), ''), '') as account,
       sum(amount_micros)::text as balance
     from entry where account like '%' || $1 || '%' group by 1 order by 1`,
    [account],
  )
  return Object.fromEntries(rows.map(({ account: name, balance }) => [name, balance]))
}

async function postings(name: string) {
  const { rows } = await one.deps.pool.query<{ kind: string; credit_account: string; amount: string }>(
    `select kind, credit_account, amount_micros::text as amount from transfer
     where reference = $1 and kind like 'post%' order by kind`,
    [runId(name)],
  )
  return rows.map(({ kind, credit_account, amount }) => `${kind} ${credit_account} ${amount}`)
}

async function received(...deliveries: string[]): Promise<number> {
  const { rows } = await one.deps.pool.query('select from inbox where event_id = any($1)', [
    deliveries.map(eventId),
  ])
  return rows.length
}

test('a verified run turns what was held into revenue by service, however often it is said', async () => {
  const account = accountId('post')
  await grant(one.deps, account, 100)
  await reserve(one, account, 'post', 2)
  await Promise.all([
    verified(one, account, 'post'),
    verified(two, account, 'post'),
    verified(one, account, 'post', 'said by another event'),
  ])
  await verified(two, account, 'post')
  expect(await postings('post')).toEqual([
    'post_compile revenue:compile 100000',
    'post_verification revenue:verification 100000',
  ])
  expect(await balances(account)).toEqual({ 'customer:available': '800000', 'customer:held': '0' })
  expect(await reserve(one, account, 'post', 2)).toMatchObject({ state: 'posted', amountMicros: '200000' })
  expect(await received('post verified', 'said by another event')).toBe(2)
})

test('many verified runs are charged in few statements, each once', async () => {
  const account = accountId('many')
  await grant(one.deps, account, 1_000)
  const names = Array.from({ length: 60 }, (_, index) => `many-${index}`)
  await Promise.all(names.map((name) => reserve(one, account, name)))
  await Promise.all([...names, ...names].map((name, index) => verified(index % 2 ? one : two, account, name)))
  expect(await balances(account)).toEqual({ 'customer:available': '4000000', 'customer:held': '0' })
})

test('a failed run gives back grants and allowance, however often it is said', async () => {
  const billing = open({ included: 1 })
  const account = accountId('void')
  await grant(billing.deps, account, 10)
  await reserve(billing, account, 'void', 2)
  await failed(billing, account, 'void')
  await failed(billing, account, 'void')
  await failed(billing, account, 'void', 'said by another event')
  const { allowance, available_micros, grants } = await send(handleReadBalance(billing.deps), {
    accountId: account,
  })
  expect(available_micros).toBe('100000')
  expect(grants).toMatchObject([{ original_micros: '100000', remaining_micros: '100000' }])
  expect(allowance).toMatchObject({ verification: { used: 0 }, compile: { used: 0 } })
})

test('a failure that arrives after the verdict takes nothing back', async () => {
  const account = accountId('late failure')
  await grant(one.deps, account, 10)
  await reserve(one, account, 'late failure')
  await verified(one, account, 'late failure')
  await failed(one, account, 'late failure')
  expect(await balances(account)).toEqual({ 'customer:available': '0', 'customer:held': '0' })
  expect(await postings('late failure')).toHaveLength(1)
})

test('a run that was voided and then delivered is charged from the funds', async () => {
  const account = accountId('late verdict')
  await grant(one.deps, account, 15)
  await reserve(one, account, 'late verdict')
  await failed(one, account, 'late verdict')
  await verified(one, account, 'late verdict')
  await verified(two, account, 'late verdict')
  expect(await received('late verdict failed', 'late verdict verified')).toBe(2)
  expect(await postings('late verdict')).toEqual(['post_verification revenue:verification 100000'])
  expect(await balances(account)).toEqual({ 'customer:available': '50000', 'customer:held': '0' })
})

test('a delivered run that the funds do not cover any more is owed and leaves no balance below zero', async () => {
  const account = accountId('owed')
  await grant(one.deps, account, 10)
  await reserve(one, account, 'owed')
  await failed(one, account, 'owed')
  await reserve(one, account, 'owed instead')
  await verified(one, account, 'owed instead')
  await verified(one, account, 'owed')
  expect(await postings('owed')).toEqual(['post_verification revenue:verification 100000'])
  expect(await balances(account)).toEqual({
    'customer:available': '0',
    'customer:held': '0',
    receivable: '-100000',
  })
})

test('a delivered run that was never reserved is charged all the same', async () => {
  const account = accountId('unreserved')
  await grant(one.deps, account, 10)
  await Promise.all([verified(one, account, 'unreserved'), verified(two, account, 'unreserved')])
  expect(await postings('unreserved')).toEqual(['post_verification revenue:verification 100000'])
  expect(await balances(account)).toMatchObject({ 'customer:available': '0' })
})

test('verdict and failure of one run that meet in two instances charge it once', async () => {
  const account = accountId('meeting')
  await grant(one.deps, account, 200)
  const names = Array.from({ length: 20 }, (_, index) => `meeting-${index}`)
  await Promise.all(names.map((name) => reserve(one, account, name)))
  await Promise.all(names.flatMap((name) => [verified(one, account, name), failed(two, account, name)]))
  expect(await Promise.all(names.map(postings))).toEqual(
    names.map(() => ['post_verification revenue:verification 100000']),
  )
  expect(await balances(account)).toEqual({ 'customer:available': '0', 'customer:held': '0' })
})

test('a run that is uncertain because the service could not look is not charged, however often it is reported', async () => {
  const account = accountId('not looked at')
  await grant(one.deps, account, 15)
  await reserve(one, account, 'not looked at')
  const run = verifiedRun('not looked at', account, { result: 'uncertain', isUncharged: true })
  await Promise.all([one, two].map(({ deps }) => chargeVerifiedRun(deps, run, null, testNow)))
  expect(await postings('not looked at')).toEqual([])
  const { rows } = await one.deps.pool.query('select fee_micros from usage_run where run_id = $1', [
    runId('not looked at'),
  ])
  expect(rows).toEqual([{ fee_micros: 0n }])
  expect(await balances(account)).toEqual({ 'customer:available': '150000', 'customer:held': '0' })
})

test('a run where nothing costs anything is counted as usage and charged nothing', async () => {
  const billing = open({ prices: noPrices })
  const account = accountId('free')
  await verified(billing, account, 'free')
  await verified(billing, account, 'free')
  const { rows } = await billing.deps.pool.query('select fee_micros from usage_run where run_id = $1', [
    runId('free'),
  ])
  expect(rows).toEqual([{ fee_micros: 0n }])
  expect(await postings('free')).toEqual([])
})

test('after all this the ledger sums to zero and every account has what the ledger says', async () => {
  expect(await readLedgerTotals(one.deps.db)).toMatchObject({ sumMicros: '0', openReservations: 0 })
  expect(await readDriftingAccounts(one.deps.db)).toEqual([])
})
