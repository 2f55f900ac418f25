import {
  deliveryInput,
  drawnCommandPrefix,
  type OneCallRequest,
  previewDelivery,
  type Principal,
  readRunOutcome,
  readSpool,
  spoolRunFailed,
  Refusal,
  type SpoolView,
  submitEvidence,
  verifyDelivery,
  verifySpool,
} from '@outturn/contracts'
import { derivedId } from '@outturn/service'
import { readOutcomeReceipt } from '@outturn/receipt-verifier'
import { clockAhead } from '@outturn/testkit'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { recipe } from '../../testing/fakes.ts'
import { testSpools } from '../../testing/test-spools.ts'
import { wholeHistory } from '../../testing/two-parties.ts'

const clock = clockAhead()
const initiator: Principal = {
  kind: 'account',
  accountId: 'acc_000000000000000000000001',
  accountName: 'Acme',
  accountKind: 'agent',
  via: { kind: 'key', keyId: 'key_000000000000000000000001', scope: 'verify' },
}
const rows = [{ email: 'a@example.com' }, { email: '' }]
const delivery: OneCallRequest = {
  conditions: ['every row has email'],
  unit: { total_units: 2, unit_amount_cents: 100 },
  evidence: { type: 'dataset', rows },
}
const check = { checker: 'completeness' as const, required_fields: ['email'] }
const spools = await testSpools(clock)

const verify = (request: OneCallRequest) => spools.send(verifyDelivery, deliveryInput(request), initiator)
const preview = (request: OneCallRequest) => spools.send(previewDelivery, deliveryInput(request), initiator)

test('a Spool of one call can be fixed and verified again by its account', async () => {
  const first = await verify(delivery)
  expect(first).toMatchObject({ earned_cents: 100, can_rerun: true, next_step: { type: 'submit_evidence' } })
  const spoolId = first.spool_id
  const spool = (await spools.send(readSpool, { id: spoolId }, initiator)) as SpoolView
  expect(spool.economics.allowed_actions).toEqual(['evidence', 'verify'])

  clock.advance(1_000)
  const metadata = { rows: [{ email: 'a@example.com' }, { email: 'b@example.com' }] }
  const request = {
    condition_id: spool.conditions[0]?.id ?? '',
    type: 'dataset' as const,
    source: 'one-call',
    metadata,
  }
  await spools.send(submitEvidence, { spoolId, request }, initiator)
  const second = await spools.send(verifySpool, { spoolId, request: {} }, initiator)
  expect(second).toMatchObject({
    status: { verification: 'pass', outcome: 'completed' },
    earned_cents: 200,
    agreement: { mode: 'unilateral', acceptance: { accepted_by: 'initiator' } },
  })
  expect([first, second].map(({ receipt }) => receipt?.verification['attempt'])).toEqual([1, 2])
  const reader: Principal = {
    ...initiator,
    via: { kind: 'key', keyId: 'key_000000000000000000000001', scope: 'full' },
  }
  const events = await wholeHistory(spools, first.spool_id, reader)
  const before = (type: string) =>
    events.filter((event) => event.type === type).map(({ seq, hash }) => ({ seq, hash }))
  expect(first.receipt?.history).toEqual(before('evidence.submitted')[0])
  expect(second.receipt?.history).toEqual(before('verification.requested')[0])
})

test('a one-call verification costs its service two statements: what was agreed, and how it ended', async () => {
  using queries = vi.spyOn(spools.pool, 'query')
  await verify({ ...delivery, conditions: [{ description: 'Emails.', deterministic_check: check }] })
  const names = queries.mock.calls.map(([query]) => (query as unknown as { name?: string }).name ?? '')
  const own = names.filter((name) => !name.startsWith('outbox_')).map((name) => name.replace(/_\d+_\d+$/, ''))
  expect(own).toEqual(['commit_spools', 'commit_spools'])
})

test('what was found of many units is neither read nor written anew here, and a repetition gets the same bytes', async () => {
  const lacking = Array.from({ length: 20_000 }, () => ({}))
  const request: OneCallRequest = {
    conditions: [{ description: 'Emails.', deterministic_check: check }],
    unit: { total_units: lacking.length, unit_amount_cents: 1 },
    evidence: { type: 'dataset', rows: lacking },
  }
  const options = { commandId: 'cmd_many_units' }
  const written = vi.spyOn(JSON, 'stringify')
  const first = await spools.send(verifyDelivery, deliveryInput(request), initiator, options)
  const texts = written.mock.results.map(({ value }) => String(value))
  written.mockRestore()
  const leaves = (first.receipt as { unit_results?: object[] } | null)?.unit_results ?? []
  expect(leaves).toHaveLength(lacking.length)
  // Once, by the checkers, which are in this process for the test.
  const holding = texts.filter((text) => text.includes(JSON.stringify(leaves.at(-1)).slice(1, -1)))
  expect(holding).toHaveLength(1)

  const again = await spools.send(verifyDelivery, deliveryInput(request), initiator, options)
  expect(again).toEqual(first)
  const { rows: kept } = await spools.pool.query(
    'select reply, length(packed_reply) > 100000 as is_packed, bare_reply from command_log where command_id = $1',
    [options.commandId],
  )
  expect(kept).toEqual([{ reply: null, is_packed: true, bare_reply: null }])
})

test('a reply is kept without the documents that signing keeps, and a repetition has them in their places', async () => {
  const options = { commandId: 'cmd_kept_bare' }
  const send = async () =>
    JSON.stringify(await spools.send(verifyDelivery, deliveryInput(delivery), initiator, options))
  const first = await send()
  expect(await send()).toBe(first)
  const { rows: kept } = await spools.pool.query<{ bare_reply: string; reply: null; receipt_of: string }>(
    'select reply, bare_reply, receipt_of from command_log where command_id = $1',
    [options.commandId],
  )
  const runId = derivedId('run', options.commandId)
  expect(kept).toMatchObject([{ reply: null, receipt_of: runId }])
  const whole = JSON.parse(first) as object
  expect(kept[0]?.bare_reply).toBe(JSON.stringify({ ...whole, receipt: null, attestation: null }))

  // No other documents take their places, and the bare reply is no answer.
  spools.fakes.documentsOf.delete(runId)
  await expect(send()).rejects.toMatchObject({ code: 'internal_error' })
})

test('a run whose receipt cannot be had is taken up again within seconds of the signer', async () => {
  const options = { commandId: 'cmd_without_signer' }
  spools.fakes.isSigning = false
  await expect(
    spools.send(verifyDelivery, deliveryInput(delivery), initiator, options),
  ).rejects.toMatchObject({
    code: 'configuration_unavailable',
  })
  spools.fakes.isSigning = true
  const runId = derivedId('run', options.commandId)
  // One second after it was left, or the five of a lease that was being renewed at that moment.
  for (let seconds = 1, isOpen = true; isOpen; seconds += 1) {
    expect(seconds).toBeLessThan(8)
    clock.advance(1_000)
    await spools.sweep('abandoned-processes')
    isOpen = (await spools.send(readRunOutcome, { runId }, initiator)).outcome === 'open'
  }
  expect(await spools.send(verifyDelivery, deliveryInput(delivery), initiator, options)).toMatchObject({
    earned_cents: 100,
  })
})

describe('a run whose request came without a key', () => {
  const send = (commandId: string) =>
    spools.send(verifyDelivery, deliveryInput(delivery), initiator, { commandId })
  const stateOf = async (commandId: string) =>
    (await spools.send(readRunOutcome, { runId: derivedId('run', commandId) }, initiator)).outcome
  /** Its receipt cannot be had, so that it stays open. */
  async function left(commandId: string): Promise<void> {
    spools.fakes.isSigning = false
    await expect(send(commandId)).rejects.toMatchObject({ code: 'configuration_unavailable' })
    expect(await stateOf(commandId)).toBe('open')
  }
  async function laterBy(ms: number): Promise<void> {
    clock.advance(ms)
    await spools.sweep('abandoned-processes')
  }
  const minute = 60_000

  test('is given up uncharged when no one asks for it again within ten minutes', async () => {
    const commandId = `${drawnCommandPrefix}1`
    await left(commandId)
    await laterBy(9 * minute)
    expect(await stateOf(commandId)).toBe('open')
    await laterBy(2 * minute)
    expect(await stateOf(commandId)).toBe('failed')
    const { rowCount } = await spools.pool.query(
      `select 1 from outbox where subject like '%' || $1 and body like '%' || $2 || '%'`,
      [spoolRunFailed.name, derivedId('run', commandId)],
    )
    expect(rowCount).toBe(1)
    spools.fakes.isSigning = true
    await expect(send(commandId)).rejects.toMatchObject({
      code: 'conflict',
      options: { reason: 'verification_unclaimed' },
    })
  })

  test('ends as any other once it was asked for again, however late', async () => {
    const commandId = `${drawnCommandPrefix}2`
    await left(commandId)
    await expect(send(commandId)).rejects.toMatchObject({ code: 'store_conflict' })
    await laterBy(30 * minute)
    expect(await stateOf(commandId)).toBe('open')
    spools.fakes.isSigning = true
    await laterBy(minute)
    expect(await send(commandId)).toMatchObject({ earned_cents: 100 })
  })

  test('is kept when its receipt was signed', async () => {
    const commandId = `${drawnCommandPrefix}3`
    await left(commandId)
    spools.fakes.receiptOf.set(derivedId('run', commandId), 'ocr_000000000000000000000001')
    await laterBy(11 * minute)
    expect(await stateOf(commandId)).toBe('open')
    spools.fakes.isSigning = true
    await laterBy(minute)
    expect(await stateOf(commandId)).toBe('verified')
  })

  test('under a key of its caller is never given up', async () => {
    await left('cmd_keyed')
    await laterBy(30 * minute)
    expect(await stateOf('cmd_keyed')).toBe('open')
    spools.fakes.isSigning = true
    await laterBy(minute)
    expect(await stateOf('cmd_keyed')).toBe('verified')
  })
})

test('a condition of a Spool is taken as it was sent or read, and one that no checker decides is refused where it stands', async () => {
  const first = await verify({
    ...delivery,
    conditions: [{ description: 'Emails.', deterministic_check: check }],
  })
  const { conditions } = (await spools.send(readSpool, { id: first.spool_id }, initiator)) as SpoolView
  const [read] = conditions as unknown as [Exclude<NonNullable<OneCallRequest['conditions']>[number], string>]
  expect(await verify({ ...delivery, conditions: [read] })).toMatchObject({ earned_cents: 100 })
  const required = {
    ...read,
    evidence_requirements: [{ expected_type: 'dataset' as const, source_ref: 'the site' }],
  }
  expect(await verify({ ...delivery, conditions: [required] })).toMatchObject({ earned_cents: 0 })
  const refusedAt = async (condition: object) => {
    const request = { ...delivery, conditions: [condition] } as OneCallRequest
    return verify(request).catch(({ code, status, options }) => [code, status, options.field])
  }
  expect(await refusedAt({ ...read, verification_method: 'human_confirmed' })).toEqual([
    'validation_failed',
    422,
    'conditions[0].verification_method',
  ])
})

test.each(['no_key', 'off'] as const)(
  'while the signer says %s nothing is opened, reserved or kept',
  async (state) => {
    spools.fakes.signingState = state
    clock.advance(1_000)
    const reserved = spools.fakes.reserved.length
    const options = { commandId: `cmd_unsigned_${state}` }
    const send = () => spools.send(verifyDelivery, deliveryInput(delivery), initiator, options)
    await expect(send()).rejects.toMatchObject({ code: 'configuration_unavailable' })
    expect(spools.fakes.reserved).toHaveLength(reserved)
    spools.fakes.signingState = 'ready'
    const answer = await send()
    expect(answer).toMatchObject({ earned_cents: 100 })
    spools.fakes.signingState = state
    clock.advance(1_000)
    expect(await send()).toEqual(answer)
    spools.fakes.signingState = 'ready'
  },
)

describe('after a restore that operators decided about', () => {
  const runOf = (commandId: string) => derivedId('run', commandId)
  afterEach(() => {
    spools.fakes.recoveryEpoch = 0
    clock.advance(1_000)
  })

  test('a request of the time that was lost gets ids of its own, and one of before it its reply', async () => {
    const send = (commandId: string) =>
      spools.send(verifyDelivery, deliveryInput(delivery), initiator, { commandId })
    const before = await send('cmd_before_restore')
    spools.fakes.recoveryEpoch = 1
    clock.advance(1_000)
    expect(await send('cmd_before_restore')).toEqual(before)
    const after = await send('cmd_of_lost_time')
    expect(spools.fakes.issuedFor).not.toContain(runOf('cmd_of_lost_time'))
    expect(spools.fakes.issuedFor.at(-1)).toBe(runOf('cmd_of_lost_time@1'))
    expect(after.spool_id).toBe(derivedId('spool', 'cmd_of_lost_time@1'))
    expect(await send('cmd_of_lost_time')).toEqual(after)
  })

  test('a run that was open then ends without a receipt, and nothing is charged', async () => {
    spools.fakes.beforeResult = async () => {
      spools.fakes.recoveryEpoch = 1
    }
    const options = { commandId: 'cmd_open_at_restore' }
    const sent = spools.send(verifyDelivery, deliveryInput(delivery), initiator, options)
    await expect(sent).rejects.toMatchObject({
      code: 'conflict',
      options: { reason: 'run_of_earlier_epoch' },
    })
    spools.fakes.beforeResult = async () => {}
    const { rows: processes } = await spools.pool.query(
      'select state from verification_process where run_id = $1',
      [runOf('cmd_open_at_restore')],
    )
    expect(processes).toEqual([{ state: 'failed' }])
  })

  test('nothing is opened while the decision is waited for, under a drawn id or a given one', async () => {
    spools.fakes.signingState = 'restored'
    clock.advance(1_000)
    const reserved = spools.fakes.reserved.length
    for (const commandId of ['cmd_while_restored', `${drawnCommandPrefix}while_restored`]) {
      const sent = spools.send(verifyDelivery, deliveryInput(delivery), initiator, { commandId })
      await expect(sent).rejects.toMatchObject({ options: { reason: 'restored_from_backup' } })
    }
    expect(spools.fakes.reserved).toHaveLength(reserved)
    spools.fakes.signingState = 'ready'
  })
})

test('a recipe binds its conditions, and the receipt names it with its hash', async () => {
  const { conditions: _, ...rest } = delivery
  const { receipt, rejections } = await verify({ ...rest, recipe: { id: recipe.id } })
  expect(rejections).toEqual([{ unit: 2, reason: 'missing_field:email' }])
  expect(receipt?.['recipe']).toEqual(recipe)
  expect(readOutcomeReceipt(receipt)).toHaveProperty('receipt')
  await expect(verify({ ...rest, recipe: { id: 'other@1' } })).rejects.toMatchObject({
    code: 'recipe_not_found',
  })
})

test('a repetition gets its answer also when its request could not be made any more', async () => {
  const { conditions: _, ...rest } = delivery
  const request = { ...rest, recipe: { id: recipe.id } }
  const options = { commandId: 'cmd_recipe_gone' }
  const first = await spools.send(verifyDelivery, deliveryInput(request), initiator, options)
  const { id } = recipe
  recipe.id = 'gone@1'
  onTestFinished(() => void (recipe.id = id))
  expect(await spools.send(verifyDelivery, deliveryInput(request), initiator, options)).toEqual(first)
  await expect(verify(request)).rejects.toMatchObject({ code: 'recipe_not_found' })
})

test('a dry run says what would bind, cost and come of it, and leaves no row behind', async () => {
  const before = await countRows()
  const { reserved, jobs, issuedFor } = spools.fakes
  const counts = () => [reserved.length, jobs.length, issuedFor.length]
  const asked = counts()
  const tried = await preview(delivery)
  expect(tried).toMatchObject({
    dry_run: true,
    conditions: [
      { required: true, deterministic_check: { checker: 'completeness', required_fields: ['email'] } },
    ],
    value: { amount_cents: 200, currency: 'USD' },
    price: { verification_micros: '100000', compile_micros: '50000', covered_by: 'credits' },
    result: 'partial',
    earned_cents: 100,
    rejections: [{ unit: 2, reason: 'missing_field:email' }],
    corrective_hint: expect.stringMatching(
      /^Add email to row 2 for “.*”, then call evidence and verify again\.$/,
    ),
  })
  expect(await countRows()).toEqual(before)
  expect(counts()).toEqual(asked)
})

test('a dry run comes to what the real one comes to, under ids of its own', async () => {
  const tried = await preview(delivery)
  const done = await verify(delivery)
  expect([tried.result, tried.earned_cents, tried.rejections]).toEqual([
    done.receipt?.result,
    done.earned_cents,
    done.rejections,
  ])
  expect(tried.plan_hash).not.toBe(done.receipt?.verification.plan_hash)
  expect((await preview(delivery)).plan_hash).not.toBe(tried.plan_hash)
})

test('a dry run takes content as large as the real one', async () => {
  const many = Array.from({ length: 12_000 }, (_, n) => ({ email: `person${n}@example.com` }))
  const tried = await preview({
    ...delivery,
    unit: { total_units: 12_000, unit_amount_cents: 1 },
    evidence: { type: 'dataset', rows: many },
  })
  expect(tried).toMatchObject({ result: 'pass', accepted: 12_000 })
})

test('a dry run refuses what the real one refuses', async () => {
  const vague = { ...delivery, conditions: ['it should be good'] }
  const refusals = await Promise.all(
    [preview, verify].map((send) => send(vague).catch((error: unknown) => error)),
  )
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'ambiguity_required' })
  }
})

test('a condition that rows cannot decide is refused where it stands, before anything is charged; a dry run shows its doubt', async () => {
  const described = { description: 'It says done.' }
  const onText = { ...described, deterministic_check: { checker: 'text_contains' as const, text: 'done' } }
  const onLink = { ...described, deterministic_check: { checker: 'url_format' as const } }
  const onRows = { ...described, deterministic_check: check }
  for (const [conditions, field] of [
    [[onText], 'conditions[0]'],
    [[onRows, onLink], 'conditions[1]'],
  ] as const) {
    const refusal: unknown = await verify({ ...delivery, conditions: [...conditions] }).catch(
      (error: unknown) => error,
    )
    expect(refusal).toMatchObject({ code: 'validation_failed', status: 422, options: { field } })
  }
  expect(await preview({ ...delivery, conditions: [onText] })).toMatchObject({ result: 'uncertain' })
  const optional = { ...onText, required: false }
  expect(await verify({ ...delivery, conditions: [onRows, optional] })).toMatchObject({ earned_cents: 100 })
})

async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await spools.pool.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'spool' and tablename <> 'schema_migration'`,
  )
  const counts = tables.map(async ({ tablename }) => {
    const { rows: counted } = await spools.pool.query<{ n: number }>(
      `select count(*)::int as n from ${tablename}`,
    )
    return [tablename, counted[0]?.n ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

test('a verification that costs more than one may is refused with the number and the limit, before anything is reserved', async () => {
  const phrases = Array.from({ length: 100 }, (_, index) => `phrase ${index}`)
  const search = { checker: 'text_contains' as const, field: 'text', any_of: phrases }
  const request: OneCallRequest = {
    conditions: Array.from({ length: 20 }, () => ({ description: 'Text.', deterministic_check: search })),
    unit: { total_units: 1, unit_amount_cents: 100 },
    evidence: { type: 'dataset', rows: [{ text: 'x'.repeat(900_000) }] },
  }
  const before = spools.fakes.reserved.length
  const refused = {
    code: 'input_too_large',
    message: expect.stringMatching(/\d+ steps of work; at most 100000000 are taken/) as string,
    options: { field: 'evidence.rows', reason: 'run_too_large' },
  }
  await expect(verify(request)).rejects.toMatchObject(refused)
  await expect(preview(request)).rejects.toMatchObject(refused)
  expect(spools.fakes.reserved).toHaveLength(before)
})
