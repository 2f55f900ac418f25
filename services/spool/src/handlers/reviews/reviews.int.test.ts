import { createHash } from 'node:crypto'
import {
  consentToReview,
  type CreateSpoolRequest,
  decideReview,
  listReviews,
  mailReviewCode,
  openDispute,
  type Principal,
  readDispute,
  readReview,
  readReviewEvidence,
  readReviewPage,
  requestReview,
  type RequestedReview,
  type ReviewDecision,
  type ReviewRequest,
  settlementChanged,
  supersedeReceipt,
  withdrawReview,
} from '@outturn/contracts'
import { query, statement } from '@outturn/postgres'
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
const anonymous: Principal = { kind: 'public' }
const unitization = { total_units: 2, unit_amount_cents: 100 }

/** Half of the work is delivered, and a receipt says so. */
async function half(change: Partial<CreateSpoolRequest> = {}) {
  const { id, conditions } = await accepted([everyRowHasEmail], { unitization, ...change })
  const conditionId = conditions[0] ?? ''
  await deliver(id, conditionId, ['a@example.com', ''])
  const { receipt } = await verify(id)
  return { id, conditionId, receiptId: receipt?.id ?? '' }
}
type Half = Awaited<ReturnType<typeof half>>

const ask = (
  { id: spoolId, receiptId }: Pick<Half, 'id' | 'receiptId'>,
  principal: Principal = buyer,
  change: Partial<ReviewRequest> = {},
  options?: SendOptions,
) => {
  const request = { reviewer: { name: 'Ana' }, question: 'Is row 2 a lead?', ...change }
  return spools.send(requestReview, { spoolId, receiptId, request }, principal, options)
}
const tokenOf = ({ decision_url: url }: Pick<RequestedReview, 'decision_url'>) =>
  url.slice(url.lastIndexOf('/') + 1)
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const decide = (review: RequestedReview, request: ReviewDecision, tokenHash = hashOf(tokenOf(review))) =>
  spools.send(decideReview, { reviewId: review.id, tokenHash, request }, anonymous)
const consent = ({ id: reviewId }: { id: string }, principal: Principal = provider) =>
  spools.send(consentToReview, { reviewId }, principal)
const readBy = ({ id: reviewId }: { id: string }, principal: Principal = buyer) =>
  spools.send(readReview, { reviewId }, principal)
const overturn = (conditionId: string, outcome: 'failed' | 'passed' = 'passed'): ReviewDecision => ({
  decision: 'overturn',
  condition_outcomes: [{ condition_id: conditionId, outcome }],
})
async function reported(receiptId: string): Promise<unknown[]> {
  const text = `select body from outbox where subject like '%review-changed' order by created_at`
  const rows = await query<{ body: string }>(spools.pool, statement('reported_reviews', text), [])
  return rows
    .map(({ body }) => JSON.parse(body) as { receiptId: string; isUnderReview: boolean; isUpheld: boolean })
    .filter((each) => each.receiptId === receiptId)
    .map(({ isUnderReview, isUpheld }) => [isUnderReview, isUpheld])
}

test('a binding decision that overturns leads to one new receipt over the evidence of the receipt, at no charge', async () => {
  const spool = await half()
  const review = await ask(spool, provider)
  expect(review).toMatchObject({
    ...{ status: 'requested', standing: 'advisory', verified_by: 'link', requested_by: 'provider' },
    ...{ can: ['withdraw'], effect: null, decision: null },
    notification: { channel: 'none', status: 'no_address', to: null, attempts: 0 },
  })
  expect(tokenOf(review)).toMatch(/^rvt_[\w-]{43}$/)
  expect(await read(spool.id)).toMatchObject({ open_reviews: [review.id] })
  expect((await readBy(review)).can).toEqual(['consent'])
  expect(await consent(review, buyer)).toMatchObject({ standing: 'binding', can: [] })
  // What comes after the receipt is of no run of this review.
  await deliver(spool.id, spool.conditionId, ['a@example.com', 'b@example.com'])
  const reserved = spools.fakes.reserved.length
  const decided = await decide(review, overturn(spool.conditionId, 'failed'))
  expect(decided).toMatchObject({
    ...{ status: 'overturned', effect: 'superseded' },
    decision: { decision: 'overturn', condition_outcomes: [{ outcome: 'failed' }] },
  })
  expect(spools.fakes.reserved).toHaveLength(reserved)
  expect(spools.fakes.supersededBy.get(spool.receiptId)).toBe(decided.replacement_receipt_id)
  const after = await read(spool.id)
  expect(after).toMatchObject({
    open_reviews: [],
    latest_receipt_id: decided.replacement_receipt_id,
    status: { verification: 'fail' },
  })
  const job = spools.fakes.jobs.at(-1)
  expect(job?.evidence.map(({ source, provenance }) => [source, provenance])).toEqual([
    ['crm', 'uploaded_json'],
    ['review', 'third_party_attested'],
  ])
  const [result] = after.verification_summary.last_run === null ? [] : [after.conditions[0]?.last_result]
  expect(result).toMatchObject({ result: 'fail' })
  expect(await reported(spool.receiptId)).toEqual([
    [true, false],
    [false, false],
  ])
  const history = await wholeHistory(spools, spool.id, buyer)
  const ofReview = history.filter(({ type }) => type.startsWith('review.') || type === 'receipt.superseded')
  expect(ofReview.map(({ type, actor }) => [type, actor.kind])).toEqual([
    ['review.requested', 'party'],
    ['review.consented', 'party'],
    ['review.overturned', 'reviewer'],
    ['receipt.superseded', 'service'],
  ])
  expect(ofReview.at(-1)?.data).toMatchObject({ reason: 'review_overturned' })
  expect(JSON.stringify(history)).not.toMatch(/rvt_|Is row 2/)
  // The finding was about other evidence than there is now.
  expect(await verify(spool.id)).toMatchObject({ earned_cents: 200, status: { verification: 'pass' } })
})

test('single units are decided by themselves, and the others stay as they were found', async () => {
  const spool = await half()
  const review = await ask(spool)
  await consent(review)
  const decided = await decide(review, {
    decision: 'overturn',
    unit_outcomes: [{ condition_id: spool.conditionId, unit: 2, outcome: 'passed' }],
  })
  expect(decided).toMatchObject({ status: 'overturned', effect: 'superseded' })
  const { amounts, condition_results: results } = JSON.parse(
    Buffer.from([...spools.fakes.documentsOf.values()].at(-1)?.receipt.bytes ?? new Uint8Array()).toString(),
  ) as { amounts: { earned: string }; condition_results: { reason: string; verifier_id: string }[] }
  expect(amounts.earned).toBe('2.00')
  expect(results[0]).toMatchObject({
    verifier_id: 'executor.review',
    reason: `decided by review ${review.id}, reviewer named by the buyer, known by link`,
  })
})

test('an advisory decision is recorded and changes nothing; consent comes before it or not at all', async () => {
  const spool = await half()
  const review = await ask(spool)
  expect(await codesOf(consent(review, buyer))).toEqual(['forbidden', 403, 'other_party_only'])
  expect(await decide(review, overturn(spool.conditionId))).toMatchObject({
    ...{ status: 'overturned', effect: 'none', replacement_receipt_id: null },
  })
  expect((await read(spool.id)).latest_receipt_id).toBe(spool.receiptId)
  expect(await codesOf(consent(review))).toEqual(['invalid_state', 409, 'review_decided'])
  expect(await reported(spool.receiptId)).toEqual([])
})

test('a decision is made once: said again it is the same, another one is refused, and of two at once one counts', async () => {
  const spool = await half()
  const review = await ask(spool)
  await consent(review)
  const uphold: ReviewDecision = { decision: 'uphold', detail: 'Row 2 is empty.' }
  const ends = await Promise.allSettled([
    decide(review, uphold),
    decide(review, { decision: 'needs_evidence', detail: 'Send the source.' }),
    decide(review, overturn(spool.conditionId)),
  ])
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const another = await half()
  const upheld = await ask(another)
  await consent(upheld)
  const first = await decide(upheld, uphold)
  expect(first).toMatchObject({ status: 'upheld', effect: 'none' })
  expect(await decide(upheld, uphold)).toEqual(first)
  expect(await codesOf(decide(upheld, overturn(another.conditionId)))).toEqual([
    ...['invalid_state', 409, 'review_decided'],
  ])
  expect(await reported(another.receiptId)).toEqual([
    [true, false],
    [false, true],
  ])
})

test('a token decides its own review alone, and parties see no link', async () => {
  const [one, other] = [await half(), await half()]
  const [first, second] = [await ask(one), await ask(other)]
  const foreign = hashOf(tokenOf(second))
  const wrong = ['unauthenticated', 401, undefined]
  expect(await codesOf(decide(first, { decision: 'uphold' }, foreign))).toEqual(wrong)
  expect(await codesOf(decide(first, { decision: 'uphold' }, hashOf('rvt_guessed')))).toEqual(wrong)
  expect(await codesOf(decide({ ...first, id: `rev_${'0'.repeat(24)}` }, { decision: 'uphold' }))).toEqual(
    wrong,
  )
  const seen = await readBy(first, provider)
  expect(JSON.stringify(seen)).not.toMatch(/rvt_|decision_url/)
  for (const text of [
    'select reply from command_log',
    'select said::text from review',
    'select standing::text from spool',
  ]) {
    const rows = await query(spools.pool, statement(`tokens in ${text}`, text), [])
    expect(JSON.stringify(rows)).not.toContain('rvt_')
  }
  const nothing = ['not_found', 404, undefined]
  expect(await codesOf(readBy(first, stranger))).toEqual(nothing)
  expect(await codesOf(readBy({ id: `rev_${'0'.repeat(24)}` }))).toEqual(nothing)
  expect(await codesOf(consent(first, stranger))).toEqual(nothing)
  expect(await codesOf(ask(one, stranger))).toEqual(['spool_not_found', 404, undefined])
  expect(await codesOf(spools.send(readReviewPage, { tokenHash: hashOf('rvt_guessed') }, anonymous))).toEqual(
    nothing,
  )
  expect(await codesOf(ask(one, account(1, 'verify')))).toEqual(['forbidden', 403, 'full_scope_required'])
})

test('a repeated request has the same link, and a receipt has three open reviews and ten in all', async () => {
  const spool = await half()
  const options = { commandId: `review of ${spool.id}` }
  const first = await ask(spool, buyer, {}, options)
  expect(await ask(spool, buyer, {}, options)).toEqual(first)
  const more = [await ask(spool), await ask(spool, provider)]
  const full = ['conflict', 409, 'review_limit_reached']
  expect(await codesOf(ask(spool))).toEqual(full)
  const withdraw = ({ id: reviewId }: { id: string }, by: Principal) =>
    spools.send(withdrawReview, { reviewId }, by)
  expect(await codesOf(withdraw(first, provider))).toEqual(['forbidden', 403, 'opener_only'])
  expect(await withdraw(first, buyer)).toMatchObject({ status: 'withdrawn', can: [] })
  expect(await codesOf(decide(first, { decision: 'uphold' }))).toEqual([
    'invalid_state',
    409,
    'review_withdrawn',
  ])
  await withdraw(more[1] as RequestedReview, provider)
  for (let n = 3; n < 10; n += 1) await withdraw(await ask(spool), buyer)
  expect(await codesOf(ask(spool))).toEqual(full)
  const { data } = await spools.send(listReviews, { spoolId: spool.id }, provider)
  expect(data).toHaveLength(10)
})

test('an address of a party, an unknown scope and outcomes that change nothing are refused', async () => {
  const parties: CreateSpoolRequest['parties'] = [
    {
      role: 'buyer',
      kind: 'org',
      display_name: 'Acme',
      account_id: buyer.accountId,
      contact: 'Me@acme.example',
    },
    { role: 'provider', kind: 'agent', display_name: 'LeadBot', account_id: provider.accountId },
  ]
  const spool = await half({ parties })
  const refusedAsk = (change: Partial<ReviewRequest>) => codesOf(ask(spool, buyer, change))
  const invalid = ['validation_failed', 422]
  expect(await refusedAsk({ reviewer: { name: 'Me', email: 'me@ACME.example' } })).toEqual([
    ...invalid,
    'reviewer_is_party',
  ])
  expect(await refusedAsk({ scope: { condition_ids: [`cond_${'0'.repeat(24)}`] } })).toEqual([
    ...invalid,
    undefined,
  ])
  expect(await refusedAsk({ scope: { units: [3] } })).toEqual([...invalid, undefined])
  const review = await ask(spool, buyer, { scope: { units: [2] } })
  const refusedDecision = (request: ReviewDecision) => codesOf(decide(review, request))
  const none = [...invalid, undefined]
  expect(await refusedDecision({ decision: 'overturn' })).toEqual(none)
  expect(await refusedDecision({ decision: 'needs_evidence' })).toEqual(none)
  expect(await refusedDecision({ ...overturn(spool.conditionId), decision: 'uphold' })).toEqual(none)
  expect(await refusedDecision(overturn(spool.conditionId))).toEqual(none)
  const ofUnit = (unit: number): ReviewDecision => ({
    decision: 'overturn',
    unit_outcomes: [{ condition_id: spool.conditionId, unit, outcome: 'passed' }],
  })
  expect(await refusedDecision(ofUnit(1))).toEqual(none)
  expect(await decide(review, ofUnit(2))).toMatchObject({ status: 'overturned' })
})

test('a review expires by its time alone, and is withdrawn when another run replaces its receipt', async () => {
  const spool = await half()
  const [short, long] = [await ask(spool, buyer, { expires_in_hours: 5 }), await ask(spool)]
  await consent(short)
  clock.advance(5 * hourMs)
  expect(await readBy(short)).toMatchObject({ status: 'expired', standing: 'binding', effect: null })
  const lazily = await wholeHistory(spools, spool.id, buyer)
  await spools.sweep('timers')
  expect(await wholeHistory(spools, spool.id, buyer)).toEqual(lazily)
  expect(await codesOf(decide(short, { decision: 'uphold' }))).toEqual([
    'invalid_state',
    409,
    'review_expired',
  ])
  expect(await reported(spool.receiptId)).toEqual([
    [true, false],
    [false, false],
  ])
  await deliver(spool.id, spool.conditionId, ['a@example.com', 'b@example.com'])
  await verify(spool.id)
  expect(await readBy(long)).toMatchObject({ status: 'withdrawn', status_reason: 'receipt_replaced' })
  expect(await codesOf(ask(spool))).toEqual(['conflict', 409, 'not_latest_receipt'])
})

test('a run that fails is opened again until there is its receipt', async () => {
  const spool = await half()
  const review = await ask(spool)
  await consent(review)
  spools.fakes.failsRuns = true
  expect(await decide(review, overturn(spool.conditionId))).toMatchObject({
    ...{ status: 'overturned', effect: 'pending', replacement_receipt_id: null },
  })
  // Nothing else is verified or agreed meanwhile.
  await deliver(spool.id, spool.conditionId, ['a@example.com', 'b@example.com'])
  expect(await codesOf(verify(spool.id))).toEqual(['store_conflict', 409, 'verification_in_progress'])
  const request = { reason: 'evidence_error' as const, advisory: 'Again.' }
  const superseding = spools.send(
    supersedeReceipt,
    { spoolId: spool.id, receiptId: spool.receiptId, request },
    buyer,
  )
  expect(await codesOf(superseding)).toEqual(['store_conflict', 409, 'verification_in_progress'])
  clock.advance(5_000)
  await spools.sweep('timers')
  expect(await readBy(review)).toMatchObject({ effect: 'pending' })
  spools.fakes.failsRuns = false
  clock.advance(10_000)
  await spools.sweep('timers')
  const after = await readBy(review)
  expect(after).toMatchObject({ effect: 'superseded' })
  await spools.sweep('timers')
  expect((await read(spool.id)).latest_receipt_id).toBe(after.replacement_receipt_id)
  expect([...spools.fakes.supersededBy.keys()].filter((id) => id === spool.receiptId)).toHaveLength(1)
})

test('while money moves the decision waits, and its run begins when the settlement has ended', async () => {
  const spool = await half()
  const review = await ask(spool)
  await consent(review)
  await spools.pool.query(
    `update spool set standing = jsonb_set(standing::jsonb, '{status,settlement}', '"releasing"')::json where id = $1`,
    [spool.id],
  )
  expect(await decide(review, overturn(spool.conditionId))).toMatchObject({ effect: 'pending' })
  clock.advance(hourMs)
  await spools.sweep('timers')
  expect(await readBy(review)).toMatchObject({ effect: 'pending' })
  await spools.pool.query(
    `update spool set standing = jsonb_set(standing::jsonb, '{status,settlement}', '"settled"')::json where id = $1`,
    [spool.id],
  )
  const summary = { state: 'settled', version: 1, requiredLegs: [], payments: [] }
  await spools.react(settlementChanged, { spoolId: spool.id, summary } as never)
  expect(await readBy(review)).toMatchObject({ effect: 'superseded' })
})

test('without a mail server no code is mailed, and the page of the link shows no contact', async () => {
  const spool = await half()
  const review = await ask(spool, buyer, { reviewer: { name: 'Ana', email: 'ana@example.com' } })
  expect(review.notification).toMatchObject({ status: 'not_configured', to: 'a***@example.com' })
  const tokenHash = hashOf(tokenOf(review))
  const mailing = spools.send(mailReviewCode, { reviewId: review.id, tokenHash }, anonymous)
  expect(await codesOf(mailing)).toEqual(['invalid_state', 409, 'code_not_needed'])
  const page = await spools.send(readReviewPage, { tokenHash }, anonymous)
  expect(page).toMatchObject({
    ...{
      requester: { name: 'Acme', side: 'buyer' },
      earnedCents: 100,
      committedCents: 200,
      isSettled: false,
    },
    conditions: [
      { id: spool.conditionId, number: 1, result: 'partial', evidence: [{ type: 'dataset', source: 'crm' }] },
    ],
    dispute: null,
  })
  expect(JSON.stringify(page)).not.toMatch(/ana@example|acc_|rvt_/)
})

test('the page names the delivery that was judged, and opens what it shows and nothing else', async () => {
  const { id, conditions } = await accepted([everyRowHasEmail], { unitization })
  const conditionId = conditions[0] ?? ''
  await deliver(id, conditionId, ['', ''])
  await deliver(id, conditionId, ['a@example.com', ''])
  const { receipt } = await verify(id)
  const spool = { id, receiptId: receipt?.id ?? '' }
  const tokenHash = hashOf(tokenOf(await ask(spool)))
  // What comes after the receipt is no evidence of it.
  await deliver(id, conditionId, ['a@example.com', 'b@example.com'])
  const { conditions: shown } = await spools.send(readReviewPage, { tokenHash }, anonymous)
  const items = shown[0]?.evidence ?? []
  expect(items.map(({ use }) => use)).toEqual(['judged', 'replaced'])
  const content = (evidenceId: string) =>
    spools.send(readReviewEvidence, { tokenHash, evidenceId }, anonymous)
  const [judged, replaced] = await Promise.all(items.map((item) => content(item.id)))
  const textOf = (found: typeof judged) => Buffer.from(found?.content?.base64 ?? '', 'base64').toString()
  expect([textOf(judged), textOf(replaced)]).toEqual([
    expect.stringContaining('a@example.com'),
    expect.not.stringContaining('a@example.com'),
  ])
  const all = (await read(id)).evidence.map((item) => item.id)
  const hidden = all.filter((each) => !items.some((item) => item.id === each))
  expect(hidden).toHaveLength(1)
  for (const other of [...hidden, `ev_${'0'.repeat(24)}`])
    expect(await content(other)).toEqual({ content: null })
})

test('a binding review of a dispute moves its deadline and resolves it: upheld, corrected, or open again', async () => {
  const disputed = async () => {
    const spool = await half()
    const request = {
      reason: 'quality' as const,
      detail: 'Half of it is empty.',
      requested: 'correct_receipt' as const,
    }
    const { id: spoolId, receiptId } = spool
    const dispute = await spools.send(openDispute, { spoolId, receiptId, request }, buyer)
    clock.advance(60 * hourMs)
    const review = await ask(spool, buyer, { dispute_id: dispute.id, expires_in_hours: 720 })
    expect(review).toMatchObject({ standing: 'advisory', dispute_id: dispute.id })
    // Twice the window after it was opened, at most.
    expect(Date.parse(review.expires_at) - Date.parse(dispute.opened_at)).toBe(144 * hourMs)
    const page = await spools.send(readReviewPage, { tokenHash: hashOf(tokenOf(review)) }, anonymous)
    expect(page.dispute).toEqual({
      ...{ by: 'buyer', reason: 'quality', requested: 'correct_receipt', detail: request.detail },
      ...{ conditions: [], units: [], statements: [] },
    })
    await consent(review)
    const now = () => spools.send(readDispute, { disputeId: dispute.id }, provider)
    expect(await now()).toMatchObject({ status: 'under_review', deadline: review.expires_at })
    return { spool, review, now }
  }
  const one = await disputed()
  await decide(one.review, { decision: 'uphold' })
  expect(await one.now()).toMatchObject({ status: 'resolved_upheld', resolution: { by: 'review' } })
  const two = await disputed()
  const { replacement_receipt_id: id } = await decide(two.review, overturn(two.spool.conditionId))
  expect(await two.now()).toMatchObject({
    status: 'resolved_corrected',
    resolution: { by: 'review', replacement_receipt_id: id },
  })
  const three = await disputed()
  await decide(three.review, { decision: 'needs_evidence', detail: 'Send the source.' })
  expect(await three.now()).toMatchObject({ status: 'open' })
})
