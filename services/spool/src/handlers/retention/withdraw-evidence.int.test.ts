import { createHash } from 'node:crypto'
import {
  consentToReview,
  decideReview,
  openDispute,
  type Principal,
  readEvidence,
  readSpool,
  readReview,
  readSuppliedContent,
  requestReview,
  type SpoolView,
  withdrawDispute,
  withdrawEvidence,
  withdrawReview,
} from '@outturn/contracts'
import { query, statement } from '@outturn/postgres'
import { clockAhead } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { agreedSpools } from '../../testing/agreed-spools.ts'
import {
  account,
  buyer,
  everyRowHasEmail,
  provider,
  stranger,
  wholeHistory,
} from '../../testing/two-parties.ts'

const clock = clockAhead()
const dayMs = 86_400_000
const { spools, accepted, deliver, verify, codesOf } = await agreedSpools(clock)

const withdraw = (spoolId: string, evidenceId: string, principal: Principal = provider) =>
  spools.send(withdrawEvidence, { spoolId, evidenceId }, principal)
const spoolOf = async (id: string) => (await spools.send(readSpool, { id }, buyer)) as SpoolView

/** Work that was delivered twice, with the same rows the second time, and passed; its dispute window is a day. */
async function delivered(marker: string, change: object = {}) {
  const { id, conditions } = await accepted([everyRowHasEmail], {
    dispute_policy: { window_hours: 24, holds_settlement: true, resolver: 'none' },
    ...change,
  })
  await deliver(id, conditions[0] ?? '', [`${marker}@example.com`, 'b@example.com'])
  const { receipt } = await verify(id)
  const evidenceId = (await spoolOf(id)).evidence[0]?.id ?? ''
  return { id, evidenceId, receiptId: receipt?.id ?? '' }
}

/** Rows of any table of the service that hold a text. */
async function rowsWith(text: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    spools.pool,
    statement(
      'all_tables',
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema = current_schema()`,
    ),
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await query(
      spools.pool,
      statement(`search_${name}`, `select 1 from ${name} as t where t::text like '%' || $1 || '%' limit 1`),
      [text],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

test('a content is withdrawn by the party that submitted it once nothing needs it, and is gone from every table and stream', async () => {
  let onTheWay: readonly string[] = []
  spools.fakes.beforeResult = async () => {
    onTheWay = await spools.nats.filesWith('marker-of-withdrawal')
  }
  const { id, evidenceId, receiptId } = await delivered('marker-of-withdrawal')
  expect(onTheWay).not.toEqual([])
  expect(await rowsWith('marker-of-withdrawal')).not.toEqual([])
  expect(await codesOf(withdraw(id, evidenceId, stranger))).toEqual(['spool_not_found', 404, undefined])
  expect(await codesOf(withdraw(id, evidenceId, buyer))).toEqual(['forbidden', 403, 'supplier_only'])
  expect(await codesOf(withdraw(id, evidenceId, account(2, 'verify')))).toEqual([
    ...['forbidden', 403],
    'counterparty_scope_required',
  ])
  expect(await codesOf(withdraw(id, `ev_${'0'.repeat(24)}`))).toEqual(['not_found', 404, undefined])
  const early = await withdraw(id, evidenceId).catch((error: unknown) => error)
  const window = new Date(Date.parse((await spoolOf(id)).updated_at) + dayMs).toISOString()
  expect(early).toMatchObject({
    code: 'invalid_state',
    options: { reason: 'evidence_in_use', details: { until: window } },
  })

  clock.advance(dayMs)
  const answer = await withdraw(id, evidenceId)
  expect(answer).toMatchObject({ evidence_id: evidenceId, content: 'withdrawn' })
  clock.advance(60_000)
  expect(await withdraw(id, evidenceId)).toEqual(answer)
  expect(await rowsWith('marker-of-withdrawal')).toEqual([])
  await spools.streams.removeHandledMessages()
  expect(await spools.nats.filesWith('marker-of-withdrawal')).toEqual([])

  const after = await spoolOf(id)
  expect(after.evidence[0]).toMatchObject({
    content_digest: answer.content_digest,
    withdrawn_at: answer.withdrawn_at,
  })
  expect(after.latest_receipt_id).toBe(receiptId)
  const target = { spoolId: id, evidenceId }
  expect(await spools.send(readEvidence, target, buyer)).toMatchObject({ content: null })
  expect(await codesOf(spools.send(readSuppliedContent, target, buyer))).toEqual([
    ...['not_found', 404],
    'content_withdrawn',
  ])
  const told = (await wholeHistory(spools, id, buyer)).filter(({ type }) => type === 'evidence.withdrawn')
  expect(told.map(({ data }) => data)).toEqual([
    { evidence_id: evidenceId, content_digest: answer.content_digest, by: 'party' },
  ])
  const outbox = await query<{ body: string }>(
    spools.pool,
    statement('withdrawal_events', `select body from outbox where body like '%' || $1 || '%'`),
    [evidenceId],
  )
  expect(outbox.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { spoolId: id, evidenceId, runIds: [expect.stringMatching(/^vr_/)] },
  ])
})

test('what a source reported is withdrawn by the side that registered it, and names its facts once no snapshot is kept', async () => {
  const sourceId = `src_${'1'.repeat(24)}`
  spools.fakes.sources = [{ sourceId, accountId: provider.accountId, spoolId: null, scheme: null }]
  const report = (subjects: string[]) => {
    const row = (subject: string) => ({
      ...{ subject, predicate: 'p', value: 'marker-of-facts' },
      occurred_at: '2026-01-01T00:00:00.000Z',
    })
    spools.fakes.snapshots = [
      {
        ...{ sourceId, isAvailable: true, provenance: 'service_fetched', registeredBy: 'provider' },
        ...{ isSelfAsserted: false, observedAt: clock.now().toISOString(), rows: subjects.map(row) },
      },
    ]
  }
  const { id } = await accepted(
    [
      {
        ...everyRowHasEmail,
        deterministic_check: { checker: 'row_count', expected: 2 },
        evidence_requirements: [{ expected_type: 'dataset', source_ref: sourceId }],
      },
    ],
    { dispute_policy: { window_hours: 24, holds_settlement: true, resolver: 'none' } },
  )
  report(['T-1'])
  await verify(id)
  clock.advance(60_000)
  report(['T-1', 'T-2'])
  const until = clock.now().toISOString()
  await verify(id)
  clock.advance(dayMs + 60_000)
  const [first, second] = (await spoolOf(id)).evidence
  expect(await codesOf(withdraw(id, first?.id ?? '', buyer))).toEqual(['forbidden', 403, 'supplier_only'])
  const factsOf = async (evidenceId = '') => {
    const [row] = await query<{ body: string }>(
      spools.pool,
      statement('withdrawal_event', `select body from outbox where body like '%' || $1 || '%'`),
      [evidenceId],
    )
    return (JSON.parse(row?.body ?? '{}') as { facts?: object }).facts
  }
  await withdraw(id, first?.id ?? '')
  expect(await factsOf(first?.id)).toBeUndefined()
  await withdraw(id, second?.id ?? '')
  expect(await factsOf(second?.id)).toEqual({ sourceId, until })
  expect(await rowsWith('marker-of-facts')).toEqual([])
})

test('a content that another item needs stays until that item is withdrawn, too', async () => {
  const { id, conditions } = await accepted([everyRowHasEmail], {
    dispute_policy: { window_hours: 24, holds_settlement: true, resolver: 'none' },
  })
  const rows = ['marker-of-two@example.com', 'b@example.com']
  await deliver(id, conditions[0] ?? '', rows, 'first')
  await deliver(id, conditions[0] ?? '', rows, 'second')
  await verify(id)
  clock.advance(dayMs)
  const [first, second] = (await spoolOf(id)).evidence
  await withdraw(id, first?.id ?? '')
  expect(await rowsWith('marker-of-two')).not.toEqual([])
  expect(
    await codesOf(spools.send(readSuppliedContent, { spoolId: id, evidenceId: first?.id ?? '' }, buyer)),
  ).toEqual(['not_found', 404, 'content_withdrawn'])
  await withdraw(id, second?.id ?? '')
  expect(await rowsWith('marker-of-two')).toEqual([])
})

test('an open dispute keeps the content, and its end frees it', async () => {
  const { id, evidenceId, receiptId } = await delivered('marker-of-dispute')
  const request = { reason: 'quality', detail: 'Half.', requested: 're_verify' } as const
  clock.advance(dayMs - 120_000)
  const { id: disputeId } = await spools.send(openDispute, { spoolId: id, receiptId, request }, buyer)
  clock.advance(600_000)
  expect(await codesOf(withdraw(id, evidenceId))).toEqual(['invalid_state', 409, 'evidence_in_use'])
  await spools.send(withdrawDispute, { disputeId }, buyer)
  expect(await withdraw(id, evidenceId)).toMatchObject({ content: 'withdrawn' })
})

test('an open review keeps the content, and so does a decision that waits for its run', async () => {
  const { id, evidenceId, receiptId } = await delivered('marker-of-review')
  const ask = () => {
    const request = { reviewer: { name: 'Ana' }, question: 'Is row 2 a lead?' }
    return spools.send(requestReview, { spoolId: id, receiptId, request }, buyer)
  }
  const [first, second] = [await ask(), await ask()]
  clock.advance(dayMs + 120_000)
  const refusal = { options: { reason: 'evidence_in_use', details: { until: second.expires_at } } }
  await expect(withdraw(id, evidenceId)).rejects.toMatchObject(refusal)
  await spools.send(withdrawReview, { reviewId: first.id }, buyer)
  await expect(withdraw(id, evidenceId)).rejects.toMatchObject(refusal)

  await spools.send(consentToReview, { reviewId: second.id }, provider)
  spools.fakes.failsRuns = true
  const token = second.decision_url.slice(second.decision_url.lastIndexOf('/') + 1)
  const tokenHash = createHash('sha256').update(token).digest('hex')
  const conditionId = (await spoolOf(id)).conditions[0]?.id ?? ''
  const outcomes = [{ condition_id: conditionId, outcome: 'failed' as const }]
  const decision = { decision: 'overturn' as const, condition_outcomes: outcomes }
  await spools.send(decideReview, { reviewId: second.id, tokenHash, request: decision }, { kind: 'public' })
  expect(await spools.send(readReview, { reviewId: second.id }, buyer)).toMatchObject({ effect: 'pending' })
  await expect(withdraw(id, evidenceId)).rejects.toMatchObject({
    options: { reason: 'evidence_in_use', details: { until: null } },
  })
})

test('after the days of retention two replicas delete all contents once, and none that is still needed', async () => {
  const old = await delivered('marker-of-old')
  const open = await accepted([everyRowHasEmail])
  await deliver(open.id, open.conditions[0] ?? '', ['marker-of-open@example.com', ''])
  clock.advance(9 * dayMs)
  const sweep = () => Promise.all([spools.sweep('old-contents'), spools.sweep('old-contents')])
  await sweep()
  expect(await rowsWith('marker-of-old')).not.toEqual([])
  clock.advance(3 * dayMs)
  await sweep()
  await sweep()
  expect(await rowsWith('marker-of-old')).toEqual([])
  expect(await rowsWith('marker-of-open')).not.toEqual([])
  const told = (await wholeHistory(spools, old.id, buyer)).filter(({ type }) => type === 'evidence.withdrawn')
  expect(told).toMatchObject([{ actor: { kind: 'service' }, data: { by: 'retention' } }])
})
