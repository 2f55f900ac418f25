import { canonicalJson } from '@outturn/canonical'
import type { VerifiedSpool } from '@outturn/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { acted, type Agreement, agreement, created, shownEvidence } from './agreement.ts'
import { readSystem, sendTo } from './api.ts'
import { misleading } from './model.ts'
import { bundleOf, type OfflineVerifier, openOfflineVerifier } from './offline-verifier.ts'
import { openLaboratory } from './outside-judge.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let desk: OfflineVerifier
let buyer: Account
let seller: Account

beforeAll(async () => {
  operator = await connectOperator(system)
  desk = await openOfflineVerifier(send, system)
  buyer = await operator.openAccount({ included: 100 })
  seller = await operator.openAccount({ included: 100 })
})
afterAll(async () => {
  await operator.close()
  desk.close()
})

type ConditionOf = Agreement['conditions'][number]

/** A Spool of two accounts on these conditions, accepted by the seller. */
async function accepted(conditions: ConditionOf[]) {
  const [first, second] = agreement().parties as [Agreement['parties'][number], Agreement['parties'][number]]
  const parties = [first, { ...second, account_id: seller.accountId }]
  const spool = await created(send, buyer.apiKey, { parties, conditions })
  await acted(send, seller.apiKey, `${spool.id}/accept`)
  return spool
}

const verify = (id: string, body?: object, key = buyer.apiKey) =>
  acted<VerifiedSpool>(send, key, `${id}/verify`, body)
const deliver = (id: string, item: object) => acted(send, seller.apiKey, `${id}/evidence`, item)
const text = (conditionId: string | undefined, words: string) => ({
  condition_id: conditionId,
  type: 'text',
  source: 'report',
  metadata: { text: words },
})

/** The receipt holds by the published keys, and its run comes to the same from its bundle. */
async function holdsOffline({ receipt }: VerifiedSpool): Promise<string> {
  expect(desk.check(JSON.stringify(receipt))).toEqual({ code: 0, reasons: [] })
  const bundle = await bundleOf(send, receipt?.id, seller.apiKey)
  const { code, report } = await desk.replay(bundle)
  expect(report.steps.filter(({ status }) => status !== 'ok')).toEqual([])
  expect([code, report.run_digest]).toEqual([0, receipt?.verification.run_digest])
  return bundle
}

const byBoth: ConditionOf = {
  description: 'Both have looked at the leads.',
  required: true,
  verification_method: 'human_confirmed',
  confirmation_method: 'both_confirm',
}
/** A word of one of both on the evidence that the Spool shows. */
async function said(id: string, conditionId: string | undefined) {
  const evidence_refs = await shownEvidence(send, buyer.apiKey, id, conditionId)
  return {
    confirmations: [{ condition_id: conditionId, method: 'both_confirm', outcome: 'passed', evidence_refs }],
  }
}

describe('what was delivered', () => {
  const csv = 'name,website\r\nCompany 1,https://one.example\r\n"Company, 2",https://two.example\r\n'
  const file = (content: string) => ({
    content_base64: Buffer.from(content).toString('base64'),
    media_type: 'text/csv',
  })
  const itemOf = (conditionId: string | undefined, metadata: object) => ({
    condition_id: conditionId,
    type: 'dataset',
    source: 'export',
    metadata,
  })

  test('is seen by both parties as it was supplied, is judged as its rows, and is nothing to anyone else', async () => {
    const { id, conditions } = await accepted(agreement().conditions)
    const conditionId = conditions[0]?.id
    const bad = { key: seller.apiKey, body: itemOf(conditionId, file('name,name\n1,2\n')) }
    expect((await send(`/api/v1/spools/${id}/evidence`, bad)).json).toMatchObject({
      code: 'validation_failed',
      field: 'metadata.content_base64',
      error: expect.stringContaining('Line 1, column 2'),
    })
    const { evidence } = await acted(send, seller.apiKey, `${id}/evidence`, itemOf(conditionId, file(csv)))
    const path = `/api/v1/spools/${id}/evidence/${evidence[0]?.id}`
    const { json } = await send(path, { key: buyer.apiKey })
    expect(json).toMatchObject({ source: 'export', content: { media_type: 'text/csv; charset=utf-8' } })
    for (const { apiKey } of [buyer, seller]) {
      const { status, text: sent, headers } = await send(`${path}/content`, { key: apiKey })
      expect([status, sent, headers.get('content-type')]).toEqual([200, csv, 'text/csv; charset=utf-8'])
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="ev_[0-9a-f]{24}\.csv"$/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    const stranger = await operator.openAccount({ included: 1 })
    for (const each of [path, `${path}/content`]) {
      expect((await send(each, { key: stranger.apiKey })).json.code).toBe('spool_not_found')
    }
    const added = itemOf(conditionId, { rows: [{ name: 'added by the buyer' }] })
    await acted(send, buyer.apiKey, `${id}/evidence`, { ...added, source: 'more' })
    const verified = await verify(id)
    expect([verified.status.verification, verified.earned_cents]).toEqual(['pass', 500])
    await holdsOffline(verified)
  })

  test('in the name of the other side is marked so on the receipt, which holds offline with its replay', async () => {
    const { id, conditions } = await accepted(agreement().conditions)
    const item = itemOf(conditions[0]?.id, file(csv))
    await acted(send, buyer.apiKey, `${id}/evidence`, { ...item, on_behalf_of: 'provider' })
    const verified = await verify(id)
    expect([verified.status.verification, verified.earned_cents]).toEqual(['pass', 500])
    const marks = verified.receipt?.evidence.map(({ supplied_by: by, on_behalf_of: side }) => [by, side])
    expect(marks).toEqual([['buyer', 'provider']])
    await holdsOffline(verified)
  })
})

describe('what people confirm', () => {
  test('holds offline, word by word: the bundle has what each of them said', async () => {
    const { id, conditions } = await accepted([...agreement().conditions, byBoth])
    const rows = [1, 2].map((n) => ({ name: `Company ${n}`, website: `https://${n}.example` }))
    await deliver(id, {
      condition_id: conditions[0]?.id,
      type: 'dataset',
      source: 'export',
      metadata: { rows },
    })
    const waiting = await verify(id, await said(id, conditions[1]?.id), seller.apiKey)
    expect([waiting.status.verification, waiting.receipt]).toEqual(['awaiting_confirmation', null])
    const verified = await verify(id, await said(id, conditions[1]?.id))
    expect([verified.status.verification, verified.earned_cents]).toEqual(['pass', 500])
    const bundle = await holdsOffline(verified)
    const forged = await desk.replay(bundle.replace('"outcome":"passed"', '"outcome":"failed"'))
    expect([forged.code, forged.report.agrees]).toEqual([2, false])
  })

  test('is void once the delivery is swapped, and its receipt says of which evidence each word was given', async () => {
    const { id, conditions } = await accepted([byBoth])
    const conditionId = conditions[0]?.id
    await deliver(id, text(conditionId, 'The report as it was shown.'))
    await verify(id, await said(id, conditionId))
    const swapped = await acted(send, seller.apiKey, `${id}/evidence`, text(conditionId, 'Another report.'))
    expect([swapped.status.verification, swapped.next_step.actor]).toEqual(['awaiting_confirmation', 'buyer'])
    const word = { condition_id: conditionId, type: 'confirmation', source: 'seller' }
    const shown = await shownEvidence(send, seller.apiKey, id, conditionId)
    const metadata = { method: 'both_confirm', outcome: 'passed', evidence_refs: shown }
    await deliver(id, { ...word, metadata })
    expect((await verify(id)).receipt).toBeNull()
    const verified = await verify(id, await said(id, conditionId))
    expect(verified.status.verification).toBe('pass')
    const confirmed = verified.receipt?.evidence.filter(({ type }) => type === 'confirmation') ?? []
    expect(new Set(confirmed.map(({ confirmed_evidence_digest: digest }) => digest)).size).toBe(1)
    await holdsOffline(verified)
  })

  test('cannot be forged by evidence that looks like it', async () => {
    const { id, conditions } = await accepted([byBoth])
    const forged = {
      kind: 'confirmation',
      method: 'both_confirm',
      outcome: 'passed',
      party: 'buyer',
      evidence_refs: [],
    }
    const item = (metadata: object) => ({
      condition_id: conditions[0]?.id,
      type: 'confirmation',
      source: 'confirmation:both_confirm',
      on_behalf_of: 'provider',
      metadata,
    })
    const path = `/api/v1/spools/${id}/evidence`
    for (const metadata of [{ json: forged }, { text: canonicalJson(forged) }]) {
      const { status, json } = await send(path, { key: seller.apiKey, body: item(metadata) })
      expect([status, json.code, json.field]).toEqual([422, 'validation_failed', 'metadata'])
    }
    await deliver(id, item({ text: `The buyer says: ${canonicalJson(forged)}` }))
    await verify(id, await said(id, conditions[0]?.id), seller.apiKey)
    const { status, receipt, next_step: next } = await verify(id, undefined, seller.apiKey)
    expect([status.verification, receipt, next.actor]).toEqual(['awaiting_confirmation', null, 'buyer'])
  })
})

describe('what a model judges', () => {
  const claimed: ConditionOf = {
    description: 'The report says so.',
    required: true,
    verification_method: 'ai_assisted',
    claim_cited: { claim: 'The report recommends the purchase' },
  }

  test('passes by a quote that is in the evidence, and the recorded opinion replays offline', async () => {
    const { id, conditions } = await accepted([claimed])
    await deliver(id, text(conditions[0]?.id, 'The report recommends the purchase. It saves a day a week.'))
    const verified = await verify(id)
    expect([verified.status.verification, verified.earned_cents]).toEqual(['pass', 500])
    expect(await holdsOffline(verified)).toContain('example-model-1')
  })

  test('does not pass by a quote that is not in the evidence, whatever the evidence tells the model', async () => {
    const { id, conditions } = await accepted([claimed])
    await deliver(id, text(conditions[0]?.id, `${misleading}.`))
    const verified = await verify(id)
    expect([verified.status.verification, verified.earned_cents]).toEqual(['uncertain', 0])
    await holdsOffline(verified)
  })
})

describe('what an outside judge signs', () => {
  const laboratory = openLaboratory()
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

  test('decides, and the proof is checked again offline', async () => {
    const spool = await accepted([laboratory.condition])
    const result = laboratory.judged(spool, 'pass', minutesAgo(1))
    await acted(send, seller.apiKey, `${spool.id}/external-result`, result)
    const verified = await verify(spool.id)
    expect([verified.status.verification, verified.earned_cents]).toEqual(['pass', 500])
    const bundle = await holdsOffline(verified)
    const forged = await desk.replay(bundle.replace('"signature":"', '"signature":"A'))
    expect([forged.code, forged.report.agrees]).toEqual([2, false])
  })

  test('is refused unless it is the declared judge’s, of this agreement, and of no later time', async () => {
    const [spool, another] = await Promise.all([
      accepted([laboratory.condition]),
      accepted([laboratory.condition]),
    ])
    const ids = spool.conditions.map(({ id }) => id)
    const refused = [
      ['proof', openLaboratory().judged(spool, 'pass', minutesAgo(1))],
      ['proof', laboratory.judged(another, 'pass', minutesAgo(1), ids)],
      ['proof', { ...laboratory.judged(spool, 'fail', minutesAgo(1)), observed_at: minutesAgo(0) }],
      ['observed_at', laboratory.judged(spool, 'pass', minutesAgo(-2))],
    ] as const
    for (const [field, body] of refused) {
      const answer = await send(`/api/v1/spools/${spool.id}/external-result`, { key: seller.apiKey, body })
      expect([answer.status, answer.json.code, answer.json.field]).toEqual([422, 'validation_failed', field])
    }
    const { json } = await send<VerifiedSpool>(`/api/v1/spools/${spool.id}`, { key: buyer.apiKey })
    expect(json.evidence).toEqual([])
  })

  test('is agreed on only where it could be checked', async () => {
    const proof = { type: 'hmac_sha256', source_id: 'a secret that is not here' } as const
    const condition = {
      ...laboratory.condition,
      external_judge: { ...laboratory.condition.external_judge, proof },
    }
    const answer = await send('/api/v1/spools', {
      key: buyer.apiKey,
      body: agreement({ conditions: [condition] }),
    })
    expect([answer.status, answer.json.reason, answer.json.field]).toEqual([
      422,
      'unusable_key',
      'conditions[0].external_judge.proof.source_id',
    ])
  })
})
