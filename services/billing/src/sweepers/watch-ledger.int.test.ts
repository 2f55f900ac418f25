import { createLog, createMetrics } from '@outturn/service'
import { createPool } from '@outturn/postgres'
import { patientPool } from '@outturn/testkit'
import { afterAll, expect, test } from 'vitest'
import { accountId, grant, testBilling } from '../testing/open-billing.ts'
import { readDriftingAccounts } from '../store/balances.ts'
import { foldLedger, readLedgerSum } from '../store/ledger/folded-ledger.ts'
import { auditLedger, reportLedger, watchLedger } from './watch-ledger.ts'

const { open, urlOf } = await testBilling()
const { deps } = open()
const owned = createPool({
  connectionString: urlOf('outturn_billing_owner'),
  schema: 'billing',
  applicationName: 'test',
  ...patientPool,
})
afterAll(() => owned.end())

test('an account whose funds are not what the ledger says is told at the next scrape', async () => {
  const account = accountId('drifting')
  await grant(deps, account, 100)
  const metrics = createMetrics({ service: 'billing' })
  const report = reportLedger(metrics, createLog('billing', { level: 'silent' }), 'production')
  const told = async () => {
    await watchLedger(deps, report)
    const { body } = await metrics.expose()
    return ['ledger_sum_micros', 'ledger_drifting_accounts'].map(
      (name) => new RegExp(`^outturn_${name}\\{.*\\} (.*)$`, 'm').exec(body)?.[1],
    )
  }
  expect(await told()).toEqual(['0', '0'])
  const move = 'update account_funds set available_micros = available_micros + $2 where account_id = $1'
  await deps.pool.query(move, [account, 1])
  expect(await told()).toEqual(['0', '1'])
  await deps.pool.query(move, [account, -1])
  expect(await told()).toEqual(['0', '0'])
})

test('what is folded is added up no more, and the watch says the same; a transfer that was changed later is found by the audit', async () => {
  const account = accountId('folded')
  await grant(deps, account, 100)
  // Noted by the first, folded by the second.
  for (let turn = 0; turn < 2; turn += 1) await expect.poll(foldsOn).toBe(true)
  await grant(deps, accountId('since'), 50)
  const { rows } = await deps.pool.query(
    'select (select count(*)::int from transfer where id > folded_upto) as since from ledger_horizon',
  )
  expect(rows).toEqual([{ since: 1 }])
  expect([await readLedgerSum(deps.db), await readDriftingAccounts(deps.db)]).toEqual([0n, []])
  expect(await auditLedger(deps, () => {})).toBe(0)
  await owned.query('update transfer set amount_micros = amount_micros + 1 where credit_account = $1', [
    `customer:${account}:available`,
  ])
  expect(await auditLedger(deps, () => {})).toBe(2)
})

test('a transfer that is committed after others with a higher id is not left out', async () => {
  const late = await deps.pool.connect()
  await late.query('begin')
  const [early, account] = [accountId('late'), accountId('early')]
  await late.query(
    `insert into transfer (kind, idempotency_key, debit_account, credit_account, amount_micros, reference, at)
     values ('grant', 'late', 'promo', $1, 7, 'late', now())`,
    [`customer:${early}:available`],
  )
  await grant(deps, account, 100)
  for (let turn = 0; turn < 3; turn += 1) await foldLedger(deps.db)
  await late.query('commit')
  late.release()
  expect(await readDriftingAccounts(deps.db)).toContain(early)
})

/** Whether the ledger could be folded: no transaction was under way that had begun when it was noted. */
async function foldsOn(): Promise<boolean> {
  const noted = async () => (await deps.pool.query('select noted_at from ledger_horizon')).rows[0].noted_at
  const before: Date = await noted()
  await foldLedger(deps.db)
  return (await noted()) > before
}
