import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditGrantTerms, fundsWith, including, now } from '../../testing/sample-funds.ts'
import { toBalanceView } from '../ledger/balance.ts'
import { creditsRequired } from './credits-required.ts'
import { runWork } from '../tariff/price-list.ts'
import { priceOfRun } from './price-run.ts'

const counts = fc.integer({ min: 0, max: 4 })
const anyFunds = fc
  .array(
    fc.record({
      micros: fc.bigInt({ min: 1n, max: 300_000n }),
      secondsLeft: fc.option(fc.integer({ min: -1, max: 1 })),
    }),
    { maxLength: 4 },
  )
  .map((grants) =>
    fundsWith(
      ...grants.map(({ micros, secondsLeft }, index): [ReturnType<typeof creditGrantTerms>, bigint] => {
        const expiresAt = secondsLeft === null ? null : new Date(now.getTime() + secondsLeft * 1_000)
        return [creditGrantTerms(`crg_${index}`, { expiresAt }), micros]
      }),
    ),
  )

test('the refusal, the balance and the price of a run say the same numbers, whatever the funds', () => {
  fc.assert(
    fc.property(anyFunds, counts, counts, counts, counts, (funds, runs, compiles, used, freeTextCompiles) => {
      const terms = including(runs, compiles)
      const spent = { ...funds, used: { month: '2026-01', verifications: used, compiles: used } }
      const work = runWork({ freeTextCompiles })
      const refusal = creditsRequired(
        spent,
        work,
        terms,
        { publicUrl: 'https://outturn.example', packRails: [], network: 'eip155:8453' },
        now,
      )
      const body = refusal.options.details as Record<string, never>
      const balance = toBalanceView(
        spent,
        { heldMicros: 0n, originalMicros: new Map(), pending: [] },
        terms.includedByDefault,
        now,
      )
      const price = priceOfRun(spent, { freeTextCompiles }, terms, now)

      expect(body).toMatchObject({
        allowance: balance.allowance,
        balance: { available_micros: balance.available_micros },
        available_balance_micros: balance.available_micros,
        available_balance_usd: balance.available_usd,
        required_for_request_micros: price.totalMicros,
        included_remaining: {
          verification_runs: balance.allowance.verification.remaining,
          free_text_compiles: balance.allowance.compile.remaining,
          resets_on: balance.allowance.period_end,
        },
        quote: { amount_due_micros: price.totalMicros },
      })
      expect(price.coveredBy === 'nothing').toBe(BigInt(price.totalMicros) > BigInt(balance.available_micros))
    }),
  )
})
