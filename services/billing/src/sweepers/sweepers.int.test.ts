import { expect, test } from 'vitest'
import type { RunOutcome } from '../domain/ledger/abandoned-run.ts'
import { handleReadBalance } from '../handlers/read-balance.ts'
import { handleReserveRun } from '../handlers/reserve-run.ts'
import { voidReservation } from '../flows/void-reservation.ts'
import { readDriftingAccounts, readLedgerTotals } from '../store/balances.ts'
import { accountId, grant, runId, send, testBilling, testNow, verifiedRun } from '../testing/open-billing.ts'
import { finishReservations } from './finish-reservations.ts'
import { sweepExpiredCreditGrants } from './expire-credit-grants.ts'

const outcomes = new Map<string, RunOutcome>()
const options = { checkAgainMs: 60_000, giveUpAfterMs: 600_000 }
const { open } = await testBilling()
const billing = open({ outcomes })

const after = (seconds: number) => new Date(testNow.getTime() + seconds * 1_000)

async function reserve(account: string, name: string): Promise<void> {
  const input = {
    runId: runId(name),
    accountId: account,
    freeTextCompiles: 0,
    keyId: null,
    useCase: 'dataset',
  }
  await send(handleReserveRun(billing.deps), input)
}

async function stateOf(name: string): Promise<string | undefined> {
  const { rows } = await billing.deps.pool.query<{ state: string }>(
    'select state from reservation where run_id = $1',
    [runId(name)],
  )
  return rows[0]?.state
}

test('a reservation that no event ended is ended by what became of its run', async () => {
  const account = accountId('sweep')
  await grant(billing.deps, account, 100)
  for (const name of ['sweep-verified', 'sweep-failed', 'sweep-open', 'sweep-unknown'])
    await reserve(account, name)
  outcomes.set(runId('sweep-verified'), { outcome: 'verified', run: verifiedRun('sweep-verified', account) })
  outcomes.set(runId('sweep-failed'), { outcome: 'failed' })
  outcomes.set(runId('sweep-open'), { outcome: 'open' })

  expect(await finishReservations(billing.deps, options, after(59))).toBe(0)
  expect(await finishReservations(billing.deps, options, after(60))).toBe(4)
  expect(await finishReservations(billing.deps, options, after(61))).toBe(0)
  expect(await stateOf('sweep-verified')).toBe('posted')
  expect(await stateOf('sweep-failed')).toBe('voided')
  expect(await stateOf('sweep-open')).toBe('held')
  expect(await stateOf('sweep-unknown')).toBe('held')

  await finishReservations(billing.deps, options, after(601))
  expect(await stateOf('sweep-open')).toBe('held')
  expect(await stateOf('sweep-unknown')).toBe('voided')
  outcomes.set(runId('sweep-open'), { outcome: 'failed' })
  await finishReservations(billing.deps, options, after(662))
  expect(await stateOf('sweep-open')).toBe('voided')
})

test('one run whose outcome cannot be learned does not keep the others open', async () => {
  const account = accountId('unreachable')
  await grant(billing.deps, account, 100)
  await reserve(account, 'reachable')
  await reserve(account, 'unreachable')
  const deps = {
    ...billing.deps,
    readOutcome: async (run: string): Promise<RunOutcome> => {
      if (run === runId('unreachable')) throw new Error('no one answers')
      return { outcome: 'failed' }
    },
  }
  await expect(finishReservations(deps, options, after(60))).rejects.toThrow('1 of 2 reservations')
  expect(await stateOf('reachable')).toBe('voided')
  expect(await stateOf('unreachable')).toBe('held')
})

test('what is left of an expired grant goes back, also what a voided run puts on it afterwards', async () => {
  const account = accountId('expiry')
  await grant(billing.deps, account, 30, { source: 'promo', expiresAt: after(120).toISOString() })
  await grant(billing.deps, account, 50, { commandId: 'expiry-lasting' })
  await reserve(account, 'expiry')
  expect(await sweepExpiredCreditGrants(billing.deps, after(119))).toBe(0)
  expect(await sweepExpiredCreditGrants(billing.deps, after(120))).toBe(1)
  await voidReservation(billing.deps, { runId: runId('expiry'), accountId: account }, null, after(121))
  expect(await sweepExpiredCreditGrants(billing.deps, after(122))).toBe(1)
  expect(await sweepExpiredCreditGrants(billing.deps, after(123))).toBe(0)
  const { available_micros, grants } = await send(
    handleReadBalance(billing.deps),
    { accountId: account },
    { now: after(124) },
  )
  expect(available_micros).toBe('500000')
  expect(grants).toHaveLength(1)
  const { rows } = await billing.deps.pool.query<{ back: string }>(
    `select sum(amount_micros)::text as back from transfer where kind = 'grant_expiry' and credit_account = 'promo'`,
  )
  expect(rows[0]?.back).toBe('300000')
})

test('after all this the ledger sums to zero and every account has what the ledger says', async () => {
  expect(await readLedgerTotals(billing.deps.db)).toMatchObject({ sumMicros: '0' })
  expect(await readDriftingAccounts(billing.deps.db)).toEqual([])
})
