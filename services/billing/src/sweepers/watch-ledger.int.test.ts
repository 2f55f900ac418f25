import { createLog, createMetrics } from '@outturn/service'
import { expect, test } from 'vitest'
import { accountId, grant, testBilling } from '../testing/open-billing.ts'
import { reportLedger, watchLedger } from './watch-ledger.ts'

const { open } = await testBilling()
const { deps } = open()

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
