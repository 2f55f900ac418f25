import { reserveRun } from '@outturn/contracts'
import { isOutage } from '@outturn/postgres'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { expect, test, vi } from 'vitest'
import { voidReservation } from '../flows/void-reservation.ts'
import { readDriftingAccounts, readLedgerTotals } from '../store/balances.ts'
import {
  accountId,
  grant,
  noPrices,
  openBilling,
  runId,
  send,
  testBilling,
  testNow,
} from '../testing/open-billing.ts'
import { handleReadBalance } from './read-balance.ts'
import { handleReserveRun } from './reserve-run.ts'

const { open, urlOf } = await testBilling()
const one = open()
const two = open()

const available = async (account: string) => {
  const { available_micros, held_micros } = await send(handleReadBalance(one.deps), { accountId: account })
  return { available_micros, held_micros }
}

test('of 100 parallel runs with credits for 10 exactly 10 are held, though two instances race', async () => {
  const account = accountId('race')
  await grant(one.deps, account, 100)
  const handlers = [handleReserveRun(one.deps), handleReserveRun(two.deps)]
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) =>
      send(handlers[index % 2] as (typeof handlers)[number], {
        runId: runId(`race-${index}`),
        accountId: account,
        freeTextCompiles: 0,
        keyId: null,
        useCase: 'dataset',
      }),
    ),
  )
  const held = answers.filter(({ status }) => status === 'fulfilled')
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
  expect(held).toHaveLength(10)
  expect(refused).toEqual(Array.from({ length: 90 }, () => 'credits_required'))
  expect(await available(account)).toEqual({ available_micros: '0', held_micros: '1000000' })
})

test('a run that is reserved many times at once by two instances is held once and answered alike', async () => {
  const account = accountId('repeat')
  await grant(one.deps, account, 500)
  const handlers = [handleReserveRun(one.deps), handleReserveRun(two.deps)]
  const input = {
    runId: runId('repeat'),
    accountId: account,
    freeTextCompiles: 1,
    keyId: null,
    useCase: 'dataset',
  }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send(handlers[index % 2] as (typeof handlers)[number], input)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ state: 'held', coveredBy: 'credits', amountMicros: '150000' })]),
  )
  expect(await available(account)).toEqual({ available_micros: '4850000', held_micros: '150000' })
})

test('the allowance of the month goes first and the credits after it', async () => {
  const billing = open({ included: 2 })
  const account = accountId('allowance')
  await grant(billing.deps, account, 100)
  const handler = handleReserveRun(billing.deps)
  const covered: string[] = []
  for (const index of [1, 2, 3]) {
    const input = {
      runId: runId(`allowance-${index}`),
      accountId: account,
      freeTextCompiles: 0,
      keyId: null,
      useCase: 'dataset',
    }
    const { coveredBy, amountMicros } = await send(handler, input)
    covered.push(`${coveredBy} ${amountMicros}`)
  }
  expect(covered).toEqual(['allowance 0', 'allowance 0', 'credits 100000'])
})

test('credits that are granted elsewhere are found although the instance remembers none', async () => {
  const account = accountId('remembered')
  const handler = handleReserveRun(one.deps)
  const run = (name: string) => ({
    runId: runId(name),
    accountId: account,
    freeTextCompiles: 0,
    keyId: null,
    useCase: 'dataset',
  })
  await grant(one.deps, account, 10)
  await send(handler, run('remembered-1'))
  await grant(two.deps, account, 10, { commandId: 'remembered-elsewhere' })
  expect(await send(handler, run('remembered-2'))).toMatchObject({ coveredBy: 'credits' })
  expect(await refusalOfPending(send(handler, run('remembered-3')))).toMatchObject({
    code: 'credits_required',
  })
  expect(await send(handler, run('remembered-1'))).toMatchObject({ state: 'held' })
})

test('a voided run that is reserved again is held again, as another attempt', async () => {
  const account = accountId('again')
  await grant(one.deps, account, 10)
  const input = {
    runId: runId('again'),
    accountId: account,
    freeTextCompiles: 0,
    keyId: null,
    useCase: 'dataset',
  }
  const handler = handleReserveRun(one.deps)
  await send(handler, input)
  await voidReservation(two.deps, input, null, testNow)
  expect(await available(account)).toEqual({ available_micros: '100000', held_micros: '0' })
  expect(await send(handler, input)).toEqual({ state: 'held', coveredBy: 'credits', amountMicros: '100000' })
  expect(await available(account)).toEqual({ available_micros: '0', held_micros: '100000' })
})

test('a voided run is found although the instance remembers the funds as they are', async () => {
  const account = accountId('again remembered')
  await grant(one.deps, account, 30)
  const voided = {
    runId: runId('again remembered'),
    accountId: account,
    freeTextCompiles: 0,
    keyId: null,
    useCase: 'dataset',
  }
  const handler = handleReserveRun(one.deps)
  await send(handler, voided)
  await voidReservation(one.deps, voided, null, testNow)
  await send(handler, { ...voided, runId: runId('again remembered, another') })
  expect(await send(handler, voided)).toMatchObject({ state: 'held', amountMicros: '100000' })
  expect(await available(account)).toEqual({ available_micros: '100000', held_micros: '200000' })
})

test('on funds that are remembered a reservation is one statement', async () => {
  const account = accountId('one statement')
  await grant(one.deps, account, 30)
  const handler = handleReserveRun(one.deps)
  const run = (name: string) => ({
    runId: runId(name),
    accountId: account,
    freeTextCompiles: 0,
    keyId: null,
    useCase: 'dataset',
  })
  await send(handler, run('one statement, first'))
  const query = vi.spyOn(one.deps.pool, 'query')
  await send(handler, run('one statement, second'))
  expect(query).toHaveBeenCalledTimes(1)
  query.mockRestore()
})

test('where nothing costs anything a run is free and leaves no row', async () => {
  const billing = open({ prices: noPrices })
  const account = accountId('free')
  const input = {
    runId: runId('free'),
    accountId: account,
    freeTextCompiles: 3,
    keyId: null,
    useCase: 'dataset',
  }
  expect(await send(handleReserveRun(billing.deps), input)).toEqual({
    state: 'held',
    coveredBy: 'free',
    amountMicros: '0',
  })
  const { rows } = await billing.deps.pool.query('select from account_funds where account_id = $1', [account])
  expect(rows).toEqual([])
})

test('funds that change in every round are a store_conflict and nothing is held', async () => {
  const account = accountId('conflict')
  await grant(one.deps, account, 100)
  await asOwner(`
    create function lose() returns trigger language plpgsql as 'begin return null; end';
    create trigger lose before update on account_funds for each row when (old.account_id = '${account}')
      execute function lose();`)
  const input = {
    runId: runId('conflict'),
    accountId: account,
    freeTextCompiles: 0,
    keyId: null,
    useCase: 'dataset',
  }
  expect(await refusalOfPending(send(handleReserveRun(one.deps), input))).toMatchObject({
    code: 'store_conflict',
  })
  await asOwner('drop trigger lose on account_funds; drop function lose')
  expect(await available(account)).toEqual({ available_micros: '1000000', held_micros: '0' })
})

test('without its store billing holds nothing and fails as an outage, which is refused as unavailable', async () => {
  const address = new URL(urlOf('outturn_billing'))
  address.port = '1'
  const unreachable = openBilling(address.href)
  const input = {
    runId: runId('outage'),
    accountId: accountId('outage'),
    freeTextCompiles: 0,
    keyId: null,
    useCase: 'dataset',
  }
  const failure: unknown = await send(handleReserveRun(unreachable.deps), input).catch(
    (error: unknown) => error,
  )
  expect(isOutage(failure)).toBe(true)
  await unreachable.close()
})

test('every refusal that the contract lists is shown here', () => {
  expect(reserveRun.refuses).toEqual([
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

async function asOwner(statements: string): Promise<void> {
  const owner = openBilling(urlOf('outturn_billing_owner'))
  await owner.deps.pool.query(statements)
  await owner.close()
}
