import { generateKeyPairSync, sign } from 'node:crypto'
import { canonicalJson } from '@outturn/canonical'
import {
  acceptSpool,
  type CommandOutput,
  type CreateSpoolRequest,
  createSpool,
  issueRunReceipt,
  listSpoolEvents,
  previewVerification,
  type Principal,
  readRunInput,
  readRunOutcome,
  readSpool,
  recordExternalResult,
  submitEvidence,
  type VerifySpoolRequest,
  verifySpool,
} from '@outturn/contracts'
import { readOutcomeReceipt } from '@outturn/receipt-verifier'
import { fixedClock } from '@outturn/testkit'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { beforeEach, expect, test, vi } from 'vitest'
import type { SendOptions } from '../../testing/open-spool.ts'
import { testSpools } from '../../testing/test-spools.ts'
import {
  account,
  buyer,
  emailsFor,
  everyRowHasEmail as rows,
  provider,
  provisionRequest,
} from '../../testing/two-parties.ts'

// Deadlines cross the bus as times of day, so the clock stands still near the real one.
const clock = fixedClock(new Date())
type Condition = CreateSpoolRequest['conditions'][number]
type Spool = CommandOutput<typeof createSpool>

const spools = await testSpools(clock)
beforeEach(() => {
  clock.advance(60_000)
  Object.assign(spools.fakes, { hasCredits: true, isSigning: true, signingState: 'ready', failsRuns: false })
  spools.fakes.beforeResult = async () => {}
})

const looksGood: Condition = {
  description: 'The buyer likes it.',
  required: true,
  verification_method: 'human_confirmed',
}

async function accepted(
  conditions: Condition[],
  change: Partial<CreateSpoolRequest> = {},
): Promise<{ id: string; conditions: string[]; spool: Spool }> {
  const request = provisionRequest({ conditions, ...change })
  const spool = await spools.send(createSpool, { request }, buyer)
  await spools.send(acceptSpool, { spoolId: spool.id, request: {} }, provider)
  return { id: spool.id, conditions: spool.conditions.map(({ id }) => id), spool }
}

function deliver(spoolId: string, conditionId: string, emails: string[], source = 'crm') {
  return spools.send(submitEvidence, emailsFor(spoolId, conditionId, emails, source), provider)
}

function verify(
  spoolId: string,
  principal: Principal = buyer,
  request: VerifySpoolRequest = {},
  options?: SendOptions,
) {
  return spools.send(verifySpool, { spoolId, request }, principal, options)
}

const word = (conditionId: string | undefined, change: object = {}): VerifySpoolRequest => ({
  confirmations: [
    {
      condition_id: conditionId ?? '',
      method: 'buyer_confirm',
      outcome: 'passed',
      evidence_refs: [],
      ...change,
    },
  ],
})

async function codesOf(sending: Promise<unknown>): Promise<unknown[]> {
  const { code, status, options } = await refusalOfPending(sending)
  return [code, status, options.reason]
}

async function typesOf(spoolId: string): Promise<string[]> {
  const events = await spools.send(listSpoolEvents, { spoolId }, buyer)
  return events.map(({ type }) => type)
}

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

test('a word that is missing is waited for, free of charge, and with it the run is made', async () => {
  const { id, conditions } = await accepted([{ ...looksGood, confirmation_method: 'both_confirm' }])
  const mine = { method: 'both_confirm' as const }
  const charged = spools.fakes.reserved.length
  const waiting = await verify(id, provider, word(conditions[0], mine))
  expect(waiting).toMatchObject({
    status: { verification: 'awaiting_confirmation' },
    receipt: null,
    verification_run_id: null,
    next_step: { type: 'await_confirmation', actor: 'buyer' },
  })
  expect(await verify(id, provider)).toMatchObject({ version: waiting.version, receipt: null })
  expect(spools.fakes.reserved.length).toBe(charged)
  const done = await verify(id, buyer, word(conditions[0], mine))
  expect(done).toMatchObject({ status: { verification: 'pass' }, earned_cents: 200 })
  expect(done.evidence.map(({ on_behalf_of: side, source }) => [side, source])).toEqual([
    ['provider', 'confirmation:both_confirm'],
    ['buyer', 'confirmation:both_confirm'],
  ])
  expect(done.receipt?.evidence.map(({ content_digest: digest }) => digest)).toEqual(
    done.evidence.map(({ content_digest: digest }) => digest),
  )
})

test('the same bytes in two forms are judged in the form of each item', async () => {
  const { id, conditions } = await accepted([rows])
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

test('an invited party gives its word by evidence, and the buyer verifies once all words are there', async () => {
  const { id, conditions } = await accepted([{ ...looksGood, confirmation_method: 'both_confirm' }])
  const invited: Principal = { ...provider, scope: 'counterparty', spoolId: id }
  const waiting = await verify(id, buyer, word(conditions[0], { method: 'both_confirm' }))
  expect(waiting.next_step).toMatchObject({ type: 'await_confirmation', actor: 'provider' })
  const seen = (await spools.send(readSpool, { id }, invited)) as CommandOutput<typeof verifySpool>
  expect(seen.economics.allowed_actions).toContain('evidence')
  expect(seen.next_step.reason).toContain('submit evidence of type confirmation with method both_confirm')
  const request = {
    condition_id: conditions[0] ?? '',
    type: 'confirmation' as const,
    source: 'key of the provider',
    metadata: { method: 'both_confirm', outcome: 'passed' },
  }
  const forBuyer = { spoolId: id, request: { ...request, on_behalf_of: 'buyer' } }
  expect(await codesOf(spools.send(submitEvidence, forBuyer, invited))).toEqual([
    'forbidden',
    403,
    'buyer_side_only',
  ])
  const given = await spools.send(submitEvidence, { spoolId: id, request }, invited)
  expect(given).toMatchObject({ status: { verification: 'pending' }, next_step: { type: 'rerun_allowed' } })
  const done = await verify(id, buyer)
  expect(done).toMatchObject({ status: { verification: 'pass' }, earned_cents: 200 })
  expect(done.receipt?.evidence.map(({ confirmed_evidence_digest: digest }) => typeof digest)).toEqual([
    'string',
    'string',
  ])
})

test('a word and a swap of what it is about, sent at once, never pass what was not seen', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id, conditions } = await accepted([looksGood])
    const [conditionId = ''] = conditions
    const before = await deliver(id, conditionId, ['a@example.com'])
    const [seen] = before.evidence
    const shown = before.conditions[0]?.confirmation?.evidence_digest ?? undefined
    const [confirming, replacing] = await Promise.allSettled([
      verify(id, buyer, word(conditionId, { evidence_digest: shown })),
      deliver(id, conditionId, ['swapped@example.com']),
    ])
    if (confirming.status === 'rejected') {
      expect(await codesOf(Promise.reject(confirming.reason as Error))).toEqual([
        'conflict',
        409,
        'evidence_changed',
      ])
      expect(replacing.status).toBe('fulfilled')
      continue
    }
    const { receipt } = confirming.value
    expect(receipt?.result).toBe('pass')
    expect(receipt?.evidence.map(({ evidence_id: evidence, status }) => [evidence, status])).toEqual([
      [seen?.id, 'present'],
      [expect.any(String), 'present'],
    ])
  }
})

test('a swapped delivery voids the word on it: there is no run until it is given again, and the history says so', async () => {
  const { id, conditions } = await accepted([rows, { ...looksGood, confirmation_method: 'both_confirm' }])
  const [byRows = '', byPeople = ''] = conditions
  const mine = { method: 'both_confirm' as const }
  await deliver(id, byRows, ['a@example.com'])
  await verify(id, buyer, word(byPeople, mine))
  const swapped = await deliver(id, byRows, ['b@example.com'])
  expect(swapped).toMatchObject({
    status: { verification: 'awaiting_confirmation' },
    next_step: { type: 'await_confirmation', actor: 'buyer' },
  })
  expect(swapped.conditions[1]?.confirmation?.given).toMatchObject([
    { side: 'buyer', outcome: null, voided_by: swapped.evidence.at(-1)?.id },
  ])
  expect(await verify(id, provider, word(byPeople, mine))).toMatchObject({ receipt: null })
  const done = await verify(id, buyer, word(byPeople, mine))
  expect(done.status.verification).toBe('pass')
  expect((await typesOf(id)).filter((type) => type.startsWith('confirmation.'))).toEqual([
    'confirmation.recorded',
    'confirmation.voided',
    'confirmation.recorded',
    'confirmation.recorded',
  ])
})

test('what a person said no to can be said yes to later, until the verdict is final', async () => {
  const { id, conditions } = await accepted([looksGood])
  expect(await verify(id, buyer, word(conditions[0], { outcome: 'failed' }))).toMatchObject({
    status: { verification: 'fail' },
    terminal: false,
  })
  expect(await verify(id, buyer, word(conditions[0]))).toMatchObject({ status: { verification: 'pass' } })
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

test('a driver that is gone is replaced, and the caller who asks again gets the reply that was made for it', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  const options = { commandId: `abandoned verify of ${id}` }
  const { promise, resolve } = Promise.withResolvers<void>()
  spools.fakes.beforeResult = () => promise
  const first = verify(id, account(1, 'verify'), {}, options)
  await vi.waitFor(() => expect(spools.fakes.jobs.at(-1)?.spoolId).toBe(id))
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
  await vi.waitFor(() => expect(jobs()).toHaveLength(1))
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

/** What the signer says next is asked: what it said before counts for a second. */
function signer(signingState: 'ready' | 'no_key' | 'off'): void {
  Object.assign(spools.fakes, { signingState, isSigning: signingState === 'ready' })
  clock.advance(1_000)
}

test('without a signing key no run is opened, nothing is reserved, and the same request succeeds with one', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  const { version } = await spools.send(readSpool, { id }, buyer)
  signer('no_key')
  const reserved = spools.fakes.reserved.length
  await expect(verify(id)).rejects.toMatchObject({
    code: 'configuration_unavailable',
    options: { reason: 'signing_not_configured' },
  })
  expect(spools.fakes.reserved).toHaveLength(reserved)
  expect(spools.fakes.jobs.filter(({ spoolId }) => spoolId === id)).toEqual([])
  expect(await spools.send(readSpool, { id }, buyer)).toMatchObject({
    version,
    status: { verification: 'pending' },
  })
  signer('ready')
  expect(await verify(id)).toMatchObject({ receipt: { result: 'pass' } })
})

test('a deployment that signs nothing on purpose verifies all the same, and says so', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  signer('off')
  expect(await verify(id)).toMatchObject({
    status: { verification: 'pass' },
    receipt: null,
    attestation: null,
    signing: 'not_configured',
    latest_receipt_id: null,
  })
})

test('the receipt of a run that ended while signing was off is issued later, once, and its Spool goes on with it', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  signer('off')
  const { verification_run_id: runId } = await verify(id)
  const operator: Principal = { kind: 'operator', name: 'alice' }
  const issue = (of = String(runId)) => spools.send(issueRunReceipt, { runId: of }, operator)
  await expect(issue()).rejects.toMatchObject({ options: { reason: 'signing_off' } })
  signer('ready')
  const issued = await issue()
  expect(issued).toMatchObject({ spoolId: id, runId })
  expect(await issue()).toEqual(issued)
  expect(await spools.send(readSpool, { id }, buyer)).toMatchObject({
    latest_receipt_id: issued.receiptId,
  })
  expect(await typesOf(id)).toContain('receipt.issued')
  await expect(issue('vr_00000000000000000000ffff')).rejects.toMatchObject({ code: 'not_found' })
})

test('a run without a receipt replaces none, and the next receipt replaces the last that there is', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', [''])
  const first = await verify(id)
  signer('off')
  expect(await verify(id)).toMatchObject({ receipt: null, latest_receipt_id: first.receipt?.id })
  expect(await typesOf(id)).not.toContain('receipt.superseded')
  signer('ready')
  const third = await verify(id)
  expect(third.receipt?.['supersedes']).toBe(first.receipt?.id)
  const told = await spools.send(listSpoolEvents, { spoolId: id }, buyer)
  expect(told.filter(({ type }) => type === 'receipt.superseded').map(({ data }) => data)).toEqual([
    {
      receipt_id: first.receipt?.id,
      replacement_receipt_id: third.receipt?.id,
      reason: 'verified_again',
      evidence_ids: [],
    },
  ])
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
  const deadline = new Date(clock.now().getTime() - 1_000).toISOString()
  const inTime: Condition = {
    description: 'In time.',
    required: true,
    verification_method: 'deterministic',
    deterministic_check: { checker: 'deadline_met', deadline },
  }
  const { id, conditions } = await accepted([inTime])
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

test('the signed result of the declared judge decides, once, and the latest observation counts', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { id, conditions, spool } = await accepted([
    {
      description: 'The lab passes it.',
      required: true,
      verification_method: 'external_tool',
      external_judge: {
        id: 'qa-lab-1',
        name: 'QA Lab',
        proof: { type: 'ed25519', public_key: publicKey.export({ format: 'jwk' }).x ?? '' },
      },
    },
  ])
  const judged = (result: 'pass' | 'fail', observedAt: string) => {
    const signed = {
      evaluator: 'qa-lab-1',
      verdict: result,
      condition_results: [{ condition_id: conditions[0] ?? '', result }],
      observed_at: observedAt,
    }
    const text = canonicalJson({
      schema: 'outturn/external-result@1',
      spool_id: id,
      agreement_hash: spool.agreement.agreement_hash,
      ...signed,
      evidence_refs: [],
    })
    const signature = sign(null, Buffer.from(text), privateKey).toString('base64url')
    return { ...signed, proof: { type: 'ed25519' as const, signature } }
  }
  const record = (request: ReturnType<typeof judged>) =>
    spools.send(recordExternalResult, { spoolId: id, request }, provider)
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'] as const

  const forged = { ...judged('pass', early), verdict: 'pass' as const, observed_at: late }
  expect(await codesOf(record(forged))).toEqual(['validation_failed', 422, 'invalid_signature'])
  const first = await record(judged('fail', early))
  expect(first.evidence).toHaveLength(1)
  expect(await record(judged('fail', early))).toEqual(first)
  expect(await codesOf(record(judged('pass', early)))).toEqual(['conflict', 409, 'result_exists'])
  expect(await verify(id)).toMatchObject({ status: { verification: 'fail' }, terminal: false })
  clock.advance(1_000)
  expect(await record(judged('pass', late))).toMatchObject({ next_step: { type: 'rerun_allowed' } })
  expect(await codesOf(record(judged('pass', '2026-01-01T12:00:00Z')))).toEqual([
    'conflict',
    409,
    'superseded',
  ])
  expect(await verify(id)).toMatchObject({ status: { verification: 'pass' } })
})

test.each(['text', 'json', 'content_base64'] as const)(
  'no one submits what could be taken for a word, as %s or otherwise',
  async (form) => {
    const { id, conditions } = await accepted([looksGood])
    const record = {
      kind: 'confirmation',
      method: 'buyer_confirm',
      outcome: 'passed',
      party: 'buyer',
      evidence_refs: [],
    }
    const text = canonicalJson(record)
    const metadata = {
      text: { text },
      json: { json: record },
      content_base64: {
        content_base64: Buffer.from(text).toString('base64'),
        media_type: 'application/octet-stream',
      },
    }[form]
    const request = {
      condition_id: conditions[0] ?? '',
      type: 'confirmation' as const,
      source: 'confirmation:buyer_confirm',
      metadata,
      on_behalf_of: 'buyer',
    }
    const [code, status] = await codesOf(spools.send(submitEvidence, { spoolId: id, request }, provider))
    expect([code, status]).toEqual(['validation_failed', 422])
  },
)

const preview = (spoolId: string, principal: Principal, request: VerifySpoolRequest = {}) =>
  spools.send(previewVerification, { spoolId, request }, principal)
/** Rows that are sent along with a dry run. */
const along = (conditionId: string | undefined, emails: string[]): VerifySpoolRequest => ({
  evidence: [emailsFor('', conditionId ?? '', emails).request],
})

test('a dry run tells either party the verdict, the price and what to fix, over what is there and what is sent along, and keeps nothing', async () => {
  const { id, conditions } = await accepted([rows], {
    unitization: { total_units: 2, unit_amount_cents: 100 },
  })
  const before = await spools.send(readSpool, { id }, buyer)
  const reserved = spools.fakes.reserved.length
  expect(await codesOf(preview(id, provider))).toEqual(['invalid_state', 409, 'nothing_to_verify'])
  const half = await preview(id, provider, along(conditions[0], ['a@example.com', '']))
  expect(half).toMatchObject({
    dry_run: true,
    spool_id: id,
    plan_hash: before.agreement.plan_hash,
    result: 'partial',
    earned_cents: 100,
    accepted: 1,
    rejected: 1,
    rejections: [{ unit: 2, reason: 'missing_field:email' }],
    price: { verification_micros: '100000' },
    evidence_items: 1,
    awaits: [],
    previews_left: 19,
  })
  expect(half.corrective_hint).toContain('email')
  expect(await spools.send(readSpool, { id }, buyer)).toEqual(before)
  expect(await typesOf(id)).toEqual(['spool.created', 'spool.accepted'])
  expect(spools.fakes.reserved).toHaveLength(reserved)

  await deliver(id, conditions[0] ?? '', ['a@example.com', ''])
  expect(await preview(id, account(1, 'verify'))).toMatchObject({ result: 'partial', previews_left: 19 })
  const counterparty = { ...provider, scope: 'counterparty', spoolId: id } as Principal
  expect(
    await preview(id, counterparty, along(conditions[0], ['a@example.com', 'b@example.com'])),
  ).toMatchObject({ result: 'pass', earned_cents: 200, evidence_items: 2, previews_left: 18 })
  expect(await codesOf(verify(id, counterparty))).toEqual(['forbidden', 403, 'full_scope_required'])
  expect(await verify(id)).toMatchObject({ status: { verification: 'partial' }, earned_cents: 100 })
})

test('a dry run follows the rules of what it tries: of who may send, say and ask, and of what can still be verified', async () => {
  const { id, conditions } = await accepted([looksGood, rows])
  const [byHand, byRows] = conditions
  expect(await preview(id, provider, along(byRows, ['a@example.com']))).toMatchObject({
    result: 'uncertain',
    awaits: [{ condition_id: byHand, side: 'buyer' }],
  })
  const [code] = await codesOf(preview(id, provider, word(byHand)))
  expect(code).toBe('forbidden')
  expect(
    await preview(id, buyer, {
      ...word(byHand),
      evidence: [{ ...emailsFor('', byRows ?? '', ['a@example.com']).request, on_behalf_of: 'provider' }],
    }),
  ).toMatchObject({ result: 'pass', awaits: [] })
  await expect(preview(id, provider, along('cond_000000000000000000000000', ['']))).rejects.toMatchObject({
    code: 'validation_failed',
    options: { field: 'evidence[0].condition_id' },
  })
  expect(await codesOf(preview(id, account(3)))).toEqual(['spool_not_found', 404, undefined])
  await expect(verify(id, buyer, along(byRows, ['a@example.com']))).rejects.toMatchObject({
    code: 'validation_failed',
    status: 422,
    options: { field: 'evidence' },
  })
  await deliver(id, byRows ?? '', ['a@example.com'])
  await verify(id, buyer, word(byHand))
  expect(await codesOf(preview(id, provider))).toEqual(['invalid_state', 409, 'spool_closed'])
  const proposed = await spools.send(createSpool, { request: provisionRequest() }, buyer)
  expect(await codesOf(preview(proposed.id, buyer))).toEqual(['invalid_state', 409, 'not_accepted'])
})

test('each party has so many dry runs of a Spool on a day, whatever the other one uses', async () => {
  const { id, conditions } = await accepted([rows])
  const sent = along(conditions[0], ['a@example.com'])
  const answers = await Promise.allSettled(Array.from({ length: 22 }, () => preview(id, provider, sent)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  await expect(preview(id, provider, sent)).rejects.toMatchObject({
    code: 'rate_limited',
    options: { reason: 'dry_run_limit', retryAfterSeconds: expect.any(Number) },
  })
  const own = { evidence: [{ ...sent.evidence?.[0], on_behalf_of: 'provider' }] } as VerifySpoolRequest
  expect(await preview(id, buyer, own)).toMatchObject({ previews_left: 19 })
  clock.advance(24 * 60 * 60 * 1_000)
  await spools.sweep('forget-previews')
  expect(await preview(id, provider, sent)).toMatchObject({ previews_left: 19 })
})

test('a dry run judges what the Spool holds in any size', async () => {
  const { id, conditions } = await accepted([rows])
  const emails = Array.from({ length: 12_000 }, (_, n) => `person${n}@example.com`)
  await deliver(id, conditions[0] ?? '', emails)
  expect(await preview(id, buyer)).toMatchObject({ result: 'pass', evidence_items: 1 })
})
