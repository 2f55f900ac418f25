import type { EventPayload, Principal, receiptStatusChanged } from '@outturn/contracts'
import { randomUUID } from 'node:crypto'
import { createDatabase } from '@outturn/postgres/typed'
import { createLog, randomIds } from '@outturn/service'
import { fixedClock } from '@outturn/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { erasingServicesOver } from '../../adapters/erasing-services.ts'
import { createErasureList } from '../../flows/erasures/erasure-list.ts'
import { onSpoolDisputeChanged } from '../../reactions/spool-dispute-changed.ts'
import { onSpoolEvidenceWithdrawn } from '../../reactions/spool-evidence-withdrawn.ts'
import { onSettlementChanged } from '../../reactions/settlement-changed.ts'
import { accountData } from '../../store/accounts/account-tables.ts'
import { idDigits } from '../../testing/numbered-run.ts'
import { placeAllKeys } from '../../testing/open-signing.ts'
import { buyer, seller, stranger } from '../../testing/principals.ts'
import { receiptDesk, settlement } from '../../testing/receipt-desk.ts'
import { testSigning } from '../../testing/test-signing.ts'

const clock = fixedClock('2026-01-02T00:00:00.000Z')
const open = await testSigning(clock)
const erasures = createErasureList({
  ...{ services: erasingServicesOver(open.operator), pool: open.pool, data: accountData, files: null, clock },
  ...{ ids: randomIds, log: createLog('signing', { level: 'silent' }) },
})
const { issue, consume, statusOf, revoke } = receiptDesk(open)
beforeAll(async () => {
  await placeAllKeys(open)
  await Promise.all([open.startReplica(), open.startReplica()])
})

describe('consumptions', () => {
  test('a settlement is recorded with what remains, and the status counts it', async () => {
    const receiptId = await issue()
    const { isNew, consumption } = await consume(receiptId, settlement('inv_1', '0.60'))
    expect(isNew).toBe(true)
    expect(consumption).toEqual({
      id: expect.stringMatching(/^csm_[0-9a-f]{24}$/),
      receipt_id: receiptId,
      recorded_by: { party_id: 'pty_000000000000000000000001', role: 'payer' },
      consumer: 'acme-payroll',
      purpose: 'settlement',
      reference: 'inv_1',
      amount: '0.60',
      recorded_at: clock.now().toISOString(),
      consumptions_recorded: 1,
      amount_remaining: '0.40',
    })
    expect(await statusOf(receiptId)).toMatchObject({ state: 'current', consumptions_recorded: 1 })
  })

  test('the same reference gets the same record, and another use under it is refused', async () => {
    const receiptId = await issue()
    const first = await consume(receiptId, settlement('inv_1', '1.00'))
    expect(await consume(receiptId, settlement('inv_1', '1.00'))).toEqual({ ...first, isNew: false })
    await expect(consume(receiptId, settlement('inv_1', '0.99'))).rejects.toMatchObject({
      code: 'conflict',
      options: { reason: 'reference_used' },
    })
    expect(await statusOf(receiptId)).toMatchObject({ consumptions_recorded: 1 })
  })

  test('a command that is sent again is answered again, byte for byte', async () => {
    const receiptId = await issue()
    const send = () => consume(receiptId, settlement('inv_1', '0.10'), buyer, 'cmd_of_a_test')
    expect(await send()).toEqual(await send())
    expect(await statusOf(receiptId)).toMatchObject({ consumptions_recorded: 1 })
  })

  test('however many consumers come at once, they never settle more than was earned', async () => {
    const receiptId = await issue()
    const attempts = Array.from({ length: 60 }, (_, index) =>
      consume(receiptId, settlement(`inv_${index}`, '0.03')),
    )
    const outcomes = await Promise.allSettled(attempts)
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(outcomes.length - refusals.length).toBe(33)
    for (const refusal of refusals) expect(refusal).toMatchObject({ options: { reason: 'exceeds_earned' } })
    const { rows } = await open.pool.query(
      'select sum(amount)::text as sum, count(*)::int as count from consumption where receipt_id = $1',
      [receiptId],
    )
    expect(rows).toEqual([{ sum: '0.99', count: 33 }])
  })

  test('two receipts of one Spool count together: the second covers the first again', async () => {
    const first = await issue({ spool: 500 })
    await consume(first, settlement('inv_1', '0.70'))
    const second = await issue({ spool: 500, supersedes: first })
    await expect(consume(second, settlement('inv_2', '0.31'))).rejects.toMatchObject({
      options: { reason: 'exceeds_earned', details: { amount_remaining: '0.30' } },
    })
    const { consumption } = await consume(second, settlement('inv_2', '0.30'))
    expect(consumption).toMatchObject({ consumptions_recorded: 1, amount_remaining: '0.00' })
  })

  test('what the seller was paid from a wallet counts, whenever and however often the news of it comes', async () => {
    const receiptId = await issue({ spool: 501 })
    const { handle } = onSettlementChanged({ db: createDatabase(open.pool) })
    const spoolId = `spl_${idDigits(501)}`
    const news = [
      [1, 0],
      [3, 80],
      [3, 80],
      [2, 0],
    ] as const
    for (const [version, paidCents] of news) {
      const summary = { version, state: 'settled' as const, requiredLegs: [], payments: [] }
      const context = { id: randomUUID(), attempt: 1, now: clock.now(), traceContext: {} }
      await handle({ spoolId, summary, paidCents, at: clock.now().toISOString() }, context)
    }
    await expect(consume(receiptId, settlement('inv_1', '0.21'))).rejects.toMatchObject({
      options: { reason: 'exceeds_earned', details: { amount_remaining: '0.20' } },
    })
    const { consumption } = await consume(receiptId, settlement('inv_1', '0.20'))
    expect(consumption).toMatchObject({ amount_remaining: '0.00' })
  })

  test('a payment that the chain drops is settled no more, and what parties recorded stays', async () => {
    const receiptId = await issue({ spool: 507 })
    const { handle } = onSettlementChanged({ db: createDatabase(open.pool) })
    const spoolId = `spl_${idDigits(507)}`
    const tell = (version: number, paidCents: number) =>
      handle(
        {
          spoolId,
          summary: { version, state: 'releasing' as const, requiredLegs: [], payments: [] },
          ...{ paidCents, at: clock.now().toISOString() },
        },
        { id: randomUUID(), attempt: 1, now: clock.now(), traceContext: {} },
      )
    await consume(receiptId, settlement('inv_1', '0.30'))
    await tell(2, 80)
    await expect(consume(receiptId, settlement('inv_2', '0.21'))).rejects.toMatchObject({
      options: { details: { amount_remaining: '0.20' } },
    })
    await tell(4, 0)
    await tell(3, 80)
    const { consumption } = await consume(receiptId, settlement('inv_2', '0.21'))
    expect(consumption).toMatchObject({ amount_remaining: '0.49' })
  })

  test('nothing is settled by the receipt while the service pays it, by the latest news, however it comes', async () => {
    const receiptId = await issue({ spool: 502 })
    const { handle } = onSettlementChanged({ db: createDatabase(open.pool) })
    const spoolId = `spl_${idDigits(502)}`
    const tell = (version: number, isBeingPaid: boolean) =>
      handle(
        {
          spoolId,
          summary: { version, state: 'releasing' as const, requiredLegs: [], payments: [] },
          paidCents: 0,
          isBeingPaid,
          at: clock.now().toISOString(),
        },
        { id: randomUUID(), attempt: 1, now: clock.now(), traceContext: {} },
      )
    await tell(3, true)
    await tell(2, false)
    await expect(consume(receiptId, settlement('inv_1', '0.20'))).rejects.toMatchObject({
      code: 'invalid_state',
      options: { reason: 'settlement_under_way' },
    })
    await tell(4, false)
    await tell(3, true)
    const { consumption } = await consume(receiptId, settlement('inv_1', '0.20'))
    expect(consumption).toMatchObject({ amount_remaining: '0.80' })
  })

  test('a settlement is recorded by the payer with a full key, and every other use by its party', async () => {
    const receiptId = await issue()
    const verifyKey: Principal = { ...buyer, via: { ...buyer.via, scope: 'verify' } }
    await expect(consume(receiptId, settlement('inv_1', '0.10'), seller)).rejects.toMatchObject({
      code: 'forbidden',
      options: { reason: 'buyer_side_only' },
    })
    await expect(consume(receiptId, settlement('inv_1', '0.10'), verifyKey)).rejects.toMatchObject({
      code: 'forbidden',
      options: { reason: 'full_scope_required' },
    })
    const note = { ...settlement('audit_1', '0.10'), purpose: 'audit' as const, consumer: 'the buyer' }
    const noted = await consume(receiptId, note, seller)
    expect(noted.consumption).toMatchObject({
      consumer: 'the buyer',
      recorded_by: { party_id: 'pty_000000000000000000000002', role: 'provider' },
      amount_remaining: '1.00',
    })
  })

  test('while a dispute holds the Spool nothing is settled, what was recorded is answered again, and other uses are recorded', async () => {
    const receiptId = await issue({ spool: 503 })
    const spoolId = `spl_${idDigits(503)}`
    const first = await consume(receiptId, settlement('inv_1', '0.10'))
    const until = '2026-01-03T00:00:00.000Z'
    open.heldSpools.set(spoolId, [{ id: `dsp_${idDigits(1)}`, cause: 'dispute', until }])
    await expect(consume(receiptId, settlement('inv_2', '0.10'))).rejects.toMatchObject({
      code: 'conflict',
      options: { reason: 'dispute_open' },
    })
    expect(await consume(receiptId, settlement('inv_1', '0.10'))).toEqual({ ...first, isNew: false })
    const audit = { ...settlement('audit_1', '0.10'), purpose: 'audit' as const }
    const noted = await consume(receiptId, audit)
    expect(noted.consumption).toMatchObject({
      consumptions_recorded: 2,
      amount_remaining: '0.90',
      advisories: [{ code: 'disputed', message: expect.any(String), at: '2026-01-02T00:00:00.000Z' }],
    })
    open.heldSpools.delete(spoolId)
    expect(await consume(receiptId, audit)).toEqual({ ...noted, isNew: false })
    const { consumption } = await consume(receiptId, settlement('inv_2', '0.10'))
    expect(consumption).toMatchObject({ amount_remaining: '0.80' })
    expect(consumption).not.toHaveProperty('advisories')
  })

  test('for a stranger the receipt does not exist', async () => {
    const receiptId = await issue()
    const refusal = (id: string) =>
      consume(id, settlement('inv_1', '0.10'), stranger).catch((error: unknown) => error)
    expect(await refusal(receiptId)).toMatchObject({ code: 'not_found' })
    expect(await refusal(receiptId)).toEqual(await refusal('ocr_000000000000000000000000'))
  })

  test('what was recorded cannot be changed or deleted by the service', async () => {
    for (const statement of [
      'update consumption set amount = 0',
      'delete from consumption',
      'delete from receipt_status_change',
    ]) {
      await expect(open.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
    }
  })
})

describe('the Spool is told', () => {
  /** What waits to be told of a Spool, oldest first; no one reacts here, so all of it waits. */
  async function told(spool: number) {
    const spoolId = `spl_${spool.toString(16).padStart(24, '0')}`
    const { rows } = await open.pool.query<{ body: string }>(
      `select body from outbox where body::json ->> 'spoolId' = $1 order by seq`,
      [spoolId],
    )
    return rows.map(({ body }) => JSON.parse(body) as EventPayload<typeof receiptStatusChanged>)
  }

  test('how much is settled of it, once for each settlement, and nothing of other uses', async () => {
    const first = await issue({ spool: 700 })
    await consume(first, settlement('inv_1', '0.70'), buyer, 'cmd_settles')
    await consume(first, settlement('inv_1', '0.70'), buyer, 'cmd_settles')
    await consume(first, settlement('inv_1', '0.70'))
    await consume(first, { ...settlement('audit_1', '0.10'), purpose: 'audit' })
    const second = await issue({ spool: 700, supersedes: first })
    await consume(second, settlement('inv_1', '0.31')).catch(() => null)
    await consume(second, settlement('inv_2', '0.30'))
    expect(await told(700)).toMatchObject([
      { receiptId: first, status: 'active', settledCents: 70 },
      { receiptId: first, status: 'corrected', settledCents: 70 },
      { receiptId: second, status: 'active', settledCents: 100 },
    ])
  })

  test('that a receipt was replaced, or revoked', async () => {
    const first = await issue({ spool: 701 })
    await consume(first, settlement('inv_1', '0.05'))
    const second = await issue({ spool: 701, supersedes: first })
    await revoke(second)
    expect((await told(701)).slice(1)).toMatchObject([
      { receiptId: first, status: 'corrected', settledCents: 5 },
      { receiptId: second, status: 'revoked', settledCents: 5 },
    ])
  })
})

test('a disputed receipt says so while the dispute is open, however late the news comes, and stays what it was', async () => {
  const receiptId = await issue()
  const before = await statusOf(receiptId)
  const { handle } = onSpoolDisputeChanged(open)
  const tell = (version: number, isDisputed: boolean) =>
    handle(
      {
        ...{ spoolId: `spl_${idDigits(1)}`, receiptId, version, isDisputed, holdsSettlement: true },
        at: '2026-01-02T00:00:00.000Z',
      },
      { id: randomUUID(), attempt: 1, now: clock.now(), traceContext: {} },
    )
  await tell(5, true)
  await tell(4, false)
  const disputed = await statusOf(receiptId)
  expect(disputed).toEqual({
    ...before,
    advisories: [{ code: 'disputed', message: expect.any(String), at: '2026-01-02T00:00:00.000Z' }],
    status_proof: expect.objectContaining({ status: 'active' }),
  })
  await tell(6, false)
  await tell(5, true)
  expect((await statusOf(receiptId)).advisories).toEqual([])
})

test('the receipt that replaces a disputed one is disputed at once, and not when no dispute is open', async () => {
  const { handle } = onSpoolDisputeChanged(open)
  const tell = (receiptId: string, version: number, isDisputed: boolean) =>
    handle(
      {
        ...{ spoolId: `spl_${idDigits(800)}`, receiptId, version, isDisputed, holdsSettlement: true },
        at: '2026-01-02T00:00:00.000Z',
      },
      { id: randomUUID(), attempt: 1, now: clock.now(), traceContext: {} },
    )
  const first = await issue({ spool: 800 })
  await tell(first, 5, true)
  const second = await issue({ spool: 800, supersedes: first })
  const codes = async (receiptId: string) => (await statusOf(receiptId)).advisories.map(({ code }) => code)
  expect(await codes(second)).toEqual(['disputed'])
  await tell(second, 7, true)
  await tell(second, 8, false)
  expect(await codes(second)).toEqual([])
  const third = await issue({ spool: 800, supersedes: second })
  expect(await codes(third)).toEqual([])
})

test('a receipt names each evidence item of its run whose content was deleted, once, and stays what it was', async () => {
  const receiptId = await issue({ spool: 900 })
  const other = await issue({ spool: 901 })
  const before = await statusOf(receiptId)
  const { rows } = await open.pool.query('select run_id from receipt where receipt_id = $1', [receiptId])
  const { handle } = onSpoolEvidenceWithdrawn({ pool: open.pool, erasures })
  const at = '2026-01-02T00:00:00.000Z'
  const news = { spoolId: `spl_${idDigits(900)}`, evidenceId: `ev_${idDigits(7)}`, version: 9, at }
  const tell = (runIds: string[]) =>
    handle({ ...news, runIds }, { id: randomUUID(), attempt: 1, now: clock.now(), traceContext: {} })
  await tell([`vr_${idDigits(0)}`])
  expect(await statusOf(receiptId)).toMatchObject({ advisories: [] })
  await tell([rows[0].run_id])
  await tell([rows[0].run_id])
  expect(await statusOf(receiptId)).toEqual({
    ...before,
    advisories: [
      {
        ...{ code: 'evidence_withdrawn', message: expect.stringContaining(news.evidenceId), at },
        evidence_id: news.evidenceId,
      },
    ],
    status_proof: expect.objectContaining({ status: 'active' }),
  })
  expect(await statusOf(other)).toMatchObject({ advisories: [] })
})
