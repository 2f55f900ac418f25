import {
  type CreateSpoolRequest,
  type Principal,
  readRunInput,
  readRunOutcome,
  readSpool,
  receiptStatusChanged,
  Refusal,
  type SpoolView,
  submitEvidence,
} from '@outturn/contracts'
import { readOutcomeReceipt } from '@outturn/receipt-verifier'
import { clockAhead } from '@outturn/testkit'
import { describe, expect, test, vi } from 'vitest'
import { agreedSpools, looksGood, word } from '../../testing/agreed-spools.ts'
import { account, buyer, emailsFor, everyRowHasEmail as rows, provider } from '../../testing/two-parties.ts'

const clock = clockAhead()
const { spools, accepted, deliver, verify, seenWord, codesOf, typesOf } = await agreedSpools(clock)

test('evidence that the buyer is to supply is asked of the buyer, before a run and after it, until it is there', async () => {
  const requirement = { expected_type: 'dataset', source_ref: 'crm', supplier: 'buyer' } as const
  const { id, conditions } = await accepted([{ ...rows, evidence_requirements: [requirement] }])
  const stepOf = async () =>
    ((await spools.send(readSpool, { id }, buyer)) as { next_step: object }).next_step
  const ofBuyer = expect.objectContaining({ type: 'submit_evidence', actor: 'buyer' })
  expect(await stepOf()).toEqual(ofBuyer)
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  expect((await verify(id)).next_step).toEqual(ofBuyer)
  const request = emailsFor(id, conditions[0] ?? '', ['a@example.com'])
  await spools.send(submitEvidence, request, buyer)
  expect(await verify(id)).toMatchObject({ status: { verification: 'pass' } })
})

test('a corrected table under another source is counted beside the first, and the hint names both and how to replace one', async () => {
  const count = { ...rows, deterministic_check: { checker: 'row_count', expected: 1 } } as const
  const { id, conditions } = await accepted([count])
  await deliver(id, conditions[0] ?? '', ['a@example.com', 'b@example.com'], 'crm')
  await verify(id)
  await deliver(id, conditions[0] ?? '', ['a@example.com'], 'corrected')
  const second = await verify(id)
  expect(second.corrective_hint).toMatch(/“crm” and “corrected”.*same source/)
  expect(second.next_step).toMatchObject({ type: 'submit_evidence', reason: second.corrective_hint })
  const shared = await spools.send(readSpool, { id: second.share_id }, { kind: 'public' })
  expect(JSON.stringify(shared)).not.toContain('“crm”')
  await deliver(id, conditions[0] ?? '', ['a@example.com'], 'crm')
  await deliver(id, conditions[0] ?? '', [], 'corrected')
  expect(await verify(id)).toMatchObject({ status: { verification: 'pass' } })
})

test('tables of two sources are named from their submission on, before a run is spent on them', async () => {
  const { id, conditions } = await accepted([rows])
  const stepOf = async () => ((await spools.send(readSpool, { id }, buyer)) as SpoolView).next_step
  await deliver(id, conditions[0] ?? '', ['a@example.com'], 'crm')
  expect(await stepOf()).toMatchObject({
    reason:
      'There is evidence that no run has seen. Call verify: either party may, with a key of scope full or verify.',
  })
  await deliver(id, conditions[0] ?? '', ['b@example.com'], 'corrected')
  expect(await stepOf()).toMatchObject({
    type: 'rerun_allowed',
    reason: expect.stringMatching(/“crm” and “corrected”.*same source/),
  })
  const shared = (await spools.send(readSpool, { id }, buyer)) as SpoolView
  const seen = await spools.send(readSpool, { id: shared.share_id }, { kind: 'public' })
  expect(JSON.stringify(seen)).not.toContain('“crm”')
})

test('evidence is verified, fixed and verified again; each run has its receipt and its place in the count', async () => {
  const { id, conditions } = await accepted([rows], {
    unitization: { total_units: 2, unit_amount_cents: 100 },
  })
  await deliver(id, conditions[0] ?? '', ['a@example.com', ''])
  const first = await verify(id)
  expect(first).toMatchObject({
    status: { verification: 'partial', outcome: 'active' },
    earned_cents: 100,
    accepted: 1,
    rejected: 1,
    rejections: [{ unit: 2, reason: 'missing_field:email' }],
    terminal: false,
    can_rerun: true,
    corrective_hint: 'Add email to row 2 for “Every row has email”, then call evidence and verify again.',
  })
  await deliver(id, conditions[0] ?? '', ['a@example.com', 'b@example.com'])
  const second = await verify(id)
  expect(second).toMatchObject({
    status: { verification: 'pass', fulfillment: 'fulfilled', outcome: 'completed' },
    earned_cents: 200,
    terminal: true,
    settlement_eligible: true,
    latest_receipt_id: second.receipt?.id,
  })
  const attempts = [first, second].map(({ receipt }) => {
    expect(readOutcomeReceipt(receipt)).toHaveProperty('receipt')
    return (receipt?.verification as { attempt?: number } | undefined)?.attempt
  })
  expect(attempts).toEqual([1, 2])
  expect([first, second].map(({ receipt }) => receipt?.['supersedes'])).toEqual([
    undefined,
    first.receipt?.id,
  ])
  expect(spools.fakes.supersededBy.get(first.receipt?.id ?? '')).toBe(second.receipt?.id)
  expect(second.receipt?.agreement.acceptance).toMatchObject({ mode: 'bilateral', accepted_by: 'provider' })
  expect(await typesOf(id)).toEqual([
    'spool.created',
    'spool.accepted',
    'evidence.submitted',
    'verification.requested',
    'verification.completed',
    'receipt.issued',
    'evidence.submitted',
    'verification.requested',
    'verification.completed',
    'receipt.issued',
    'spool.completed',
    'receipt.superseded',
  ])
  expect(await codesOf(verify(id))).toEqual(['invalid_state', 409, 'spool_closed'])
})

test('evidence that one side sent in the name of the other says so to both, and in the receipt', async () => {
  const { id, conditions, spool } = await accepted([rows])
  const [conditionId = ''] = conditions
  const send = (principal: Principal, source: string, side?: string) => {
    const { request } = emailsFor(id, conditionId, ['a@example.com'], source)
    const named = side === undefined ? request : { ...request, on_behalf_of: side }
    return spools.send(submitEvidence, { spoolId: id, request: named }, principal)
  }
  const [byBuyer, bySeller] = spool.parties.map(({ party_id: party }) => party)
  await send(buyer, 'for the seller', 'provider')
  await send(buyer, 'own')
  const seen = async (principal: Principal) => {
    const { evidence } = (await spools.send(readSpool, { id }, principal)) as SpoolView
    return evidence.map(({ supplied_by: by, on_behalf_of: side }) => [by, side])
  }
  const sent = [
    [byBuyer, 'provider'],
    [byBuyer, 'buyer'],
  ]
  expect([await seen(buyer), await seen(provider)]).toEqual([sent, sent])
  const { receipt } = await verify(id)
  const rowsOf = (of: typeof receipt) => of?.evidence.map((row) => [row.supplied_by, row.on_behalf_of])
  expect(receipt?.result).toBe('pass')
  expect(rowsOf(receipt)).toEqual([
    ['buyer', 'provider'],
    [undefined, undefined],
  ])
  expect(readOutcomeReceipt(receipt)).toHaveProperty('receipt')

  const alone = await accepted([rows])
  await deliver(alone.id, alone.conditions[0] ?? '', ['a@example.com'])
  const own = await verify(alone.id)
  expect(own.evidence.map(({ supplied_by: by }) => by)).toEqual([own.parties.at(1)?.party_id])
  expect(rowsOf(own.receipt)).toEqual([[undefined, undefined]])
  expect(bySeller).not.toBe(byBuyer)
})

describe('a run with nothing new', () => {
  const twoUnits = { unitization: { total_units: 2, unit_amount_cents: 100 } }
  const half = ['a@example.com', '']

  test('is answered with the last one, its receipt and nothing charged, also when several ask at once, until there is something new', async () => {
    const { id, conditions } = await accepted([rows], twoUnits)
    await deliver(id, conditions[0] ?? '', half)
    const reserved = spools.fakes.reserved.length
    const first = await verify(id)
    expect(first.unchanged).toBeUndefined()
    const repeat = { commandId: `verify ${id} again` }
    const again = await verify(id, account(1, 'verify'), {}, repeat)
    const { unchanged, ...rest } = again
    expect(unchanged).toBe(true)
    expect(rest).toEqual({ ...first, parties: again.parties, economics: again.economics })
    const both = await Promise.all([verify(id), verify(id)])
    for (const each of both) expect([each.receipt?.id, each.unchanged]).toEqual([first.receipt?.id, true])
    expect(spools.fakes.reserved).toHaveLength(reserved + 1)
    await deliver(id, conditions[0] ?? '', [...half].toReversed())
    expect(await verify(id, account(1, 'verify'), {}, repeat)).toEqual(again)
    const second = await verify(id)
    expect([second.unchanged, second.receipt?.['supersedes']]).toEqual([undefined, first.receipt?.id])
    expect(spools.fakes.reserved).toHaveLength(reserved + 2)
  })

  test('is one where a confirmation is said again, and none where another is said', async () => {
    const { id, conditions } = await accepted([rows, looksGood], twoUnits)
    await deliver(id, conditions[0] ?? '', half)
    const said = await seenWord(id, conditions[1])
    const first = await verify(id, buyer, said)
    expect(await verify(id, buyer, said)).toMatchObject({ version: first.version, unchanged: true })
    const other = await verify(id, buyer, await seenWord(id, conditions[1], { outcome: 'failed' }))
    expect([other.unchanged, other.status.verification]).toEqual([undefined, 'fail'])
  })

  test('is made again where the network is asked, where the receipt was revoked, and where evidence became too old', async () => {
    const observed = {
      description: 'The page is up.',
      required: false,
      verification_method: 'deterministic',
    } as const
    const check = { checker: 'http_status', url: 'https://example.com/' } as const
    const fresh = {
      source_ref: 'crm',
      expected_type: 'dataset',
      freshness: { max_age_seconds: 600 },
    } as const
    const asking = await accepted([rows, { ...observed, deterministic_check: check }], twoUnits)
    const revoked = await accepted([rows], twoUnits)
    const aging = await accepted([{ ...rows, evidence_requirements: [fresh] }], twoUnits)
    for (const { id, conditions } of [asking, revoked, aging]) await deliver(id, conditions[0] ?? '', half)
    expect((await verify(asking.id)).unchanged).toBeUndefined()
    expect((await verify(asking.id)).unchanged).toBeUndefined()
    const { receipt } = await verify(revoked.id)
    await spools.react(receiptStatusChanged, {
      receiptId: receipt?.id ?? '',
      spoolId: revoked.id,
      status: 'revoked',
      settledCents: 0,
      at: clock.now().toISOString(),
    })
    expect((await verify(revoked.id)).receipt?.id).not.toBe(receipt?.id)
    await verify(aging.id)
    expect((await verify(aging.id)).unchanged).toBe(true)
    clock.advance(601_000)
    const late = await verify(aging.id)
    expect([late.unchanged, late.status.verification]).toEqual([undefined, 'uncertain'])
  })
})

test('a repeated command gets the same answer, is charged once, and another body under its key is a conflict', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  const options = { commandId: `verify of ${id}` }
  const first = await verify(id, buyer, {}, options)
  expect(await verify(id, buyer, {}, options)).toEqual(first)
  const runs = spools.fakes.reserved.filter(({ runId }) => runId === first.verification_run_id)
  expect(runs).toHaveLength(1)
  expect(runs[0]?.accountId).toBe(buyer.accountId)
  const other = { ...options, bodyDigest: 'f'.repeat(64) }
  expect(await codesOf(verify(id, buyer, {}, other))).toEqual(['conflict', 409, 'idempotency_key_reused'])
})

test('without credits nothing is kept, not even the words that came along', async () => {
  const { id, conditions } = await accepted([looksGood])
  spools.fakes.hasCredits = false
  const before = await spools.send(readSpool, { id }, buyer)
  expect(await codesOf(verify(id, buyer, word(conditions[0])))).toEqual(['credits_required', 402, undefined])
  expect(await spools.send(readSpool, { id }, buyer)).toEqual(before)
})

test('the same bytes in two forms are judged in the form of each item', async () => {
  const mentionsEmail = {
    description: 'It mentions emails.',
    required: true,
    verification_method: 'deterministic',
    deterministic_check: { checker: 'text_contains', text: 'email' },
  } as const
  const { id, conditions } = await accepted([rows, mentionsEmail])
  const text = 'email\na@example.com\n'
  const submit = (type: 'file' | 'dataset', metadata: Record<string, unknown>) => {
    const request = { condition_id: conditions[0] ?? '', type, source: type, metadata }
    return spools.send(submitEvidence, { spoolId: id, request }, provider)
  }
  await submit('file', { text })
  const { evidence } = await submit('dataset', { text, media_type: 'text/csv' })
  expect(new Set(evidence.map(({ content_digest: digest }) => digest)).size).toBe(1)
  expect(await verify(id)).toMatchObject({ status: { verification: 'pass' }, earned_cents: 200 })
})

test('evidence that arrives during a run is kept for the next one, and every other action waits', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', [''])
  spools.fakes.beforeResult = async () => {
    spools.fakes.beforeResult = async () => {}
    clock.advance(1_000)
    expect(await codesOf(verify(id))).toEqual(['store_conflict', 409, 'verification_in_progress'])
    const meanwhile = await deliver(id, conditions[0] ?? '', ['a@example.com'])
    expect(meanwhile.economics.allowed_actions).toEqual(['evidence'])
  }
  const first = await verify(id)
  expect(first).toMatchObject({
    status: { verification: 'fail' },
    next_step: { type: 'rerun_allowed' },
  })
  expect(first.evidence).toHaveLength(2)
  expect(first.receipt?.evidence).toHaveLength(1)
  const { evidence, evaluated_at: evaluatedAt } = await spools.send(
    readRunInput,
    { runId: first.verification_run_id ?? '' },
    provider,
  )
  expect(evidence.map((item) => item.id)).toEqual([first.evidence[0]?.id])
  expect(evaluatedAt < (first.evidence[1]?.received_at ?? '')).toBe(true)
  expect(await verify(id)).toMatchObject({ status: { verification: 'pass' } })
})

test('a run without an outcome costs nothing, keeps the evidence and can be asked for again', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  spools.fakes.failsRuns = true
  expect(await codesOf(verify(id))).toEqual(['checker_error', 500, undefined])
  const { runId = '' } = spools.fakes.jobs.at(-1) ?? {}
  expect(await spools.send(readRunOutcome, { runId }, buyer)).toEqual({ outcome: 'failed' })
  expect((await typesOf(id)).at(-1)).toBe('verification.failed')
  spools.fakes.failsRuns = false
  expect(await verify(id)).toMatchObject({ status: { verification: 'pass' } })
})

test('a run that fails a second time for one cause ends without a charge, and its request is answered so', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  const options = { commandId: `verify of ${id}` }
  spools.fakes.refusesReceipts = new Refusal('internal_error', 'The service failed to handle this request.')
  expect(await codesOf(verify(id, buyer, {}, options))).toEqual(['internal_error', 500, undefined])
  clock.advance(60_000)
  await spools.sweep('abandoned-processes')
  spools.fakes.refusesReceipts = null
  expect(await codesOf(verify(id, buyer, {}, options))).toEqual(['checker_error', 500, undefined])
  expect(await typesOf(id)).toContain('verification.failed')
})

test('a driver that is gone is replaced, and the caller who asks again gets the reply that was made for it', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  const options = { commandId: `abandoned verify of ${id}` }
  const { promise, resolve } = Promise.withResolvers<void>()
  spools.fakes.beforeResult = () => promise
  const first = verify(id, account(1, 'verify'), {}, options)
  await vi.waitFor(() => expect(spools.fakes.jobs.at(-1)?.spoolId).toBe(id), 60_000)
  clock.advance(20_000)
  spools.fakes.beforeResult = async () => {}
  await spools.sweep('abandoned-processes')
  const again = await verify(id, account(1, 'verify'), {}, options)
  expect(again).toMatchObject({
    status: { verification: 'pass' },
    parties: [{ is_caller: true }, { is_caller: false }],
  })
  resolve()
  expect(await first).toEqual(again)
  const runs = spools.fakes.jobs.filter(({ spoolId }) => spoolId === id)
  expect(new Set(runs.map(({ runId }) => runId)).size).toBe(1)
})

test('a run stays with a driver that works, and waits only seconds for the next one when it is gone', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  const { promise, resolve } = Promise.withResolvers<void>()
  spools.fakes.beforeResult = () => promise
  const first = verify(id)
  const jobs = () => spools.fakes.jobs.filter(({ spoolId }) => spoolId === id)
  await vi.waitFor(() => expect(jobs()).toHaveLength(1), 60_000)
  for (let second = 0; second < 9; second += 3) {
    clock.advance(3_000)
    await spools.sweep('leases')
    await spools.sweep('abandoned-processes')
  }
  expect(jobs()).toHaveLength(1)
  clock.advance(6_000)
  spools.fakes.beforeResult = async () => {}
  await spools.sweep('abandoned-processes')
  expect(jobs()).toHaveLength(2)
  resolve()
  expect(await first).toMatchObject({ status: { verification: 'pass' } })
})

test('content too large for the job is read by its digest', async () => {
  const { id, conditions } = await accepted([rows])
  const emails = Array.from({ length: 12_000 }, (_, n) => `person${n}@example.com`)
  await deliver(id, conditions[0] ?? '', emails)
  const { receipt } = await verify(id)
  expect(receipt?.result).toBe('pass')
  expect(spools.fakes.jobs.at(-1)?.contents).toEqual({})
})

test('a fail by a deadline that is over is final, and what was not earned is completed', async () => {
  const deadline = new Date(clock.now().getTime() + 1_000).toISOString()
  const inTime: NonNullable<CreateSpoolRequest['conditions']>[number] = {
    description: 'In time.',
    required: true,
    verification_method: 'deterministic',
    deterministic_check: { checker: 'deadline_met', deadline },
  }
  const { id, conditions } = await accepted([inTime])
  clock.advance(2_000)
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  expect(await verify(id)).toMatchObject({
    status: { verification: 'fail', fulfillment: 'unfulfilled', outcome: 'completed' },
    terminal: true,
    next_step: { type: 'new_spool' },
  })
})

test('the last run that was agreed on closes the finality', async () => {
  const { id, conditions } = await accepted([rows], { finality: { mode: 'open', max_runs: 1 } })
  await deliver(id, conditions[0] ?? '', [''])
  expect(await verify(id)).toMatchObject({ status: { verification: 'fail' }, terminal: true })
  expect((await typesOf(id)).slice(-2)).toEqual(['verification.finalized', 'spool.completed'])
})

test('what the parties mean to do, and where the provider is paid, is in what is signed', async () => {
  const address = `wallet:eip155:42431:0x${'a'.repeat(40)}`
  const { id, conditions } = await accepted([rows], {
    gated_action: 'payment',
    gated_action_note: 'invoice 42',
    parties: [
      { role: 'client', kind: 'org', display_name: 'Acme', account_id: buyer.accountId },
      {
        role: 'seller',
        kind: 'agent',
        display_name: 'LeadBot',
        account_id: provider.accountId,
        settlement_address: address,
      },
    ],
  })
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  const { receipt, attestation } = await verify(id)
  expect(receipt?.['declared_intent']).toEqual({ gated_action: 'payment', note: 'invoice 42' })
  expect(attestation?.['providerDestination']).toBe(address)
})
