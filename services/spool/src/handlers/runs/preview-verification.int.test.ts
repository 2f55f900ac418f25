import {
  createSpool,
  previewVerification,
  type Principal,
  readSpool,
  type VerifySpoolRequest,
} from '@outturn/contracts'
import { clockAhead } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { agreedSpools, looksGood, word } from '../../testing/agreed-spools.ts'
import { sentVerification } from '../../testing/sent-verification.ts'
import {
  account,
  buyer,
  emailsFor,
  everyRowHasEmail as rows,
  provider,
  provisionRequest,
} from '../../testing/two-parties.ts'

const clock = clockAhead()
const { spools, accepted, deliver, verify, seenWord, codesOf, typesOf } = await agreedSpools(clock)

const preview = (spoolId: string, principal: Principal, request: VerifySpoolRequest = {}) =>
  spools.send(previewVerification, { spoolId, ...sentVerification(request) }, principal)

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
  const counterparty: Principal = { ...account(2, 'counterparty'), spoolId: id }
  expect(
    await preview(id, counterparty, along(conditions[0], ['a@example.com', 'b@example.com'])),
  ).toMatchObject({ result: 'pass', earned_cents: 200, evidence_items: 2, previews_left: 18 })
  expect(await codesOf(verify(id, counterparty))).toEqual(['forbidden', 403, 'verify_scope_required'])
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
  await verify(id, buyer, await seenWord(id, byHand))
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

test('a dry run judges long evidence that is sent along, and counts none of it as held', async () => {
  const { id, conditions } = await accepted([rows])
  const emails = Array.from({ length: 12_000 }, (_, n) => `person${n}@example.com`)
  const sent = along(conditions[0], emails)
  expect(await preview(id, provider, sent)).toMatchObject({ result: 'pass', evidence_items: 1 })
  await expect(preview(id, buyer)).rejects.toMatchObject({ options: { reason: 'nothing_to_verify' } })
})

test('evidence whose verification would cost more than one may is refused when it is submitted or tried, and not kept', async () => {
  // Five of them are named for each of the units.
  const required_fields = Array.from({ length: 5 }, (_, index) => `${index}`.padEnd(240, 'x'))
  const check = { checker: 'completeness' as const, required_fields }
  const unitization = { total_units: 50_000, unit_amount_cents: 1 }
  const { id, conditions } = await accepted([{ ...rows, deterministic_check: check }], {
    unitization,
    value: { amount_cents: 50_000, currency: 'USD' },
  })
  const emails = ['a@example.com']
  const refused = ['input_too_large', 413, 'run_too_large']
  expect(await codesOf(deliver(id, conditions[0] ?? '', emails))).toEqual(refused)
  expect(await codesOf(preview(id, provider, along(conditions[0], emails)))).toEqual(refused)
  expect(await typesOf(id)).toEqual(['spool.created', 'spool.accepted'])
})
