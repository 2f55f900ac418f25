import { AmountCents } from '@outturn/contracts'
import { centsToMicros } from '@outturn/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handleReadUsage } from '../handlers/read-usage.ts'
import { handleReserveRun } from '../handlers/reserve-run.ts'
import { onSpoolRunFailed } from '../reactions/spool-run-failed.ts'
import { onSpoolVerified } from '../reactions/spool-verified.ts'
import {
  accountId,
  eventId,
  runId,
  send,
  testBilling,
  testNow,
  verifiedRun,
} from '../testing/open-billing.ts'
import { handleGrantCredits } from '../handlers/grant-credits.ts'
import { readDriftingAccounts, readLedgerTotals } from './balances.ts'

const { open } = await testBilling()
const largestAmountCents = Number(AmountCents.maxValue)
const largestMicros = centsToMicros(BigInt(largestAmountCents))
const billing = open({
  prices: { pricingVersion: '2026-01', verificationMicros: 0n, compileMicros: largestMicros },
})
const { deps } = billing

function contextOf(name: string) {
  return { id: eventId(name), attempt: 1, now: testNow, traceContext: {} }
}

async function grantMicros(account: string, cents: number): Promise<void> {
  const input = {
    accountId: account,
    amountCents: cents,
    source: 'operator' as const,
    expiresAt: null,
    reference: null,
    note: '',
  }
  await send(handleGrantCredits(deps), input, { commandId: `grant ${account}` })
}

/** Holds what one run costs, then charges it or gives it back. */
async function passThrough(account: string, name: string, ending: 'charge' | 'release', earnedCents: number) {
  await send(handleReserveRun(deps), {
    runId: runId(name),
    accountId: account,
    freeTextCompiles: 1,
    keyId: null,
    useCase: 'dataset',
  })
  const { runId: run, spoolId, at } = verifiedRun(name, account)
  if (ending === 'charge') {
    const facts = verifiedRun(name, account, { earnedCents })
    await onSpoolVerified(deps).handle(facts, contextOf(`${name} verified`))
  } else {
    const payload = { runId: run, spoolId, accountId: account, at, code: 'checker_error' }
    await onSpoolRunFailed(deps).handle(payload, contextOf(`${name} failed`))
  }
}

const amounts = fc.oneof(fc.constant(largestAmountCents), fc.integer({ min: 1, max: largestAmountCents }))
const endings = fc.array(fc.tuple(fc.constantFrom('charge' as const, 'release' as const), amounts), {
  minLength: 1,
  maxLength: 8,
})

test('holds, charges and releases of the largest amount leave a ledger that sums to zero and holds nothing', async () => {
  let round = 0
  await fc.assert(
    fc.asyncProperty(endings, async (runs) => {
      round += 1
      const account = accountId(`round ${round}`)
      await grantMicros(account, largestAmountCents * runs.length)
      for (const [index, [ending, cents]] of runs.entries()) {
        await passThrough(account, `round ${round} run ${index}`, ending, cents)
      }
      const charged = runs.filter(([ending]) => ending === 'charge')
      const totals = await readLedgerTotals(deps.db)
      expect([totals.sumMicros, totals.openReservations]).toEqual(['0', 0])
      const usage = await send(handleReadUsage(deps), { accountId: account, periodDays: 30 })
      expect(usage.totals.earned_micros).toBe(
        String(centsToMicros(charged.reduce((sum, [, cents]) => sum + BigInt(cents), 0n))),
      )
      expect(usage.totals.fees_accrued_micros).toBe(String(largestMicros * BigInt(charged.length)))
    }),
    { numRuns: 10 },
  )
  expect(await readDriftingAccounts(deps.db)).toEqual([])
})

test('a hundred of the largest amounts are summed up exactly, in usage and in the books', async () => {
  const accounts = Array.from({ length: 2 }, (_, index) => accountId(`hundred ${index}`))
  for (const account of accounts) await grantMicros(account, largestAmountCents * 50)
  const before = await readLedgerTotals(deps.db)
  await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      passThrough(accounts[index % 2] as string, `hundred run ${index}`, 'charge', largestAmountCents),
    ),
  )
  const after = await readLedgerTotals(deps.db)
  const revenueOf = ({ accounts: kinds }: typeof after) =>
    BigInt(kinds.find(({ account }) => account === 'revenue:compile')?.balanceMicros ?? 0)
  expect(revenueOf(after) - revenueOf(before)).toBe(100n * largestMicros)
  expect([after.sumMicros, after.openReservations]).toEqual(['0', 0])
  const usage = await send(handleReadUsage(deps), { accountId: accounts[0] as string, periodDays: 30 })
  expect(usage.totals.earned_micros).toBe(String(50n * largestMicros))
})

test('a verified run of an amount that was agreed on before there was a limit is booked, and its hold ends', async () => {
  const account = accountId('of before')
  await grantMicros(account, largestAmountCents)
  await passThrough(account, 'of before', 'charge', Number.MAX_SAFE_INTEGER)
  const usage = await send(handleReadUsage(deps), { accountId: account, periodDays: 30 })
  expect(usage.totals.earned_micros).toBe('90071992547409910000')
  expect((await readLedgerTotals(deps.db)).openReservations).toBe(0)
})
