import { CreditsBalance, grantCredits, readTrialBalance, setAllowance } from '@outturn/contracts'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { accountId, grant, runId, send, testBilling } from '../testing/open-billing.ts'
import { handleGrantCredits } from './grant-credits.ts'
import { handleReadBalance } from './read-balance.ts'
import { handleReadTrialBalance } from './read-trial-balance.ts'
import { handleReserveRun } from './reserve-run.ts'
import { handleSetAllowance } from './set-allowance.ts'

const { open } = await testBilling()
const billing = open({ included: 1 })

const balanceOf = (account: string) => send(handleReadBalance(billing.deps), { accountId: account })

test('a grant is credited once for its command id, and another amount under that id is a conflict', async () => {
  const account = accountId('granted')
  const input = {
    accountId: account,
    amountCents: 495,
    source: 'operator' as const,
    expiresAt: null,
    reference: null,
    note: 'welcome',
  }
  const handler = handleGrantCredits(billing.deps)
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => send(handler, input, { commandId: 'granted' })),
  )
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  expect(() => grantCredits.output.parse(replies[0])).not.toThrow()
  expect(replies[0]).toMatchObject({ amountMicros: '4950000', availableMicros: '4950000' })
  const other = send(handler, { ...input, amountCents: 500 }, { commandId: 'granted' })
  expect(await refusalOfPending(other)).toMatchObject({ code: 'conflict' })
  expect(await balanceOf(account)).toMatchObject({ available_micros: '4950000', available_usd: '4.95' })
})

const pilot = {
  amountCents: 100,
  source: 'promo' as const,
  expiresAt: null as string | null,
  reference: 'pilot' as string | null,
  note: 'pilot',
}

test('a reference makes repetitions one grant of its account, and another grant under it is a conflict', async () => {
  const [account, another] = [accountId('referenced'), accountId('another referenced')]
  const handler = handleGrantCredits(billing.deps)
  const sends = ['one', 'two', 'three'].map((commandId, index) =>
    send(handler, { ...pilot, accountId: account, note: `time ${index}` }, { commandId }),
  )
  const grants = new Set((await Promise.all(sends)).map(({ grantId }) => grantId))
  expect(grants.size).toBe(1)
  expect(await balanceOf(account)).toMatchObject({ available_micros: '1000000' })
  for (const change of [{ amountCents: 101 }, { source: 'operator' as const }]) {
    const other = send(handler, { ...pilot, ...change, accountId: account }, { commandId: 'four' })
    expect(await refusalOfPending(other)).toMatchObject({ code: 'conflict', options: { field: 'reference' } })
  }
  await send(handler, { ...pilot, accountId: another }, { commandId: 'five' })
  await send(handler, { ...pilot, accountId: account, reference: 'second' }, { commandId: 'six' })
  expect(await balanceOf(another)).toMatchObject({ available_micros: '1000000' })
  expect(await balanceOf(account)).toMatchObject({ available_micros: '2000000' })
})

test('credits that have lapsed are not granted, and a grant is repeated after it has lapsed', async () => {
  const account = accountId('lapsed')
  const handler = handleGrantCredits(billing.deps)
  const expiresAt = '2026-01-15T13:00:00+01:00'
  for (const instant of [expiresAt, '2020-01-01T00:00:00Z']) {
    const lapsed = send(handler, { ...pilot, accountId: account, expiresAt: instant }, { commandId: instant })
    expect(await refusalOfPending(lapsed)).toMatchObject({
      code: 'validation_failed',
      options: { field: 'expires' },
    })
  }
  const before = new Date('2026-01-15T11:59:59.999Z')
  const first = await send(handler, { ...pilot, accountId: account, expiresAt }, { now: before })
  expect(await send(handler, { ...pilot, accountId: account, expiresAt })).toEqual(first)
  expect(await balanceOf(account)).toMatchObject({ available_micros: '0' })
})

test('the balance lists grants in spending order with what is left of each', async () => {
  const account = accountId('ordered')
  await grant(billing.deps, account, 100, { commandId: 'ordered-1' })
  await grant(billing.deps, account, 100, { commandId: 'ordered-2', expiresAt: '2026-03-01T00:00:00.000Z' })
  await grant(billing.deps, account, 12, { commandId: 'ordered-3', source: 'promo' })
  await grant(billing.deps, account, 3, {
    commandId: 'ordered-4',
    source: 'promo',
    expiresAt: '2026-02-01T00:00:00.000Z',
  })
  const handler = handleReserveRun(billing.deps)
  await send(handler, {
    runId: runId('ordered'),
    accountId: account,
    freeTextCompiles: 3,
    keyId: null,
    useCase: 'dataset',
  })
  const balance = await balanceOf(account)
  expect(CreditsBalance.parse(balance)).toEqual(balance)
  expect(balance.grants.map(({ source, remaining_micros }) => `${source} ${remaining_micros}`)).toEqual([
    'promo 50000',
    'operator 1000000',
    'operator 1000000',
  ])
  expect(balance).toMatchObject({
    available_micros: '2050000',
    held_micros: '100000',
    allowance: {
      period_start: '2026-01-01T00:00:00.000Z',
      period_end: '2026-02-01T00:00:00.000Z',
      verification: { limit: 1, used: 1, remaining: 0 },
      compile: { limit: 1, used: 1, remaining: 0 },
    },
  })
})

test('an account that billing does not know has nothing but the allowance', async () => {
  const balance = await balanceOf(accountId('unheard of'))
  expect(CreditsBalance.parse(balance)).toEqual(balance)
  expect(balance).toMatchObject({
    available_micros: '0',
    available_usd: '0.00',
    held_micros: '0',
    grants: [],
    allowance: { verification: { limit: 1, used: 0, remaining: 1 } },
  })
})

test('an allowance of its own replaces the default at once and keeps what was used', async () => {
  const account = accountId('included')
  const reserve = handleReserveRun(billing.deps)
  await send(reserve, {
    runId: runId('included-1'),
    accountId: account,
    freeTextCompiles: 0,
    keyId: null,
    useCase: 'dataset',
  })
  const input = { accountId: account, verificationRuns: 2, freeTextCompiles: 0 }
  const reply = await send(handleSetAllowance(billing.deps), input)
  expect(setAllowance.output.parse(reply)).toEqual({ verificationRuns: 2, freeTextCompiles: 0 })
  expect(
    await send(reserve, {
      runId: runId('included-2'),
      accountId: account,
      freeTextCompiles: 0,
      keyId: null,
      useCase: 'dataset',
    }),
  ).toMatchObject({ coveredBy: 'allowance' })
  const third = send(reserve, {
    runId: runId('included-3'),
    accountId: account,
    freeTextCompiles: 0,
    keyId: null,
    useCase: 'dataset',
  })
  expect(await refusalOfPending(third)).toMatchObject({ code: 'credits_required' })
  expect((await balanceOf(account)).allowance).toMatchObject({
    verification: { limit: 2, used: 2, remaining: 0 },
    compile: { limit: 0, used: 0, remaining: 0 },
  })
})

test('the trial balance sums to zero and names kinds of accounts, no customer', async () => {
  const totals = await send(handleReadTrialBalance(billing.deps), {})
  expect(readTrialBalance.output.parse(totals)).toEqual(totals)
  expect(totals.sumMicros).toBe('0')
  expect(totals.accounts.map(({ account }) => account)).toEqual([
    'customer:available',
    'customer:held',
    'operator',
    'promo',
  ])
  expect(totals.accounts.reduce((sum, { balanceMicros }) => sum + BigInt(balanceMicros), 0n)).toBe(0n)
})

test('the running service cannot change or delete what the ledger says', async () => {
  const attempts = ['update transfer set amount_micros = 1', 'delete from transfer', 'truncate transfer']
  for (const attempt of [...attempts, 'delete from reservation', 'update credit_grant set note = note']) {
    await expect(billing.deps.pool.query(attempt)).rejects.toThrow('permission denied')
  }
})
