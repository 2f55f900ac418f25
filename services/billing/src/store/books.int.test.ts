import fc from 'fast-check'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { accountId, grant, runId, send, testBilling, testNow, verifiedRun } from '../testing/open-billing.ts'
import { handleReserveRun } from '../handlers/reserve-run.ts'
import { chargeVerifiedRun } from '../flows/charge-verified-run.ts'
import { voidReservation } from '../flows/void-reservation.ts'
import { sweepExpiredCreditGrants } from '../sweepers/expire-credit-grants.ts'
import { readDriftingAccounts, readLedgerTotals } from './balances.ts'

const { open } = await testBilling()
const one = open({ included: 1 })
const two = open({ included: 1 })

/** Every charge of every run; a run in it twice would be two. */
async function chargesOf(run: string): Promise<bigint | undefined> {
  const { rows } = await one.deps.pool.query<{ charges: bigint }>(
    `select count(*) as charges from transfer where reference = $1 and kind = 'post_verification'`,
    [run],
  )
  return rows[0]?.charges
}

type Act = {
  act: 'reserve' | 'verify' | 'void' | 'grant' | 'expire'
  account: number
  run: number
  later: number
}

const acts = fc.array(
  fc.record({
    act: fc.constantFrom<Act['act'][]>('reserve', 'reserve', 'verify', 'void', 'grant', 'expire'),
    account: fc.integer({ min: 0, max: 1 }),
    run: fc.integer({ min: 0, max: 4 }),
    later: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 8, maxLength: 24 },
)

test('two instances that do everything at once keep the books of every account', async () => {
  let sequence = 0
  await fc.assert(
    fc.asyncProperty(acts, async (plan) => {
      sequence += 1
      const instances = [one, two].map((billing) => ({ ...billing, reserve: handleReserveRun(billing.deps) }))
      const runs = new Set<string>()
      await Promise.all(
        plan.map(async ({ act, account, run, later }, index) => {
          const { deps, reserve } = instances[index % 2] as (typeof instances)[number]
          const owner = accountId(`books ${sequence} ${account}`)
          const name = `books ${sequence} ${account} ${run}`
          const now = new Date(testNow.getTime() + later * 1_000)
          runs.add(runId(name))
          switch (act) {
            case 'reserve': {
              const input = {
                runId: runId(name),
                accountId: owner,
                freeTextCompiles: later,
                keyId: null,
                useCase: 'dataset',
              }
              const answer = send(reserve, input, { now })
              await answer.catch(async () =>
                expect((await refusalOfPending(answer)).code).toBe('credits_required'),
              )
              break
            }
            case 'verify':
              await chargeVerifiedRun(deps, verifiedRun(name, owner), null, now)
              break
            case 'void':
              await voidReservation(deps, { runId: runId(name), accountId: owner }, null, now)
              break
            case 'grant': {
              const expiresAt = new Date(testNow.getTime() + 1 + run * 500).toISOString()
              await grant(deps, owner, 20, { source: 'promo', expiresAt, commandId: `${sequence} ${index}` })
              break
            }
            case 'expire':
              await sweepExpiredCreditGrants(deps, now)
              break
            default:
              act satisfies never
          }
        }),
      )
      expect(await readDriftingAccounts(one.deps.db)).toEqual([])
      expect(await readLedgerTotals(one.deps.db)).toMatchObject({ sumMicros: '0' })
      for (const run of runs) expect(await chargesOf(run)).toBeLessThanOrEqual(1n)
    }),
    { numRuns: 25 },
  )
})

test('an account whose funds are not what the ledger says is found', async () => {
  const owner = accountId('drifting')
  await grant(one.deps, owner, 10)
  await one.deps.pool.query('update account_funds set available_micros = 1 where account_id = $1', [owner])
  expect(await readDriftingAccounts(one.deps.db)).toEqual([owner])
})
