import { generateKeyPairSync, sign } from 'node:crypto'
import {
  abandonSpool,
  addDisputeStatement,
  cancelSpool,
  type CreateSpoolRequest,
  type DisputeRequest,
  openDispute,
  type Principal,
  readDispute,
  readDisputeHold,
  readHold,
  recordDisputeResult,
  respondToDispute,
  withdrawDispute,
} from '@outturn/contracts'
import { query, statement } from '@outturn/postgres'
import { disputeResultPreimage } from '@outturn/receipt-verifier/issuing'
import { clockAhead } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { agreedSpools } from '../../testing/agreed-spools.ts'
import type { SendOptions } from '../../testing/open-spool.ts'
import {
  account,
  buyer,
  dealsOf,
  everyRowHasEmail,
  provider,
  stranger,
  wholeHistory,
} from '../../testing/two-parties.ts'

const clock = clockAhead()
const hourMs = 3_600_000

const { spools, accepted, deliver, verify, codesOf } = await agreedSpools(clock)
const { read } = dealsOf(spools)
const request: DisputeRequest = { reason: 'quality', detail: 'Half of it is empty.', requested: 're_verify' }

/** A judge with a key of its own. */
function testJudge() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}

/** Half of the work is delivered, and a receipt says so. */
async function half(change: Partial<CreateSpoolRequest> = {}, more: (typeof everyRowHasEmail)[] = []) {
  const unitization = { total_units: 2, unit_amount_cents: 100 }
  const { id, conditions } = await accepted([everyRowHasEmail, ...more], { unitization, ...change })
  const conditionId = conditions[0] ?? ''
  await deliver(id, conditionId, ['a@example.com', ''])
  const { receipt } = await verify(id)
  return { id, conditionId, receiptId: receipt?.id ?? '' }
}

const dispute = (
  { id: spoolId, receiptId }: { id: string; receiptId: string },
  principal: Principal = buyer,
  options?: SendOptions,
  change: Partial<DisputeRequest> = {},
) => spools.send(openDispute, { spoolId, receiptId, request: { ...request, ...change } }, principal, options)

const isHeld = async (spoolId: string) => {
  const service = { kind: 'service', service: 'settlement' } as const
  const { isHeld: asked } = await spools.send(readDisputeHold, { spoolId }, service)
  const { holds } = await spools.send(readHold, { spoolId }, service)
  expect(holds.length > 0).toBe(asked)
  return asked
}
const told = async (spoolId: string) => {
  const text = `select body from outbox where subject like '%dispute-changed' order by created_at`
  const rows = await query<{ body: string }>(spools.pool, statement('told_of_disputes', text), [])
  return rows
    .map(({ body }) => JSON.parse(body) as { spoolId: string; isDisputed: boolean; holdsSettlement: boolean })
    .filter((each) => each.spoolId === spoolId)
    .map(({ isDisputed, holdsSettlement }) => [isDisputed, holdsSettlement])
}

test('a dispute keeps a final verdict from completing its Spool until its deadline, and both parties read it', async () => {
  const spool = await half()
  const units = [2]
  const opened = await dispute(spool, provider, {}, { units, condition_ids: [spool.conditionId] })
  expect(opened).toMatchObject({
    ...{ receipt_id: spool.receiptId, spool_id: spool.id, status: 'open', opened_by: 'provider' },
    ...{ units, condition_ids: [spool.conditionId], evidence_refs: [], holds_settlement: true },
    ...{ deadline: new Date(clock.now().getTime() + 72 * hourMs).toISOString(), resolution: null },
    timeline: [{ type: 'opened', at: clock.now().toISOString(), by: 'provider' }],
  })
  expect(await read(spool.id)).toMatchObject({ open_disputes: [opened.id], settlement_eligible: false })
  await deliver(spool.id, spool.conditionId, ['a@example.com', 'b@example.com'])
  expect(await verify(spool.id)).toMatchObject({
    ...{ earned_cents: 200, terminal: true, settlement_eligible: false },
    status: { verification: 'pass', outcome: 'active' },
    next_step: { type: 'settle', actor: 'none' },
  })
  expect(await isHeld(spool.id)).toBe(true)
  clock.advance(72 * hourMs)
  const late = await read(spool.id)
  expect(late).toMatchObject({
    open_disputes: [],
    settlement_eligible: true,
    status: { outcome: 'completed' },
  })
  expect(await isHeld(spool.id)).toBe(false)
  for (const principal of [buyer, provider]) {
    expect(await spools.send(readDispute, { disputeId: opened.id }, principal)).toEqual({
      ...opened,
      status: 'expired',
      timeline: [...opened.timeline, { type: 'expired', at: opened.deadline }],
      can: [],
    })
  }
  const lazily = await wholeHistory(spools, spool.id, buyer)
  await spools.sweep('timers')
  expect(await wholeHistory(spools, spool.id, buyer)).toEqual(lazily)
  expect(await read(spool.id)).toEqual(late)
  expect(lazily.map(({ type }) => type).slice(-2)).toEqual(['dispute.resolved', 'spool.completed'])
  // Of the receipt that is disputed, and of the one that replaced it meanwhile.
  expect(await told(spool.id)).toEqual([
    [true, true],
    [false, true],
    [true, true],
    [false, false],
    [false, false],
  ])
})

test('for all but the parties of its Spool a dispute does not exist, and none is opened by others', async () => {
  const spool = await half()
  const opened = await dispute(spool)
  const another = await half()
  const bound: Principal = { ...account(2, 'counterparty'), spoolId: another.id }
  const reading = (principal: Principal, disputeId = opened.id) =>
    codesOf(spools.send(readDispute, { disputeId }, principal))
  const nothing = await reading(buyer, `dsp_${'0'.repeat(24)}`)
  expect(nothing).toEqual(['not_found', 404, undefined])
  expect([await reading(stranger), await reading(bound)]).toEqual([nothing, nothing])
  expect(await codesOf(dispute(spool, stranger))).toEqual(['spool_not_found', 404, undefined])
  expect(await codesOf(dispute(spool, bound))).toEqual(['spool_not_found', 404, undefined])
  expect(await codesOf(dispute(spool, account(2, 'verify')))).toEqual([
    'forbidden',
    403,
    'counterparty_scope_required',
  ])
  expect(await codesOf(dispute({ ...spool, receiptId: another.receiptId }, provider))).toEqual([
    ...['conflict', 409, 'not_latest_receipt'],
  ])
  const here = { ...bound, spoolId: spool.id }
  expect(await dispute(spool, here)).toMatchObject({ opened_by: 'provider' })
  expect((await read(spool.id)).open_disputes).toHaveLength(2)
})

test('sent again a dispute is the same; sent twice at once one is opened, and after its window none', async () => {
  const spool = await half()
  const options = { commandId: `cmd of ${spool.id}` }
  const first = await dispute(spool, buyer, options)
  expect(await dispute(spool, buyer, options)).toEqual(first)
  expect(await codesOf(dispute(spool))).toEqual(['conflict', 409, 'dispute_open'])
  const ends = await Promise.allSettled([1, 2, 3].map(() => dispute(spool, provider)))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await read(spool.id)).open_disputes).toHaveLength(2)
  const later = await half()
  clock.advance(72 * hourMs + 1)
  expect(await codesOf(dispute(later))).toEqual(['invalid_state', 409, 'dispute_window_over'])
  expect(await dispute(spool, buyer, options)).toEqual(first)
})

test('who is disputed against neither ends the Spool nor has it judged again; who disputes it ends it, and the dispute with it', async () => {
  const spool = await half()
  const opened = await dispute(spool, provider, {}, { condition_ids: [spool.conditionId] })
  const { id: spoolId } = spool
  for (const action of [abandonSpool, cancelSpool]) {
    expect(await codesOf(spools.send(action, { spoolId }, buyer))).toEqual([
      ...['invalid_state', 409, 'dispute_open'],
    ])
  }
  expect(await codesOf(verify(spoolId))).toEqual(['invalid_state', 409, 'dispute_open'])
  expect((await read(spoolId)).economics.allowed_actions).toEqual(['evidence'])
  expect(await spools.send(abandonSpool, { spoolId }, provider)).toMatchObject({
    ...{ open_disputes: [], status: { outcome: 'cancelled' }, status_reason: 'abandoned' },
  })
  expect(await spools.send(readDispute, { disputeId: opened.id }, buyer)).toMatchObject({
    ...{ status: 'withdrawn', resolution: null },
    timeline: [{ type: 'opened' }, { type: 'withdrawn', at: clock.now().toISOString() }],
  })
  expect(await told(spoolId)).toEqual([
    [true, true],
    [false, false],
  ])
})

test('statements of both parties are read by both, and the party that opened a dispute takes it back', async () => {
  const spool = await half()
  const { id: disputeId } = await dispute(spool)
  const said = (detail: string, principal: Principal, options?: SendOptions) =>
    spools.send(addDisputeStatement, { disputeId, request: { detail } }, principal, options)
  const options = { commandId: `cmd of statement ${disputeId}` }
  const first = await said('The list is half empty.', buyer, options)
  expect(await said('The list is half empty.', buyer, options)).toEqual(first)
  expect(first).toMatchObject({
    can: ['statements', 'withdraw'],
    statements: [{ by: 'buyer', detail: 'The list is half empty.', evidence: [] }],
  })
  await said('It has what was ordered.', provider)
  const withdraw = (principal: Principal) => codesOf(spools.send(withdrawDispute, { disputeId }, principal))
  expect(await withdraw(stranger)).toEqual(['not_found', 404, undefined])
  expect(await withdraw(account(1, 'verify'))).toEqual(['forbidden', 403, 'counterparty_scope_required'])
  expect(await withdraw(provider)).toEqual(['forbidden', 403, 'opener_only'])
  const ended = await spools.send(withdrawDispute, { disputeId }, buyer)
  expect(ended).toMatchObject({
    status: 'withdrawn',
    can: [],
    statements: [{ by: 'buyer' }, { by: 'provider' }],
  })
  expect(await spools.send(readDispute, { disputeId }, provider)).toEqual(ended)
  expect(await withdraw(buyer)).toEqual(['invalid_state', 409, 'dispute_closed'])
  expect(await told(spool.id)).toEqual([
    [true, true],
    [false, false],
  ])
  const history = JSON.stringify(await wholeHistory(spools, spool.id, buyer))
  expect(history).toContain('text_digest')
  expect(history).not.toContain('half empty')
})

const resolvedBy = (resolver: 'counterparty' | 'external', change: object = {}) => ({
  dispute_policy: { window_hours: 72, holds_settlement: true, resolver, ...change },
})

test('what both parties agree on is a new receipt, once, and a refund is one that earned nothing', async () => {
  const spool = await half(resolvedBy('counterparty'))
  const { id: disputeId } = await dispute(spool, buyer, {}, { requested: 'refund' })
  const accept = (options?: SendOptions) =>
    spools.send(respondToDispute, { disputeId, request: { answer: 'accept' } }, provider, options)
  const options = { commandId: `cmd of answer ${disputeId}` }
  const answered = await accept(options)
  const latest = await read(spool.id)
  expect(answered).toMatchObject({
    ...{ status: 'resolved_corrected', can: [] },
    resolution: {
      outcome: 'corrected',
      by: 'counterparty',
      replacement_receipt_id: latest.latest_receipt_id,
    },
  })
  expect(latest.latest_receipt_id).not.toBe(spool.receiptId)
  expect(latest).toMatchObject({ open_disputes: [], status: { verification: 'fail' } })
  expect(latest.evidence.at(-1)).toMatchObject({ type: 'confirmation', source: 'dispute' })
  expect(await accept(options)).toEqual(answered)
  expect(await codesOf(accept())).toEqual(['invalid_state', 409, 'dispute_closed'])
  expect(spools.fakes.supersededBy.get(spool.receiptId)).toBe(latest.latest_receipt_id)
  const history = (await wholeHistory(spools, spool.id, buyer)).map(({ type }) => type)
  expect(history.filter((type) => type === 'receipt.issued')).toHaveLength(2)
  expect(history.slice(-2)).toEqual(['receipt.superseded', 'dispute.resolved'])
})

test('an agreed verification of the same evidence upholds the receipt, and of more evidence corrects it', async () => {
  const spool = await half(resolvedBy('counterparty'))
  const respond = ({ id: disputeId }: { id: string }) =>
    spools.send(respondToDispute, { disputeId, request: { answer: 'accept' } }, buyer)
  const same = await respond(await dispute(spool, provider))
  expect(same).toMatchObject({ status: 'resolved_upheld', resolution: { outcome: 'upheld' } })
  expect((await read(spool.id)).latest_receipt_id).toBe(spool.receiptId)
  const again = await dispute(spool, provider)
  await deliver(spool.id, spool.conditionId, ['a@example.com', 'b@example.com'])
  expect(await respond(again)).toMatchObject({ status: 'resolved_corrected' })
  expect(await read(spool.id)).toMatchObject({ status: { verification: 'pass' }, open_disputes: [] })
})

test('the judge of the agreement decides a dispute by its signature, and no one else', async () => {
  const { publicKey, sign: signed } = testJudge()
  const judge: typeof everyRowHasEmail = {
    description: 'A lab agrees.',
    required: false,
    verification_method: 'external_tool',
    external_judge: { id: 'lab', name: 'Lab', proof: { type: 'ed25519', public_key: publicKey } },
  }
  const spool = await half(resolvedBy('external', { resolver_ref: 'lab' }), [judge])
  const opened = await dispute(spool, provider, {}, { requested: 'correct_receipt' })
  const { agreement } = await read(spool.id)
  const result = {
    evaluator: 'lab',
    decision: 'overturn' as const,
    observed_at: clock.now().toISOString(),
    condition_outcomes: [{ condition_id: spool.conditionId, outcome: 'passed' as const }],
  }
  const text = disputeResultPreimage('outturn', {
    ...{ dispute_id: opened.id, receipt_id: spool.receiptId, spool_id: spool.id },
    ...{ agreement_hash: agreement.agreement_hash, ...result },
  })
  const send = (change: object, signature = signed(text), principal: Principal = buyer) =>
    spools.send(
      recordDisputeResult,
      { disputeId: opened.id, request: { ...result, ...change, proof: { type: 'ed25519', signature } } },
      principal,
    )
  expect(await codesOf(send({ evaluator: 'other' }))).toEqual(['forbidden', 403, 'judge_not_declared'])
  expect((await codesOf(send({}, signed(`${text} `)))).slice(0, 2)).toEqual(['validation_failed', 422])
  const upheld = { decision: 'uphold', condition_outcomes: [] }
  expect((await codesOf(send(upheld))).slice(0, 2)).toEqual(['validation_failed', 422])
  expect(await codesOf(send({}, signed(text), account(2, 'counterparty')))).toEqual([
    ...['forbidden', 403, 'verify_scope_required'],
  ])
  expect(await send({})).toMatchObject({
    ...{ status: 'resolved_corrected', resolution: { outcome: 'corrected', by: 'external' } },
    timeline: [{ type: 'opened' }, { type: 'judged' }, { type: 'resolved_corrected' }],
  })
  const { conditions } = await read(spool.id)
  expect(conditions[0]?.last_result?.result).toBe('pass')
})

test('what is agreed while money moves is a new receipt as soon as it has moved', async () => {
  const spool = await half(resolvedBy('counterparty'))
  const { id: disputeId } = await dispute(spool, buyer, {}, { requested: 'refund' })
  const settle = (settlement: string) =>
    query(
      spools.pool,
      statement(
        'settlement_of_a_test',
        `update spool set standing = jsonb_set(standing::jsonb, '{status,settlement}', to_jsonb($2::text))::json,
           due_at = '2026-01-01' where id = $1`,
      ),
      [spool.id, settlement],
    )
  await settle('releasing')
  const answered = await spools.send(respondToDispute, { disputeId, request: { answer: 'accept' } }, provider)
  expect(answered).toMatchObject({ status: 'open', can: ['statements'] })
  clock.advance(100 * hourMs)
  await spools.sweep('timers')
  expect((await read(spool.id)).latest_receipt_id).toBe(spool.receiptId)
  await settle('settled')
  await spools.sweep('timers')
  await spools.sweep('timers')
  expect(await spools.send(readDispute, { disputeId }, buyer)).toMatchObject({ status: 'resolved_corrected' })
  expect((await read(spool.id)).latest_receipt_id).not.toBe(spool.receiptId)
})

test('a dispute that comes while a verification is under way holds its verdict', async () => {
  const spool = await half()
  await deliver(spool.id, spool.conditionId, ['a@example.com', 'b@example.com'])
  spools.fakes.beforeResult = async () => void (await dispute(spool))
  expect(await verify(spool.id)).toMatchObject({ terminal: true, status: { outcome: 'active' } })
  expect(await isHeld(spool.id)).toBe(true)
  clock.advance(72 * hourMs)
  await spools.sweep('timers')
  expect((await read(spool.id)).status.outcome).toBe('completed')
})

test('after the end of a Spool a dispute says so and changes nothing that has ended', async () => {
  const { id, conditions } = await accepted([everyRowHasEmail])
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  const { receipt, status } = await verify(id)
  expect(status.outcome).toBe('completed')
  await dispute({ id, receiptId: receipt?.id ?? '' })
  expect(await read(id)).toMatchObject({ settlement_eligible: false, status: { outcome: 'completed' } })
  clock.advance(72 * hourMs)
  await spools.sweep('timers')
  expect(await read(id)).toMatchObject({ settlement_eligible: true, open_disputes: [] })
  expect(await told(id)).toEqual([
    [true, true],
    [false, false],
  ])
})
