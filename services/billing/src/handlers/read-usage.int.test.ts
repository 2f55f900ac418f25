import { Usage } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { accountId, grant, runId, send, testBilling, testNow, verifiedRun } from '../testing/open-billing.ts'
import { chargeVerifiedRun } from '../flows/charge-verified-run.ts'
import { handleReadUsage } from './read-usage.ts'
import { handleReserveRun } from './reserve-run.ts'
import { handleSearchBilling } from './search-billing.ts'

const { open } = await testBilling()
const billing = open({ included: 1 })

const account = accountId('usage')
const usageOf = (accountOf: string, periodDays: number) =>
  send(handleReadUsage(billing.deps), { accountId: accountOf, periodDays })

async function deliver(name: string, facts: Partial<ReturnType<typeof verifiedRun>>): Promise<void> {
  const input = {
    runId: runId(name),
    accountId: account,
    freeTextCompiles: 2,
    keyId: null,
    useCase: 'dataset',
  }
  await send(handleReserveRun(billing.deps), input)
  await chargeVerifiedRun(billing.deps, verifiedRun(name, account, facts), null, testNow)
}

test('usage counts each run on its UTC day and what it charged is what the ledger posted', async () => {
  await grant(billing.deps, account, 1_000)
  await deliver('usage-1', { at: '2026-01-14T23:59:59.999Z', result: 'partial', acceptedUnits: 0 })
  await deliver('usage-2', { at: '2026-01-15T00:00:00.000Z' })
  await deliver('usage-3', { at: '2026-01-15T11:00:00.000Z', useCase: 'url', receiptId: null })
  await deliver('usage-4', { at: '2025-12-01T00:00:00.000Z' })

  const usage = await usageOf(account, 3)
  expect(Usage.parse(usage)).toEqual(usage)
  expect(usage.days.map(({ date, totalRuns }) => `${date} ${totalRuns}`)).toEqual([
    '2026-01-13 0',
    '2026-01-14 1',
    '2026-01-15 2',
  ])
  expect(usage.totals).toMatchObject({
    totalRuns: 3,
    submitted: 60,
    accepted: 36,
    earned_micros: '13500000',
    pass_rate: 0.6667,
  })
  expect(usage.use_cases.map(({ use_case, totalRuns }) => `${use_case} ${totalRuns}`)).toEqual([
    'dataset 2',
    'url 1',
  ])
  expect(usage.recent.map(({ verification_run_id }) => verification_run_id)).toEqual(
    ['usage-3', 'usage-2', 'usage-1'].map(runId),
  )

  const whole = await usageOf(account, 365)
  const { rows } = await billing.deps.pool.query<{ fee: string }>(
    `select sum(amount_micros)::text as fee from entry where account like 'revenue:%'`,
  )
  expect(whole.totals.fees_accrued_micros).toBe(rows[0]?.fee)
  const feesOfRecent = whole.recent.reduce((sum, { fee_micros }) => sum + BigInt(fee_micros), 0n)
  expect(String(feesOfRecent)).toBe(rows[0]?.fee)
})

test('an account sees its own runs only', async () => {
  const usage = await usageOf(accountId('somebody else'), 30)
  expect(usage.totals.totalRuns).toBe(0)
  expect(usage.days).toHaveLength(30)
  expect(usage.recent).toEqual([])
})

test('a search finds a charge, a grant and a purchase of the account by the beginning of its id, and of no other', async () => {
  const owner = accountId('searched')
  await grant(billing.deps, owner, 1_000)
  await grant(billing.deps, account, 1_000, { commandId: 'searched-other' })
  await deliver('searched-1', {})
  const run = runId('searched-2')
  await send(handleReserveRun(billing.deps), {
    runId: run,
    accountId: owner,
    freeTextCompiles: 2,
    keyId: null,
    useCase: 'dataset',
  })
  const { rows } = await billing.deps.pool.query<{ id: string }>(
    'select id from credit_grant where account_id = $1',
    [owner],
  )
  const granted = rows[0]?.id ?? ''
  const search = async (asker: string, ...ids: string[]) => {
    const via = { kind: 'person', userId: 'x', role: 'owner' } as const
    const principal = {
      kind: 'account',
      accountId: asker,
      accountName: '',
      accountKind: 'org',
      via,
    } as const
    const { hits } = await send(handleSearchBilling(billing.deps), { ids }, { principal })
    return hits.map(({ kind, id }) => [kind, id])
  }
  expect(await search(owner, run.slice(0, 12), granted.slice(0, 12))).toEqual([
    ['charge', `billing:run:${run}`],
    ['grant', granted],
  ])
  expect(await search(owner, runId('searched-1'))).toEqual([])
  expect(await search(account, run, granted)).toEqual([])
})
