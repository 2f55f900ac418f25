import {
  buyPackByMpp,
  CreditsRequired,
  grantCredits,
  readBalance,
  readRunOutcome,
  readTrialBalance,
  readUsage,
  reserveRun,
  setAllowance,
  spoolRunFailed,
  spoolVerified,
} from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { appendOutbox, onPool, outboxBacklog, outboxRow } from '@outturn/postgres'
import { randomIds } from '@outturn/service'
import { openService } from '@outturn/testkit/service'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { expect, test, vi } from 'vitest'
import { askRunOutcome } from './adapters/spool.ts'
import { accountId, runId, verifiedRun } from './testing/open-billing.ts'
import { billingService } from './service.ts'

const { running, connect, poolOf } = await openService(billingService, {
  variables: {
    OUTTURN_ALLOWANCE_VERIFICATIONS: '0',
    OUTTURN_MPP_SECRET: 'a secret of at least thirty-two characters',
    OUTTURN_STRIPE_SECRET_KEY: 'sk_test_never_used',
    OUTTURN_STRIPE_NETWORK_ID: 'profile_1',
  },
  beside: ['spool'],
})
const spoolPool = poolOf('spool')
const operator = await connect('operator')
const gateway = await connect('gateway')
const spool = await connect('spool')
spool.startRelay({ pool: spoolPool })

let requests = 0
function asking(name: string) {
  requests += 1
  const principal = { kind: 'service', service: name } as const
  return { principal, requestId: 'req_test', commandId: `cmd_${requests}`, deadline: Date.now() + 50_000 }
}

const reserve = (account: string, name: string, bus = spool) =>
  bus.request(
    reserveRun,
    { runId: runId(name), accountId: account, freeTextCompiles: 0, keyId: null, useCase: 'dataset' },
    asking('spool'),
  )

const balanceOf = (account: string) => gateway.request(readBalance, { accountId: account }, asking('gateway'))

async function grant(account: string, amountCents: number): Promise<void> {
  const input = {
    accountId: account,
    amountCents,
    source: 'operator' as const,
    expiresAt: null,
    reference: null,
    note: 'test',
  }
  const reply = await operator.request(grantCredits, input, asking('operator'))
  expect(grantCredits.output.parse(reply).amountMicros).toBe(`${amountCents}0000`)
}

test('a verified and a failed run, told by the Spool service, end their reservations and are confirmed to it', async () => {
  const account = accountId('bus')
  await grant(account, 30)
  await Promise.all([reserve(account, 'bus-verified'), reserve(account, 'bus-failed')])
  expect(await balanceOf(account)).toMatchObject({ available_micros: '100000', held_micros: '200000' })

  const origin = () => ({ id: randomIds.newUuid(), now: new Date() })
  const environment = 'production'
  const run = { ...verifiedRun('bus-verified', account), at: new Date().toISOString() }
  const { spoolId, at } = run
  const failure = { runId: runId('bus-failed'), spoolId, accountId: account, at, code: 'checker_error' }
  const verified = outboxRow({ environment, event: spoolVerified, payload: run }, origin())
  const failed = outboxRow({ environment, event: spoolRunFailed, payload: failure }, origin())
  await appendOutbox(onPool(spoolPool), [verified, failed])
  await spoolPool.query('update outbox set due_at = now()')

  await vi.waitFor(async () => expect((await outboxBacklog(spoolPool)).waiting).toBe(0), 60_000)
  expect(await balanceOf(account)).toMatchObject({ available_micros: '200000', held_micros: '0' })
  const usage = await gateway.request(readUsage, { accountId: account, periodDays: 1 }, asking('gateway'))
  expect(usage.totals).toMatchObject({ totalRuns: 1, fees_accrued_micros: '100000', pass_rate: 1 })
})

test('a run that the funds do not cover is refused with the whole 402 body', async () => {
  const account = accountId('bus without funds')
  const refusal = await refusalOfPending(reserve(account, 'bus-refused'))
  expect(refusal.code).toBe('credits_required')
  const { quote } = CreditsRequired.parse(refusal.options.details)
  expect(quote).toMatchObject({ maximum_micros: '100000', amount_due_micros: '100000' })
})

test('the demo environment charges nothing and sees none of the other one', async () => {
  const demo = await connect('spool', 'demo')
  expect(await reserve(accountId('bus'), 'bus-verified', demo)).toMatchObject({ coveredBy: 'free' })
  const demoOperator = await connect('operator', 'demo')
  const totals = await demoOperator.request(readTrialBalance, {}, asking('operator'))
  expect(totals).toEqual({ sumMicros: '0', accounts: [], openReservations: 0 })
})

test('packs are sold in production and not in the demo environment', async () => {
  const demo = await connect('gateway', 'demo')
  const request = { pack_cents: 500 as const }
  const buyFrom = (bus: typeof gateway) =>
    bus.request(
      buyPackByMpp,
      { accountId: accountId('bus pack'), request, credential: null },
      asking('gateway'),
    )
  const offered = await refusalOfPending(buyFrom(gateway))
  expect([offered.code, offered.options.headers?.['www-authenticate']]).toEqual([
    'payment_required_mpp',
    expect.stringMatching(/^Payment id="/),
  ])
  const refused = await refusalOfPending(buyFrom(demo))
  expect([refused.code, refused.options.reason]).toEqual(['not_found', 'payment_lane_off'])
})

test('an operator reads a ledger that sums to zero and sets an allowance', async () => {
  const account = accountId('bus allowance')
  const input = { accountId: account, verificationRuns: 1, freeTextCompiles: 0 }
  await operator.request(setAllowance, input, asking('operator'))
  expect(await reserve(account, 'bus-allowance')).toMatchObject({ coveredBy: 'allowance' })
  const totals = await operator.request(readTrialBalance, {}, asking('operator'))
  expect(totals).toMatchObject({ sumMicros: '0', openReservations: 1 })
})

test('billing may ask the Spool service how a run ended, and learns it when no one answers', async () => {
  const asker = await connect('billing')
  const unanswered = askRunOutcome(asker, runId('bus-asked'), new Date())
  expect(await refusalOfPending(unanswered)).toMatchObject({ code: 'configuration_unavailable' })
  await spool.serve([on(readRunOutcome, async () => ({ outcome: 'open' as const }))])
  expect(await askRunOutcome(asker, runId('bus-asked'), new Date())).toEqual({ outcome: 'open' })
})

test('it is ready under the permissions of a deployment', async () => {
  const response = await fetch(`http://127.0.0.1:${running.internalPort}/readyz`)
  expect(await response.json()).toEqual({ status: 'ready', failing: [] })
})
