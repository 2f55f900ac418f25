import { setKeyCap } from '@outturn/contracts'
import { onPool } from '@outturn/postgres'
import { refusalOfPending } from '@outturn/testkit/refusals'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeVerifiedRun } from '../../flows/charge-verified-run.ts'
import { voidReservation } from '../../flows/void-reservation.ts'
import { readDriftingAccounts } from '../../store/balances.ts'
import { readBooks } from '../../store/reserve-runs.ts'
import { readSpending } from '../../store/spending/key-spending.ts'
import {
  accountId,
  grant,
  policyId,
  runId,
  send,
  testBilling,
  testNow,
  verifiedRun,
} from '../../testing/open-billing.ts'
import { watchSpending } from '../../sweepers/watch-spending.ts'
import { handleChargeCompile } from '../charges/charge-compile.ts'
import { handleReserveRun } from '../reserve-run.ts'
import { handleReadBalanceThreshold } from './read-balance-threshold.ts'
import { handleReadKeyCaps } from './read-key-caps.ts'
import { handleSetBalanceThreshold } from './set-balance-threshold.ts'
import { handleSetKeyCap } from './set-key-cap.ts'

const { open } = await testBilling()
const one = open()
const two = open()
const key = 'key_00000000000000000000aaaa'
const otherKey = 'key_00000000000000000000bbbb'

const capOf = (account: string, capMicros: string | null, keyId = key) =>
  send(handleSetKeyCap(one.deps), { accountId: account, keyId, capMicros })

const runOf = (account: string, name: string, keyId: string | null = key) => ({
  runId: runId(`${account} ${name}`),
  accountId: account,
  freeTextCompiles: 0,
  keyId,
  useCase: 'dataset',
})

const capsOf = (account: string, now = testNow) =>
  send(handleReadKeyCaps(one.deps), { accountId: account }, { now })

test('of 50 parallel runs of a key at the edge of its cap none passes it, though two instances race', async () => {
  const account = accountId('cap race')
  await grant(one.deps, account, 10_000)
  await capOf(account, '550000')
  const handlers = [handleReserveRun(one.deps), handleReserveRun(two.deps)] as const
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      send(handlers[index % 2 === 0 ? 0 : 1], runOf(account, `race ${index}`)),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'forbidden' })
  }
  expect((await capsOf(account)).caps).toEqual([{ keyId: key, capMicros: '550000', usedMicros: '500000' }])
})

test('the refusal names key, cap, page and day, is final, and comes before the one for want of credits', async () => {
  const account = accountId('cap words')
  await capOf(account, '50000')
  const refusal = await refusalOfPending(send(handleReserveRun(one.deps), runOf(account, 'words')))
  expect(refusal).toMatchObject({ code: 'forbidden', options: { reason: 'key_cap_reached' } })
  const remediation = String(refusal.options.remediation)
  for (const part of [key, '0.05 USD', `https://outturn.example/console/keys/${key}`, '2026-02-01']) {
    expect(remediation).toContain(part)
  }
  const compile = { compileId: policyId('cap words'), accountId: account, keyId: key }
  await capOf(account, '49999')
  expect(await refusalOfPending(send(handleChargeCompile(one.deps), compile))).toMatchObject({
    code: 'forbidden',
    options: { reason: 'key_cap_reached' },
  })
})

test('a cap stops its key alone, and neither what the allowance covers nor what people ask for', async () => {
  const account = accountId('cap others')
  const including = open({ included: 1 })
  await grant(including.deps, account, 1_000)
  await capOf(account, '0')
  const handler = handleReserveRun(including.deps)
  expect(await send(handler, runOf(account, 'included'))).toMatchObject({ coveredBy: 'allowance' })
  expect(await send(handler, runOf(account, 'other key', otherKey))).toMatchObject({ coveredBy: 'credits' })
  expect(await send(handler, runOf(account, 'person', null))).toMatchObject({ coveredBy: 'credits' })
  expect(await refusalOfPending(send(handler, runOf(account, 'capped')))).toMatchObject({ code: 'forbidden' })
  await capOf(account, null)
  expect(await send(handler, runOf(account, 'capped'))).toMatchObject({ coveredBy: 'credits' })
})

test('a cap that is set within the month counts what the key spent and reserved before', async () => {
  const account = accountId('cap late')
  await grant(one.deps, account, 1_000)
  const handler = handleReserveRun(one.deps)
  await send(handler, runOf(account, 'charged'))
  await chargeVerifiedRun(one.deps, verifiedRun(`${account} charged`, account), null, testNow)
  await send(handler, runOf(account, 'held'))
  await send(handleChargeCompile(one.deps), {
    compileId: policyId('cap late'),
    accountId: account,
    keyId: key,
  })
  expect(await capOf(account, '300000')).toMatchObject({ usedMicros: '250000' })
  expect(await refusalOfPending(send(handler, runOf(account, 'beyond')))).toMatchObject({ code: 'forbidden' })
  await voidReservation(one.deps, runOf(account, 'held'), null, testNow)
  await send(handler, runOf(account, 'again'))
})

test('on the 1st a cap starts again with what is still reserved, in every instance', async () => {
  const account = accountId('cap month')
  await grant(one.deps, account, 1_000)
  const [january, february] = ['2026-01-31T23:59:59.000Z', '2026-02-01T00:00:01.000Z'].map(
    (at) => new Date(at),
  )
  const reserve = (name: string, now: Date | undefined, { deps } = one) =>
    send(handleReserveRun(deps), runOf(account, name), { now: now ?? testNow })
  const verify = (name: string, now: Date | undefined) =>
    chargeVerifiedRun(one.deps, verifiedRun(`${account} ${name}`, account), null, now ?? testNow)
  await capOf(account, '300000')
  for (const name of ['a', 'b', 'c']) await reserve(name, january)
  expect(await refusalOfPending(reserve('d', january))).toMatchObject({ code: 'forbidden' })
  await verify('a', january)
  await reserve('d', february)
  expect(await refusalOfPending(reserve('e', february, two))).toMatchObject({ code: 'forbidden' })
  await verify('b', february)
  expect((await capsOf(account, february)).caps).toMatchObject([{ usedMicros: '300000' }])
  expect(await refusalOfPending(reserve('e', february))).toMatchObject({ code: 'forbidden' })
  await voidReservation(two.deps, runOf(account, 'c'), null, february as Date)
  await reserve('e', february, two)
})

test('at most 200 keys of an account have a cap', async () => {
  const account = accountId('cap many')
  const keyOf = (index: number) => `key_${String(index).padStart(24, '0')}`
  for (let index = 0; index < 200; index += 1) await capOf(account, '1000', keyOf(index))
  expect(await refusalOfPending(capOf(account, '1000', keyOf(200)))).toMatchObject({
    code: 'validation_failed',
  })
  await capOf(account, '2000', keyOf(7))
  await capOf(account, null, keyOf(8))
  await capOf(account, '1000', keyOf(200))
  expect(setKeyCap.refuses).toEqual(['store_conflict', 'validation_failed'])
})

const acts = fc.array(
  fc.record({
    act: fc.constantFrom(
      'reserve' as const,
      'reserve' as const,
      'verify' as const,
      'void' as const,
      'compile' as const,
    ),
    run: fc.integer({ min: 0, max: 5 }),
    keyId: fc.constantFrom(key, key, otherKey, null),
    /** Hours until the next act; two of them pass the end of the month. */
    hours: fc.constantFrom(0, 0, 1, 200),
  }),
  { minLength: 5, maxLength: 14 },
)

test('a cap counts what is recorded as charged and reserved in the month, and is never passed, whatever happens at its end', async () => {
  let sequence = 0
  await fc.assert(
    fc.asyncProperty(acts, async (plan) => {
      sequence += 1
      const account = accountId(`cap property ${sequence}`)
      await grant(one.deps, account, 1_000)
      await capOf(account, '250000')
      let now = new Date(testNow.getTime() + 10 * 86_400_000)
      for (const { act, run, keyId, hours } of plan) {
        now = new Date(now.getTime() + hours * 3_600_000)
        const input = runOf(account, String(run), keyId)
        if (act === 'reserve') {
          await send(handleReserveRun(run % 2 === 0 ? one.deps : two.deps), input, { now }).catch(() => null)
        }
        if (act === 'void') await voidReservation(one.deps, input, null, now)
        if (act === 'compile') {
          const compile = { compileId: policyId(`${account} ${run}`), accountId: account, keyId }
          await send(handleChargeCompile(two.deps), compile, { now }).catch(() => null)
        }
        if (act === 'verify') {
          const { rows } = await one.deps.pool.query(
            `select 1 from reservation where run_id = $1 and state = 'held'`,
            [input.runId],
          )
          const facts = verifiedRun(`${account} ${run}`, account, { at: now.toISOString() })
          if (rows.length > 0) await chargeVerifiedRun(two.deps, facts, null, now)
        }
        const { funds } = await readBooks(onPool(one.deps.pool), [account], [])
        const cap = funds.get(account)?.funds.caps[0]
        const spent = await readSpending(onPool(one.deps.pool), account, [key], now)
        const isCurrent = cap?.month === now.toISOString().slice(0, 7)
        if (isCurrent) expect(cap?.usedMicros).toBe(spent.get(key) ?? 0n)
        expect(spent.get(key) ?? 0n).toBeLessThanOrEqual(250_000n)
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
  expect(await readDriftingAccounts(one.deps.db)).toEqual([])
})

test('the threshold of the balance is the one of every account until it is set', async () => {
  const account = accountId('threshold')
  const read = () => send(handleReadBalanceThreshold(one.deps), { accountId: account })
  expect(await read()).toEqual({ thresholdMicros: '2000000', isDefault: true, defaultMicros: '2000000' })
  await send(handleSetBalanceThreshold(one.deps), { accountId: account, thresholdMicros: '5000000' })
  expect(await read()).toMatchObject({ thresholdMicros: '5000000', isDefault: false })
  await send(handleSetBalanceThreshold(one.deps), { accountId: account, thresholdMicros: null })
  expect(await read()).toMatchObject({ isDefault: true })
})

/** The events of an account, in the order in which they were announced. */
async function eventsOf(account: string): Promise<Record<string, unknown>[]> {
  const { rows } = await one.deps.pool.query<{ body: string }>(
    `select body from outbox where body like '%' || $1 || '%' order by (body::json ->> 'at'), body`,
    [account],
  )
  return rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
}

test('a balance below its threshold is announced once, and again after it was at one and a half times of it', async () => {
  const account = accountId('low balance')
  const lower = (name: string) => send(handleReserveRun(one.deps), runOf(account, name, null))
  const minutes = (count: number) => new Date(testNow.getTime() + count * 60_000)
  await send(handleSetBalanceThreshold(one.deps), { accountId: account, thresholdMicros: '200000' })
  await watchSpending(one.deps, minutes(0))
  expect(await eventsOf(account)).toEqual([])
  await grant(one.deps, account, 30)
  await watchSpending(one.deps, minutes(1))
  await lower('one')
  await watchSpending(one.deps, minutes(2))
  expect(await eventsOf(account)).toEqual([])
  await lower('two')
  await Promise.all([watchSpending(one.deps, minutes(3)), watchSpending(two.deps, minutes(3))])
  await watchSpending(one.deps, minutes(4))
  const first = {
    accountId: account,
    availableMicros: '100000',
    thresholdMicros: '200000',
    at: minutes(3).toISOString(),
  }
  expect(await eventsOf(account)).toEqual([first])
  await grant(one.deps, account, 15, { commandId: 'low balance 2' })
  await watchSpending(one.deps, minutes(5))
  await lower('three')
  await watchSpending(one.deps, minutes(6))
  expect(await eventsOf(account)).toEqual([first])
  await grant(one.deps, account, 20, { commandId: 'low balance 3' })
  await watchSpending(one.deps, minutes(7))
  for (const name of ['four', 'five']) await lower(name)
  await watchSpending(one.deps, minutes(8))
  expect(await eventsOf(account)).toMatchObject([first, { availableMicros: '150000' }])
})

test('a cap is announced at 80 % and when no further run fits, once each in a month, and anew when it is changed', async () => {
  const account = accountId('cap notes')
  await grant(one.deps, account, 1_000)
  await capOf(account, '550000')
  const percents = async () => (await eventsOf(account)).map(({ percent }) => percent)
  const reserve = (name: string, now = testNow) =>
    send(handleReserveRun(one.deps), runOf(account, name), { now })
  let minute = 0
  const watch = () => {
    minute += 1
    return watchSpending(
      minute % 2 === 0 ? one.deps : two.deps,
      new Date(testNow.getTime() + minute * 60_000),
    )
  }
  for (const name of ['a', 'b', 'c', 'd']) await reserve(name)
  await watch()
  expect(await percents()).toEqual([])
  await voidReservation(one.deps, runOf(account, 'd'), null, testNow)
  await capOf(account, '450000')
  await reserve('e')
  await watch()
  await watch()
  expect(await percents()).toEqual([100])
  await capOf(account, '500000')
  await watch()
  await reserve('f')
  await watch()
  await watch()
  expect(await percents()).toEqual([100, 80, 100])
  await capOf(account, '0')
  await watch()
  expect(await percents()).toHaveLength(3)
})
