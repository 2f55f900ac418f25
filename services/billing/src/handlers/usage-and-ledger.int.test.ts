import fc from 'fast-check'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { chargeVerifiedRun } from '../flows/charge-verified-run.ts'
import { voidReservation } from '../flows/void-reservation.ts'
import {
  accountId,
  grant,
  policyId,
  runId,
  send,
  testBilling,
  testNow,
  verifiedRun,
} from '../testing/open-billing.ts'
import { handleChargeCompile } from './charges/charge-compile.ts'
import { handleReadUsage } from './read-usage.ts'
import { handleReserveRun } from './reserve-run.ts'

const { open } = await testBilling()
const billing = open({ included: 2 })
const dayMs = 86_400_000

type Act = {
  act: 'reserve' | 'verify' | 'void' | 'compile'
  run: number
  /** Days before now; below zero is what a clock that is ahead says. */
  age: number
  useCase: string
}

const acts = fc.array(
  fc.record({
    act: fc.constantFrom<Act['act'][]>('reserve', 'reserve', 'verify', 'verify', 'void', 'compile'),
    run: fc.integer({ min: 0, max: 6 }),
    age: fc.integer({ min: -1, max: 5 }),
    useCase: fc.constantFrom('dataset', 'url', 'policy'),
  }),
  { minLength: 6, maxLength: 20 },
)

/** What the ledger took of this account, by the run or the compile that it took it for. */
async function revenueOf(account: string): Promise<Map<string, bigint>> {
  const { rows } = await billing.deps.pool.query<{ reference: string; micros: string }>(
    `select reference, sum(amount_micros)::text as micros from transfer
     where credit_account like 'revenue:%' and debit_account = $1 group by reference`,
    [`customer:${account}:held`],
  )
  return new Map(rows.map(({ reference, micros }) => [reference, BigInt(micros)]))
}

/** Sums what the ledger took for each of these, by its day. */
function byDay(revenue: ReadonlyMap<string, bigint>, dates: ReadonlyMap<string, string>) {
  const days = new Map<string, bigint>()
  for (const [reference, micros] of revenue) {
    const date = dates.get(reference) ?? 'never'
    days.set(date, (days.get(date) ?? 0n) + micros)
  }
  return days
}

const sum = (amounts: readonly string[]) => amounts.reduce((total, micros) => total + BigInt(micros), 0n)

test('days, totals, use cases and recent runs of usage are what the ledger took, to the micro', async () => {
  let sequence = 0
  await fc.assert(
    fc.asyncProperty(acts, async (plan) => {
      sequence += 1
      const owner = accountId(`usage and ledger ${sequence}`)
      await grant(billing.deps, owner, 60)
      const dates = new Map<string, string>()
      for (const [index, { act, run, age, useCase }] of plan.entries()) {
        const name = `usage and ledger ${sequence} ${run}`
        const at = new Date(testNow.getTime() - age * dayMs)
        switch (act) {
          case 'reserve': {
            const input = {
              runId: runId(name),
              accountId: owner,
              freeTextCompiles: run % 3,
              keyId: null,
              useCase: 'dataset',
            }
            const answer = send(handleReserveRun(billing.deps), input)
            await answer.catch(async () =>
              expect((await refusalOfPending(answer)).code).toBe('credits_required'),
            )
            break
          }
          case 'verify': {
            const facts = { at: at.toISOString(), useCase }
            await chargeVerifiedRun(billing.deps, verifiedRun(name, owner, facts), null, testNow)
            if (!dates.has(runId(name))) dates.set(runId(name), facts.at.slice(0, 10))
            break
          }
          case 'void':
            await voidReservation(billing.deps, { runId: runId(name), accountId: owner }, null, testNow)
            break
          case 'compile': {
            const compileId = policyId(`${name} ${index}`)
            const answer = send(
              handleChargeCompile(billing.deps),
              { compileId, accountId: owner, keyId: null },
              { now: new Date(testNow.getTime() - Math.abs(age) * dayMs) },
            )
            const charged = await answer.then(
              () => true,
              () => false,
            )
            if (charged) {
              const day = new Date(testNow.getTime() - Math.abs(age) * dayMs)
              dates.set(compileId, day.toISOString().slice(0, 10))
            }
            break
          }
          default:
            act satisfies never
        }
      }

      const usage = await send(handleReadUsage(billing.deps), { accountId: owner, periodDays: 4 })
      const revenue = await revenueOf(owner)
      const taken = byDay(revenue, dates)
      for (const { date, fees_accrued_micros: fees } of usage.days) {
        expect(`${date} ${fees}`).toBe(`${date} ${taken.get(date) ?? 0n}`)
      }
      for (const part of ['days', 'use_cases'] as const) {
        expect(sum(usage[part].map((each) => each.fees_accrued_micros))).toBe(
          BigInt(usage.totals.fees_accrued_micros),
        )
        expect(sum(usage[part].map((each) => each.earned_micros))).toBe(BigInt(usage.totals.earned_micros))
        expect(usage[part].reduce((runs, each) => runs + each.totalRuns, 0)).toBe(usage.totals.totalRuns)
      }
      expect(usage.recent).toHaveLength(usage.totals.totalRuns)
      for (const { verification_run_id: run, fee_micros: fee } of usage.recent) {
        expect(fee).toBe(String(revenue.get(run) ?? 0n))
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
