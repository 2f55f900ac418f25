import {
  approveRevocation,
  type ConsumptionRequest,
  type EventPayload,
  issueReceipt,
  listRevocations,
  type Principal,
  readReceipt,
  readReceiptStatus,
  type receiptStatusChanged,
  recordConsumption,
  requestRevocation,
  verifyAttestation,
} from '@outturn/contracts'
import { fixedClock } from '@outturn/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { buyerAccount, sellerAccount } from '../../testing/golden-run.ts'
import { numberedRun } from '../../testing/numbered-run.ts'
import { as, placeAllKeys } from '../../testing/open-signing.ts'
import { testSigning } from '../../testing/test-signing.ts'

const party: Principal = {
  kind: 'account',
  accountId: buyerAccount,
  accountName: 'Buyer',
  accountKind: 'agent',
  keyId: 'key_000000000000000000000001',
  scope: 'full',
}
const stranger: Principal = { ...party, accountId: 'acc_000000000000000000000099' }
const operator = (name: string): Principal => ({ kind: 'operator', name })

const clock = fixedClock('2026-01-02T00:00:00.000Z')
const open = await testSigning(clock)
beforeAll(async () => {
  await placeAllKeys(open)
  await Promise.all([open.startReplica(), open.startReplica()])
})

let runs = 0
/** Issues a receipt of 1.00 earned, of a Spool of its own unless one is given, and returns its id. */
async function issue(how: Parameters<typeof numberedRun>[1] = {}): Promise<string> {
  runs += 1
  const command = numberedRun(runs, { spool: runs, ...how })
  const { receiptId } = await open.spool.request(
    issueReceipt,
    command,
    as({ kind: 'service', service: 'spool' }),
  )
  return receiptId
}

const settlement = (reference: string, amount: string): ConsumptionRequest => ({
  consumer: 'acme-payroll',
  purpose: 'settlement',
  reference,
  amount,
})
const consume = (receiptId: string, request: ConsumptionRequest, principal = party, commandId?: string) =>
  open.gateway.request(
    recordConsumption,
    { receiptId, request },
    { ...as(principal), ...(commandId !== undefined && { commandId }) },
  )
const statusOf = (receiptId: string) =>
  open.gateway.request(readReceiptStatus, { receiptId }, as({ kind: 'public' }))

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
    const send = () => consume(receiptId, settlement('inv_1', '0.10'), party, 'cmd_of_a_test')
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

  test('a settlement is recorded by the payer with a full key, and every other use by its party', async () => {
    const receiptId = await issue()
    const seller: Principal = { ...party, accountId: sellerAccount }
    const verifyKey: Principal = { ...party, scope: 'verify' }
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
    await consume(first, settlement('inv_1', '0.70'), party, 'cmd_settles')
    await consume(first, settlement('inv_1', '0.70'), party, 'cmd_settles')
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
    const { requestId } = await open.operator.request(
      requestRevocation,
      { receiptId: second, code: 'revoked', advisory: 'Wrong data.' },
      as(operator('alice')),
    )
    await open.operator.request(approveRevocation, { requestId }, as(operator('bob')))
    expect((await told(701)).slice(1)).toMatchObject([
      { receiptId: first, status: 'corrected', settledCents: 5 },
      { receiptId: second, status: 'revoked', settledCents: 5 },
    ])
  })
})

describe('a receipt that replaces another', () => {
  test('corrects it in the same step, with an advisory that names it', async () => {
    const old = await issue({ spool: 600 })
    const replacement = await issue({ spool: 600, supersedes: old })
    expect(await statusOf(old)).toMatchObject({
      status: 'corrected',
      state: 'superseded',
      advisories: [{ code: 'superseded', message: 'Row 2 was fixed.', replacement_receipt_id: replacement }],
      status_proof: { status: 'corrected' },
    })
    expect(await statusOf(replacement)).toMatchObject({ status: 'active', advisories: [] })
    await expect(consume(old, settlement('inv_1', '0.10'))).rejects.toMatchObject({
      code: 'conflict',
      options: { reason: 'receipt_corrected', details: { replacement_receipt_id: replacement } },
    })
  })

  test('is the only way to another receipt of its Spool, also of many at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => issue({ spool: 605 })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({ code: 'conflict', options: { reason: 'not_latest_receipt' } })
      }
    }
  })

  test('voids the attestation of the one before, and a revocation voids that of a receipt', async () => {
    const attestationOf = async (receiptId: string) =>
      (await open.gateway.request(readReceipt, { receiptId }, as(party))).attestation
    const judged = async (receiptId: string, change: object = {}) => {
      const attestation = { ...(await attestationOf(receiptId)), ...change } as never
      const { valid, reasons } = await open.gateway.request(
        verifyAttestation,
        { attestation },
        as({ kind: 'public' }),
      )
      return { valid, reasons }
    }
    const old = await issue({ spool: 606 })
    expect(await judged(old)).toEqual({ valid: true, reasons: [] })
    const replacement = await issue({ spool: 606, supersedes: old })
    expect(await judged(old)).toEqual({ valid: false, reasons: ['superseded'] })
    expect(await judged(old, { nonce: 'AAAAAAAAAAAAAAAAAAAAAA' })).toEqual({
      valid: false,
      reasons: ['invalid_signature'],
    })
    expect(await judged(replacement)).toEqual({ valid: true, reasons: [] })
    const { requestId } = await open.operator.request(
      requestRevocation,
      { receiptId: replacement, code: 'revoked', advisory: 'Wrong data.' },
      as(operator('alice')),
    )
    await open.operator.request(approveRevocation, { requestId }, as(operator('bob')))
    expect(await judged(replacement)).toEqual({ valid: false, reasons: ['revoked'] })
  })

  test('of many at once one is issued, and the others leave nothing behind', async () => {
    const old = await issue({ spool: 601 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => issue({ spool: 601, supersedes: old })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({ code: 'conflict', options: { reason: 'already_superseded' } })
      }
    }
    const { rows } = await open.pool.query('select 1 from receipt where spool_id = $1', [
      `spl_${(601).toString(16).padStart(24, '0')}`,
    ])
    expect(rows).toHaveLength(2)
  })

  test('asked for again is the one that was issued', async () => {
    const old = await issue({ spool: 602 })
    const command = numberedRun(9_000, { spool: 602, supersedes: old })
    const send = () => open.spool.request(issueReceipt, command, as({ kind: 'service', service: 'spool' }))
    expect(await send()).toEqual(await send())
  })

  test('counts what was settled with the one before', async () => {
    const old = await issue({ spool: 603 })
    await consume(old, settlement('inv_1', '0.90'))
    const replacement = await issue({ spool: 603, supersedes: old })
    await expect(consume(replacement, settlement('inv_2', '0.11'))).rejects.toMatchObject({
      options: { details: { amount_remaining: '0.10' } },
    })
  })

  test('is of the same Spool, and says so in what is signed', async () => {
    const old = await issue()
    await expect(issue({ supersedes: old })).rejects.toMatchObject({ code: 'not_found' })
    const silent = numberedRun(9_001, { spool: 604 })
    const command = { ...silent, supersedes: { receiptId: old, advisory: 'x', ofRevoked: 'refuse' as const } }
    const sent = open.spool.request(issueReceipt, command, as({ kind: 'service', service: 'spool' }))
    await expect(sent).rejects.toMatchObject({ options: { reason: 'supersedes_mismatch' } })
  })
})

describe('revoking takes two operators', () => {
  const request = (receiptId: string, name = 'alice') =>
    open.operator.request(
      requestRevocation,
      { receiptId, code: 'evidence_withdrawn', advisory: 'The supplier withdrew the data.' },
      as(operator(name)),
    )
  const approve = (requestId: string, name: string) =>
    open.operator.request(approveRevocation, { requestId }, as(operator(name)))

  test('nothing changes before the second one approves; then the receipt settles nothing', async () => {
    const receiptId = await issue()
    const { requestId } = await request(receiptId)
    expect(await statusOf(receiptId)).toMatchObject({ status: 'active', advisories: [] })
    await expect(approve(requestId, 'Alice ')).rejects.toMatchObject({ code: 'forbidden' })
    const waiting = await open.operator.request(listRevocations, {}, as(operator('bob')))
    expect(waiting).toMatchObject([{ requestId, receiptId, requestedBy: 'alice' }])

    await approve(requestId, 'bob')
    expect(await statusOf(receiptId)).toMatchObject({
      status: 'revoked',
      state: 'revoked',
      advisories: [
        {
          code: 'evidence_withdrawn',
          message: 'The supplier withdrew the data.',
          at: clock.now().toISOString(),
        },
      ],
      status_proof: { status: 'revoked', receipt_id: receiptId },
    })
    await expect(consume(receiptId, settlement('inv_1', '0.10'))).rejects.toMatchObject({
      code: 'invalid_state',
      options: { reason: 'receipt_revoked' },
    })
    await expect(request(receiptId)).rejects.toMatchObject({ code: 'invalid_state' })
    const { rows } = await open.pool.query(
      'select changed_by from receipt_status_change where receipt_id = $1',
      [receiptId],
    )
    expect(rows).toEqual([{ changed_by: ['alice', 'bob'] }])
  })

  test('one request waits at a time, for a day', async () => {
    const receiptId = await issue()
    const { requestId } = await request(receiptId)
    await expect(request(receiptId, 'carol')).rejects.toMatchObject({
      code: 'conflict',
      options: { reason: 'request_open' },
    })
    clock.advance(24 * 60 * 60 * 1_000)
    await expect(approve(requestId, 'bob')).rejects.toMatchObject({ options: { reason: 'request_expired' } })
    const again = await request(receiptId, 'carol')
    await approve(again.requestId, 'bob')
    expect(await statusOf(receiptId)).toMatchObject({ status: 'revoked' })
  })

  test('of many approvals at once one counts', async () => {
    const receiptId = await issue()
    const { requestId } = await request(receiptId)
    const names = ['bob', 'carol', 'dave', 'erin']
    const outcomes = await Promise.allSettled(names.map((name) => approve(requestId, name)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await open.pool.query('select 1 from revocation_approval where request_id = $1', [
      requestId,
    ])
    expect(rows).toHaveLength(1)
  })

  test('an id that names no receipt is refused', async () => {
    await expect(request('ocr_000000000000000000000000')).rejects.toMatchObject({ code: 'not_found' })
    await expect(approve('rvk_000000000000000000000000', 'bob')).rejects.toMatchObject({ code: 'not_found' })
  })
})
