import { readFileSync } from 'node:fs'
import { digestOf } from '@outturn/canonical'
import { expect, test } from 'vitest'
import { agreementPreimage } from './agreement-preimage.ts'
import { quoteDigest, type QuoteTerms, quotePreimage } from './quote-preimage.ts'
import { schemaId, slugOfSchemaId } from './schema-id.ts'
import { FIRST_PREV_HASH, spoolEventHash } from './spool-event-hash.ts'
import { signedStatusText } from '../status/status-statement.ts'
import { unitIdentityId } from './unit-results.ts'

test('the agreed rail is part of what is hashed, where one was agreed', () => {
  const agreement = {
    spool_id: 'spl_1',
    agreement_version: 1,
    type: 'service',
    mode: 'bilateral',
    parties: [],
    value: { amount_cents: 5, currency: 'USD' },
    deliverable: {},
    terms: [],
    conditions: [],
    unitization: null,
    economics: {},
    dispute_policy: {},
    finality: {},
  }
  const preferring = { ...agreement, value: { ...agreement.value, rail_preference: 'external' } }
  expect(agreementPreimage('example', agreement)).toContain('"value":{"amount_cents":5,"currency":"USD"}')
  expect(agreementPreimage('example', preferring)).toContain(
    '"value":{"amount_cents":5,"currency":"USD","rail_preference":"external"}',
  )
})

test('a quote is hashed over its terms behind its schema id', () => {
  const quote = {
    spool_id: 'spl_1',
    agreement_version: 1,
    plan_hash: 'p',
    economics: { value: null, unitization: null, economics: {}, digest: 'e' },
    work_budget_cents: 5,
    service_fee: { estimated_cents: 1, maximum_cents: 2 },
    rail_fee: { pass_through: true },
    maximum_all_in_cents: 7,
    payer: 'buyer',
    discounts: [],
    pricing_version: '1',
    expires_at: '2026-01-01T00:00:00.000Z',
  }
  expect(quotePreimage('example', quote)).toBe(
    '{"agreement_version":1,"discounts":[],"economics_digest":"e","expires_at":"2026-01-01T00:00:00.000Z","maximum_all_in_cents":7,"payer":"buyer","plan_hash":"p","pricing_version":"1","rail_fee":{"pass_through":true},"schema":"example/quote@1","service_fee":{"estimated_cents":1,"maximum_cents":2},"spool_id":"spl_1","work_budget_cents":5}',
  )
})

test('an event is hashed without its own hash', () => {
  const event = {
    id: 'evt_1',
    type: 'spool.created',
    at: '2026-01-01T00:00:00.000Z',
    actor: { party_id: null, kind: 'service' as const },
    data: {},
    seq: 1,
    prev_hash: FIRST_PREV_HASH,
  }
  const hash = digestOf(
    `{"actor":{"kind":"service","party_id":null},"at":"2026-01-01T00:00:00.000Z","data":{},"id":"evt_1","prev_hash":"${'0'.repeat(64)}","seq":1,"type":"spool.created"}`,
  )
  expect(spoolEventHash(event)).toBe(hash)
  expect(spoolEventHash({ ...event, hash } as typeof event)).toBe(hash)
  expect(spoolEventHash({ ...event, seq: 2 })).not.toBe(hash)
})

test('a status statement is signed without its signature', () => {
  const statement = {
    schema: 'example/status@1',
    receipt_id: 'ocr_1',
    status: 'active' as const,
    issued_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2026-01-02T00:00:00.000Z',
    signing_key_id: 'k',
  }
  const text = signedStatusText(statement)
  expect(signedStatusText({ ...statement, signature: 's' } as typeof statement)).toBe(text)
  expect(text).not.toContain('signature')
})

test('one identity has one pseudonym in a Spool and another in every other', () => {
  const salt = new Uint8Array(32).fill(7)
  expect(unitIdentityId(salt, 'a')).toMatch(/^uid_[0-9a-f]{24}$/)
  expect(unitIdentityId(salt, 'a')).toBe(unitIdentityId(salt, 'a'))
  expect(unitIdentityId(salt, 'b')).not.toBe(unitIdentityId(salt, 'a'))
  expect(unitIdentityId(new Uint8Array(32), 'a')).not.toBe(unitIdentityId(salt, 'a'))
})

test('a schema id names service, record and version', () => {
  expect(schemaId('outturn', 'outcome-receipt')).toBe('outturn/outcome-receipt@1')
  expect(slugOfSchemaId('outturn/outcome-receipt@1', 'outcome-receipt')).toBe('outturn')
  expect(slugOfSchemaId('outturn/outcome-receipt@2', 'outcome-receipt')).toBeUndefined()
  expect(slugOfSchemaId('/outcome-receipt@1', 'outcome-receipt')).toBeUndefined()
  expect(slugOfSchemaId('a/b/outcome-receipt@1', 'outcome-receipt')).toBeUndefined()
})

test('the digest of a quote follows from its members, and no member can change under it', () => {
  const file = new URL('../../../../test/vectors/quote/golden.json', import.meta.url)
  const { slug, quote } = JSON.parse(readFileSync(file, 'utf8')) as {
    slug: string
    quote: QuoteTerms & { quote_digest: string }
  }
  expect(quoteDigest(slug, quote)).toBe(quote.quote_digest)
  expect(quoteDigest('other', quote)).not.toBe(quote.quote_digest)
  const economics = { ...quote.economics, unitization: null }
  for (const change of [{ economics }, { maximum_all_in_cents: 1 }, { payer: 'buyer' }, { discounts: [] }]) {
    expect(quoteDigest(slug, { ...quote, ...change })).not.toBe(quote.quote_digest)
  }
})
