import { createHash } from 'node:crypto'
import {
  acceptSpool,
  cancelSpool,
  addDisputeStatement,
  consentToReview,
  createSpool,
  type CreateSpoolRequest,
  decideReview,
  deliveryInput,
  eraseAccount,
  listClaims,
  listDiscrepancies,
  type MatchFinding,
  type MatchRequest,
  matchSpoolClaims,
  type OneCallRequest,
  openDiscrepancy,
  openDispute,
  planErasure,
  type Principal,
  readDiscrepancy,
  readDispute,
  readEvidence,
  readSpool,
  readReview,
  readSuppliedContent,
  recordClaims,
  repeatWithdrawal,
  requestReview,
  resolveDiscrepancy,
  type SpoolView,
  submitEvidence,
  verifyDelivery,
  verifySpool,
  withdrawDispute,
  withdrawEvidence,
  withdrawReview,
} from '@outturn/contracts'
import { query, statement } from '@outturn/postgres'
import { clockAhead } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { sentVerification } from '../../testing/sent-verification.ts'
import { agreedSpools } from '../../testing/agreed-spools.ts'
import {
  account,
  buyer,
  emailsFor,
  everyRowHasEmail,
  provider,
  provisionRequest,
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
  const window = new Date(Date.parse((await spoolOf(id)).updated_at) + dayMs + 1).toISOString()
  expect(early).toMatchObject({
    code: 'invalid_state',
    options: { reason: 'evidence_in_use', details: { until: window } },
  })

  clock.advance(dayMs + 1)
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

test('what a source reported is withdrawn by the side that registered it, and its values are gone from matches and discrepancies once no snapshot is kept', async () => {
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
  clock.advance(1_000)
  const found = { sourceId, observedAt: until }
  const kept = { sourceId, observedAt: clock.now().toISOString() }
  const matched = await matchOf(id, [
    { claimId: claimIdOf(1), factId: factIdOf(1), subject: 'claim-that-stays', fact: found },
    { claimId: null, factId: factIdOf(2), subject: 'marker-of-facts', fact: found },
    { claimId: claimIdOf(3), factId: factIdOf(3), subject: 'fact-that-stays', fact: kept },
    {
      claimId: null,
      factId: factIdOf(4),
      subject: 'fact-of-another',
      fact: { ...found, sourceId: otherSource },
    },
    { claimId: claimIdOf(5), factId: factIdOf(5), subject: 'of-an-earlier-release' },
  ])
  const written = { kind: 'other', description: 'written-by-hand', observed: 'own-text' } as const
  await spools.send(openDiscrepancy, { spoolId: id, request: written }, buyer)
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
  const textsOf = async () => {
    const { data } = await spools.send(listDiscrepancies, { spoolId: id, limit: 10 }, buyer)
    return data.map(({ description, expected, observed }) => [description, expected, observed]).toReversed()
  }
  const before = await textsOf()
  await withdraw(id, first?.id ?? '')
  expect(await factsOf(first?.id)).toBeUndefined()
  expect(await textsOf()).toEqual(before)
  // A match that has read the values by then is decided again, and refused.
  const match = (request: MatchRequest) =>
    codesOf(spools.send(matchSpoolClaims, { spoolId: id, request }, buyer))
  const refused = ['validation_failed', 422, undefined]
  duringMatch = () => withdraw(id, second?.id ?? '')
  expect(await match({})).toEqual(refused)
  duringMatch = async () => undefined
  expect(await factsOf(second?.id)).toEqual({ sourceId, until })
  expect(await rowsWith('marker-of-facts')).toEqual([])
  expect(await textsOf()).toEqual([
    [before[0]?.[0], 'claimed-value', '[erased]'],
    ['[erased]', '[erased]', '[erased]'],
    ...[before[2], before[3]],
    [before[4]?.[0], 'claimed-value', '[erased]'],
    ['written-by-hand', undefined, 'own-text'],
  ])
  expect(before[0]?.[0]).toContain('claim-that-stays')
  const replies = await query<{ reply: string }>(
    spools.pool,
    statement('match_replies', `select reply from command_log where command = 'spool.match-claims'`),
    [],
  )
  expect(replies).toEqual([{ reply: expect.stringContaining('content_withdrawn') }])
  expect(await match({ source_ids: [otherSource, sourceId] })).toEqual(refused)
  const other = { spoolId: id, request: { source_ids: [otherSource] } }
  expect((await spools.send(matchSpoolClaims, other, buyer)).run_id).not.toBe(matched.run_id)
})

const claimIdOf = (n: number) => `clm_${String(n).padStart(24, '0')}`
const factIdOf = (n: number) => `fct_${String(n).padStart(24, '0')}`
const otherSource = `src_${'2'.repeat(24)}`

/** What happens while verification matches. */
let duringMatch = async (): Promise<unknown> => undefined

/** A match that finds that these facts have the value of the marker, and no later one finds anything. */
async function matchOf(spoolId: string, findings: readonly Partial<MatchFinding>[]) {
  let found = findings
  spools.fakes.matchClaims = async (input) => {
    await duringMatch()
    const answer = {
      ...{ runId: input.runId, asOf: input.asOf, rowCount: 1, statuses: 'd' },
      counts: { matched: 0, mismatched: 1, unmatched_claims: 0, unmatched_facts: 0, ambiguous: 0 },
      matchDigest: `sha256:${'a'.repeat(64)}`,
      findings: found.map((each) => ({
        ...{ claimId: null, factId: null, predicate: 'p', kind: 'claim_fact_mismatch', severity: 'warn' },
        ...{ field: 'value', expected: 'claimed-value', observed: valueOf(each) },
        ...each,
      })) as MatchFinding[],
      rows: [
        {
          ...{
            id: `mch_${'0'.repeat(24)}`,
            claim_id: null,
            fact_ids: [factIdOf(1)],
            status: 'mismatched' as const,
          },
          differences: [{ field: 'value' as const, claimed: 'claimed-value', observed: 'marker-of-facts' }],
        },
      ],
    }
    found = []
    return answer
  }
  return spools.send(matchSpoolClaims, { spoolId, request: {} }, buyer)
}

/** Of a fact that stays another one. */
function valueOf({ subject }: Partial<MatchFinding>): string {
  return subject?.startsWith('fact-') === true ? 'observed-that-stays' : 'marker-of-facts'
}

test('a content that another item needs stays until that item is withdrawn, too', async () => {
  const { id, conditions } = await accepted([everyRowHasEmail], {
    dispute_policy: { window_hours: 24, holds_settlement: true, resolver: 'none' },
  })
  const rows = ['marker-of-two@example.com', 'b@example.com']
  await deliver(id, conditions[0] ?? '', rows, 'first')
  await deliver(id, conditions[0] ?? '', rows, 'second')
  await verify(id)
  clock.advance(dayMs + 1)
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

const signing: Principal = { kind: 'service', service: 'signing' }
const [client, supplier] = [account(31), account(32)]
const plan = (accountId: string) => spools.send(planErasure('spool'), { accountId, after: null }, signing)
const erase = (accountId: string, isRepeated = false) =>
  spools.send(eraseAccount('spool'), { accountId, after: null, isRepeated }, signing)

/** A Spool between the two accounts of these tests, accepted. */
async function agreed(change: Partial<CreateSpoolRequest> = {}): Promise<SpoolView> {
  const request = provisionRequest({
    parties: [
      { role: 'buyer', kind: 'org', display_name: 'Acme', account_id: client.accountId },
      { role: 'provider', kind: 'agent', display_name: 'LeadBot', account_id: supplier.accountId },
    ],
    dispute_policy: { window_hours: 24, holds_settlement: true, resolver: 'counterparty' },
    ...change,
  })
  const spool = await spools.send(createSpool, { request }, client)
  return spools.send(acceptSpool, { spoolId: spool.id, request: {} }, supplier)
}

test('an erasure replaces every text of one party, keeps those of the other one, and waits for what is open', async () => {
  const { id, conditions } = await agreed({
    gated_action: 'payment',
    gated_action_note: 'note-that-stays',
  })
  const conditionId = conditions[0]?.id ?? ''
  const own = (where: string) => `own-${where}-marker`
  const { request } = emailsFor(id, conditionId, [`${own('content')}@example.com`, 'b@example.com'])
  const metadata = { ...request.metadata, note: own('metadata') }
  await spools.send(submitEvidence, { spoolId: id, request: { ...request, metadata } }, supplier)
  const claim = { subject: own('subject'), predicate: 'sold', value: own('value') }
  await spools.send(recordClaims, { spoolId: id, request: { claims: [claim] } }, supplier)
  const { receipt } = await spools.send(verifySpool, { spoolId: id, ...sentVerification({}) }, client)
  const receiptId = receipt?.id ?? ''
  const texts = { description: own('description'), expected: own('expected'), field: own('field') }
  const difference = { kind: 'other', ...texts } as const
  const { id: discrepancyId } = await spools.send(
    openDiscrepancy,
    { spoolId: id, request: difference },
    supplier,
  )
  const close = { outcome: 'accepted_variance', note: 'closing-that-stays' } as const
  await spools.send(resolveDiscrepancy, { discrepancyId, request: close }, client)
  const dispute = { reason: 'quality', detail: own('dispute'), requested: 're_verify' } as const
  const { id: disputeId } = await spools.send(
    openDispute,
    { spoolId: id, receiptId, request: dispute },
    supplier,
  )
  const say = (detail: string, principal: Principal) =>
    spools.send(addDisputeStatement, { disputeId, request: { detail } }, principal)
  await say(own('statement'), supplier)
  await say('statement-that-stays', client)
  const reviewer = { name: own('reviewer'), email: 'own-mail-marker@example.com' }
  const review = { reviewer, question: own('question') }
  const asked = await spools.send(requestReview, { spoolId: id, receiptId, request: review }, supplier)

  const early = await erase(supplier.accountId)
  expect(early).toMatchObject({ tables: [], blockers: [{ message: expect.stringContaining(id) }] })
  expect(await rowsWith('own-question-marker')).toContain('spool.review')
  await spools.send(withdrawReview, { reviewId: asked.id }, supplier)
  await spools.send(withdrawDispute, { disputeId }, supplier)
  clock.advance(2 * dayMs)
  const planned = await plan(supplier.accountId)
  expect(planned.blockers).toEqual([])
  expect(planned.tables.map(({ table }) => table).toSorted()).toEqual([
    ...['claim', 'discrepancy', 'dispute', 'dispute_text', 'evidence', 'evidence_content', 'review'],
  ])
  expect(await erase(supplier.accountId)).toMatchObject({
    tables: planned.tables,
    spoolIds: [id],
    blockers: [],
  })

  expect(await rowsWith('-marker')).toEqual([])
  for (const kept of ['note-that-stays', 'closing-that-stays', 'statement-that-stays']) {
    expect(await rowsWith(kept), kept).not.toEqual([])
  }
  expect(await plan(supplier.accountId)).toMatchObject({ tables: [], blockers: [] })
  expect(await spools.send(readDispute, { disputeId }, client)).toMatchObject({
    detail: '[erased]',
    statements: [{ detail: '[erased]' }, { detail: 'statement-that-stays' }],
  })
  expect(await spools.send(readDiscrepancy, { discrepancyId }, client)).toMatchObject({
    description: '[erased]',
    expected: '[erased]',
    resolution: { note: 'closing-that-stays' },
  })
  const { data } = await spools.send(listClaims, { spoolId: id, limit: 10, current: true }, client)
  expect(data).toMatchObject([{ subject: '[erased]', value: '[erased]' }])
  expect(await spools.send(readReview, { reviewId: asked.id }, client)).toMatchObject({
    request: { name: '[erased]', question: '[erased]' },
  })
  const after = (await spools.send(readSpool, { id }, client)) as SpoolView
  expect(after).toMatchObject({ latest_receipt_id: receiptId, parties: [{}, { display_name: 'LeadBot' }] })
})

test('an erasure takes what was said of a delivery of one call, and waits while a proposal of the account can be accepted', async () => {
  const [alone, other] = [account(33), account(34)]
  const delivery: OneCallRequest = {
    conditions: ['every row has email'],
    max_amount_cents: 100,
    evidence: {
      type: 'dataset',
      rows: [{ email: 'a@example.com' }],
      provenance: { method: 'uploaded_json', collector: 'own-collector-marker' },
    },
  }
  await spools.send(verifyDelivery, deliveryInput(delivery), alone)
  const parties: CreateSpoolRequest['parties'] = [
    { role: 'buyer', kind: 'org', display_name: 'Acme', account_id: alone.accountId },
    { role: 'provider', kind: 'agent', display_name: 'LeadBot', account_id: other.accountId },
  ]
  const { id } = await spools.send(createSpool, { request: provisionRequest({ parties }) }, alone)
  expect((await plan(alone.accountId)).blockers).toMatchObject([{ message: expect.stringContaining(id) }])
  expect((await plan(other.accountId)).blockers).toEqual([])
  await spools.send(cancelSpool, { spoolId: id }, alone)
  expect((await erase(alone.accountId)).blockers).toEqual([])
  expect(await rowsWith('own-collector-marker')).toEqual([])
  expect(await plan(alone.accountId)).toMatchObject({ tables: [], blockers: [] })
})

test('after a restore an erasure and a withdrawal are repeated although the Spool is open again', async () => {
  const { id, conditions } = await agreed()
  await spools.send(
    submitEvidence,
    emailsFor(id, conditions[0]?.id ?? '', ['marker-of-restore@example.com', '']),
    supplier,
  )
  const evidenceId = ((await spools.send(readSpool, { id }, client)) as SpoolView).evidence[0]?.id ?? ''
  expect((await erase(supplier.accountId)).blockers).toHaveLength(1)
  const again = () => spools.send(repeatWithdrawal, { spoolId: id, evidenceId }, signing)
  expect(await again()).toEqual({ isHeld: true })
  expect(await again()).toEqual({ isHeld: false })
  expect(await rowsWith('marker-of-restore')).toEqual([])
  const told = (await wholeHistory(spools, id, client)).filter(({ type }) => type === 'evidence.withdrawn')
  expect(told).toMatchObject([{ actor: { kind: 'service' }, data: { by: 'party' } }])
  await spools.send(
    recordClaims,
    { spoolId: id, request: { claims: [{ ...sold, value: 'marker-of-claim' }] } },
    supplier,
  )
  expect((await erase(supplier.accountId, true)).blockers).toEqual([])
  expect(await rowsWith('marker-of-claim')).toEqual([])
})

const sold = { subject: 'S', predicate: 'sold' }
