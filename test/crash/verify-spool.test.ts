import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SpoolView, VerifiedSpool } from '@outturn/contracts'
import { type RunningStripe, startStripe } from '@outturn/local-servers'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { type FailPoint, failPoints, paymentFailPoints, sandboxFailPoints } from '@outturn/service'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { startPayments } from '../system/local-payments.ts'
import { startSystem, type System } from '../system/running-system.ts'
import { oneOfEach, readAccountRecords } from './books.ts'
import { testKillsOfCases } from './casework/kill-tests.ts'
import { openShop, type Shop } from './casework/shop.ts'
import { isThorough, layout } from './layout.ts'
import { type Acknowledged, type Action, persistentCall } from './persistent-call.ts'
import { cardCall, type PaidCall, paidCall, type WalletCall } from './paid-call.ts'
import { readMoney } from './read-back.ts'
import { brokenReplacements, issueHalf, type Superseded, supersede } from './superseding.ts'

// Two parties agree, work is evidenced, and the process that verifies it ends at one recorded step after another. A wallet pays for
// calls while the process that takes its payments does. In the end a process dies with the receipts signed that take the place of others.

type Verified = { point: FailPoint; answer: Acknowledged }

const grantedCents = 100_000
const priceMicros = 100_000n
const eventually = { timeout: 60_000, interval: 500 }
const armedFolder = mkdtempSync(join(tmpdir(), 'outturn-armed-'))
/** Clients that go on with their keys on the side, whatever ends meanwhile. */
const verifying: Promise<Verified>[] = []
let verified: Verified[] = []
const paying: Promise<WalletCall>[] = []
let paid: WalletCall[] = []
let byCard: Promise<PaidCall> | undefined
let payments: Awaited<ReturnType<typeof startPayments>>
let superseding: Promise<Superseded[]> = Promise.resolve([])
let system: System
let operator: Operator
let buyer: Account
let provider: Account
let corrector: Account
let stripe: RunningStripe
let shop: Shop

beforeAll(async () => {
  const ofTest = { OUTTURN_DEPLOYMENT: 'test', OUTTURN_FAIL_POINTS_DIR: armedFolder }
  ;[payments, stripe, shop] = await Promise.all([startPayments(), startStripe(), openShop()])
  system = await startSystem(layout, {
    gateway: ofTest,
    spool: ofTest,
    verification: ofTest,
    signing: ofTest,
    billing: {
      ...ofTest,
      ...payments.settings,
      OUTTURN_MPP_SECRET: 'authenticates the challenges of these tests',
      OUTTURN_STRIPE_SECRET_KEY: stripe.secretKey,
      OUTTURN_STRIPE_NETWORK_ID: stripe.networkId,
      OUTTURN_STRIPE_URL: stripe.url,
      OUTTURN_RESERVATION_CHECK_MS: '2000',
      OUTTURN_RESERVATION_GIVE_UP_MS: '5000',
    },
    fetcher: { OUTTURN_FETCH_ALLOW_ADDRESSES: '127.0.0.0/8', OUTTURN_FETCH_PORTS: String(shop.port) },
  })
  operator = await connectOperator(system.file())
  buyer = await operator.openAccount({ cents: grantedCents })
  provider = await operator.openAccount()
  corrector = await operator.openAccount({ cents: grantedCents })
})

afterAll(async () => {
  await operator?.close()
  await system?.stop()
  await payments?.stop()
  await stripe?.stop()
  shop?.close()
  rmSync(armedFolder, { recursive: true, force: true })
})

const call = (action: Action) => persistentCall(system.baseUrl, action)

/** An accepted Spool with evidence, that its buyer still has to confirm. */
async function evidencedSpool(name: string): Promise<SpoolView> {
  const by = ({ apiKey }: Account, path: string, step: string, body: unknown = {}) =>
    call({ apiKey, path: `/api/v1/spools${path}`, key: `${name} ${step}`, body })
  const made = await by(buyer, '', 'create', {
    parties: [
      { role: 'buyer', kind: 'org', display_name: 'Meridian Data', account_id: buyer.accountId },
      { role: 'provider', kind: 'agent', display_name: 'LeadBot', account_id: provider.accountId },
    ],
    value: { amount_cents: 200, currency: 'USD' },
    deliverable: { type: 'leads', title: 'Leads', description: 'Two leads', attributes: {} },
    terms: [{ text: 'Two leads with email.', provenance: { source: 'freeform' } }],
    conditions: [
      {
        description: 'Every row has email.',
        required: true,
        verification_method: 'deterministic',
        deterministic_check: { checker: 'completeness', required_fields: ['email'] },
      },
      { description: 'The buyer likes it.', required: true, verification_method: 'human_confirmed' },
    ],
  })
  const spool = JSON.parse(made.text) as SpoolView
  await by(provider, `/${spool.id}/accept`, 'accept')
  const delivered = await by(provider, `/${spool.id}/evidence`, 'evidence', {
    condition_id: spool.conditions[0]?.id,
    type: 'dataset',
    source: 'crm',
    metadata: { rows: [{ email: 'a@example.com' }, { email: 'b@example.com' }] },
  })
  return JSON.parse(delivered.text) as SpoolView
}

function verification(spool: SpoolView, key: string): Action {
  const word = {
    condition_id: spool.conditions[1]?.id,
    method: 'buyer_confirm',
    outcome: 'passed',
    evidence_refs: spool.evidence.map(({ id }) => id),
  }
  return {
    apiKey: buyer.apiKey,
    path: `/api/v1/spools/${spool.id}/verify`,
    key,
    body: { confirmations: [word] },
  }
}

const soon = { timeout: 60_000, interval: 20 }

/**
 * What billing, verification and signing are asked for a run does not say how its Spool came to be: one-call.test.ts ends them. The
 * gateway and the Spool's own service have other commands for an agreed Spool.
 */
const points = isThorough ? failPoints : failPoints.filter((point) => /^(gateway|spool)\./.test(point))

test.each(points)('a process ends at %s while a Spool is verified', async (point) => {
  const spool = await evidencedSpool(point)
  const ending = system.watch(point.slice(0, point.indexOf('.')))
  const armed = arm(point)
  verifying.push(call(verification(spool, `${point} verify`)).then((answer) => ({ point, answer })))
  await vi.waitFor(() => expect(existsSync(armed)).toBe(false), soon)
  await ending.replaced()
})

test.each(paymentFailPoints)('a process ends at %s while a call is paid for', async (point) => {
  const ending = system.watch('billing')
  const armed = arm(point)
  paying.push(paidCall(system.baseUrl, payments.chain, point))
  await vi.waitFor(() => expect(existsSync(armed)).toBe(false), soon)
  await ending.replaced()
})

const brief = { source: '2 leads at $2.50 each. Every row has "email".', fields: ['email'] }
/** Between the two commands; the others are as those of one command. */
const compilePoints = isThorough
  ? sandboxFailPoints
  : sandboxFailPoints.filter((point) => /after-reading|before-making/.test(point))
/** Texts that the sandbox was making a Spool of when the gateway ended, each of a session of its own. */
const compiling: Promise<{ point: FailPoint; answer: Acknowledged }>[] = []

async function openSession(): Promise<string> {
  const response = await fetch(`${system.baseUrl}/api/sandbox/session`, { method: 'POST' })
  return ((await response.json()) as { token: string }).token
}

test.each(compilePoints)('the gateway ends at %s while the sandbox compiles a text', async (point) => {
  const apiKey = await openSession()
  const ending = system.watch('gateway')
  const armed = arm(point)
  const action = { apiKey, path: '/api/sandbox/compile', key: point, body: brief }
  compiling.push(call(action).then((answer) => ({ point, answer })))
  await vi.waitFor(() => expect(existsSync(armed)).toBe(false), soon)
  await ending.replaced()
})

const allAtOnce = 'everything that knows of the charge ends'

test('billing, Postgres and NATS with its store end while the charges of a wallet and a card are not answered', async () => {
  const before = payments.settles()
  payments.failNext('late_answer')
  stripe.failNext('held_after')
  const { apiKey } = provider
  paying.push(paidCall(system.baseUrl, payments.chain, allAtOnce))
  byCard = cardCall(system.baseUrl, stripe, { apiKey, packCents: 500, fault: allAtOnce })
  await vi.waitFor(
    () => expect([payments.settles() > before, stripe.intents().length]).toEqual([true, 1]),
    soon,
  )
  const { replaced } = system.kill('billing', 'postgres', 'nats')
  renameSync(join(system.home, 'nats'), join(system.home, 'nats-lost'))
  stripe.release()
  await replaced()
})

const corrections = ['first', 'second', 'third']

test('a process ends with a new receipt signed and the old one corrected, before the Spool knows of it', async () => {
  const { apiKey } = corrector
  const issued = await Promise.all(corrections.map((name) => issueHalf(system, apiKey, name)))
  const armed = arm('spool.after-receipt')
  superseding = Promise.all(issued.map((each) => supersede(system, apiKey, each)))
  await vi.waitFor(() => expect(existsSync(armed)).toBe(false), soon)
})

/** The next process that comes by this point ends there, and the file that says so is gone. */
function arm(point: FailPoint): string {
  const armed = join(armedFolder, point)
  writeFileSync(armed, '')
  return armed
}

const resultOf = ({ text }: Acknowledged) => JSON.parse(text) as VerifiedSpool

describe('afterwards', () => {
  beforeAll(async () => {
    verified = await Promise.all(verifying)
    paid = await Promise.all(paying)
    // The process that these ended is back: what a request meets now is no fault any more.
    await superseding
  }, 100_000)

  test('every Spool was verified, and no fault showed as anything but a retryable refusal', () => {
    expect(verified.map(({ point }) => point)).toEqual([...points])
    for (const { point, answer } of verified) {
      expect(answer.wrongAnswers, point).toEqual([])
      expect(resultOf(answer), point).toMatchObject({
        status: { verification: 'pass', outcome: 'completed' },
        earned_cents: 200,
      })
    }
  })

  test('a retry with the same key gets the same bytes and says that it is one', async () => {
    const changed: unknown[] = []
    for (const { point, answer } of verified) {
      const again = await call(answer.action)
      if (!again.isReplayed || again.text !== answer.text) changed.push({ point, text: again.text })
    }
    expect(changed).toEqual([])
  })

  test('the word that came along was kept once, and the history is told once', async () => {
    const wrong: unknown[] = []
    for (const { point, answer } of verified) {
      const { id } = resultOf(answer)
      const headers = { authorization: `Bearer ${buyer.apiKey}` }
      const read = async <T>(path: string) =>
        (await (await fetch(`${system.baseUrl}/api/v1/spools/${id}${path}`, { headers })).json()) as T
      const { evidence } = await read<SpoolView>('')
      const types = (await read<{ type: string }[]>('/events')).map(({ type }) => type)
      if (evidence.length !== 2 || types.join() !== expectedHistory.join()) wrong.push({ point, types })
    }
    expect(wrong).toEqual([])
  })

  test('every receipt holds offline', async () => {
    const trustSet = parseKeyDocument(await (await fetch(system.file().keys_url)).json())
    const broken = verified.filter(
      ({ answer }) =>
        !verifyOutcomeReceipt(resultOf(answer).receipt, { trustSet, environment: 'production' }).valid,
    )
    expect(broken.map(({ point }) => point)).toEqual([])
  })

  test('every receipt that was being replaced has one in its place, which its Spool goes on with', async () => {
    const superseded = await superseding
    expect(superseded).toHaveLength(corrections.length)
    expect(await brokenReplacements(system, corrector.apiKey, superseded)).toEqual([])
    const two = corrections.length * 2
    const twoEach = { processes: two, runs: two, receipts: two, charges: two, openProcesses: 0 }
    const records = () => readAccountRecords(system.file(), corrector.accountId)
    await vi.waitFor(async () => expect(await records()).toMatchObject(twoEach), eventually)
  })

  test('every Spool has exactly one run, receipt and charge', async () => {
    const records = () => readAccountRecords(system.file(), buyer.accountId)
    await vi.waitFor(async () => expect(await records()).toEqual(oneOfEach(verified.length)), eventually)
  })

  test('every text became one Spool, was counted once, and its repetition gets the same', async () => {
    const wrong: unknown[] = []
    const compiled = await Promise.all(compiling)
    expect(compiled.map(({ point }) => point)).toEqual([...compilePoints])
    for (const { point, answer } of compiled) {
      const again = await call(answer.action)
      const { apiKey } = answer.action
      const session = await fetch(`${system.baseUrl}/api/sandbox/session`, {
        headers: { authorization: `Bearer ${apiKey}` },
      })
      const { used, spools } = (await session.json()) as { used: object; spools: { id: string }[] }
      const { id } = JSON.parse(answer.text) as { id: string }
      const seen = [again.text === answer.text, used, spools.map((spool) => spool.id)]
      const expected = [true, { compiles: 1, spools: 1, verifies: 0 }, [id]]
      if (JSON.stringify(seen) !== JSON.stringify(expected)) wrong.push({ point, seen })
      if (answer.wrongAnswers.length > 0) wrong.push({ point, wrongAnswers: answer.wrongAnswers })
    }
    expect(wrong).toEqual([])
  })

  test('every payment was made once, and its repetition gets the same bytes', () => {
    expect(paid.map(({ fault }) => fault)).toEqual([...paymentFailPoints, allAtOnce])
    for (const { fault, text, again, leftMicros, wrongAnswers } of paid) {
      expect([fault, again, leftMicros, wrongAnswers]).toEqual([fault, text, 900_000n, []])
    }
  })

  test('the card was charged once, and its account has the pack once', async () => {
    const { text, again, wrongAnswers } = (await byCard) ?? { text: '', again: 'none', wrongAnswers: [] }
    expect([again, wrongAnswers]).toEqual([text, []])
    expect(stripe.intents().map(({ amount_received: cents }) => cents)).toEqual([500])
    const { available } = await readMoney(system, operator, provider)
    expect(available).toBe(5_000_000n)
  })

  test('the ledger sums to zero and only the accounts that asked paid', async () => {
    const ofBuyer = priceMicros * BigInt(verified.length)
    const revenue = ofBuyer + priceMicros * BigInt(corrections.length * 2 + paid.length)
    const available = BigInt(grantedCents) * 10_000n - ofBuyer
    expect(await readMoney(system, operator, buyer)).toEqual({ sum: 0n, revenue, available, held: 0n })
  })
})

testKillsOfCases(() => ({ system, operator, armedFolder, shop }))

const expectedHistory = [
  'spool.created',
  'spool.accepted',
  'evidence.submitted',
  'confirmation.recorded',
  'verification.requested',
  'verification.completed',
  'receipt.issued',
  'spool.completed',
]
