import { deliveryInput, type OneCallRequest } from '@outturn/contracts'
import { refusalOf } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { spoolHashes } from '../../flows/hashes.ts'
import { acceptedSpool, at } from '../agreement/accepted-spool.fixture.ts'
import { deliveryDraftOf } from '../../wire/evidence-request.ts'
import { sentRows } from '../../wire/sent-rows.ts'
import { deliveredEvidence } from './delivered-evidence.ts'

const { conditions } = acceptedSpool([
  { verification_method: 'deterministic' },
  { verification_method: 'deterministic' },
]).agreement
const hashes = spoolHashes('outturn')
const evidenceId = (index: number) => `ev_${index}`

function delivered(evidence: Partial<OneCallRequest['evidence']> = {}) {
  const rows = [{ email: 'a@example.com' }]
  const body = { conditions: [], evidence: { type: 'dataset' as const, rows, ...evidence } }
  const { request, rows: passed } = deliveryInput(body)
  const draft = deliveryDraftOf(request, sentRows(passed))
  return deliveredEvidence(draft, conditions, {
    at,
    evidenceId,
    hashes,
  })
}

test('one delivery supports each condition with an evidence item of its own, over one content', () => {
  const { items, content } = delivered()
  expect(content).toEqual({
    text: '{"kind":"rows","rows":[{"email":"a@example.com"}]}',
    digest: hashes.sha256Hex('[{"email":"a@example.com"}]'),
  })
  expect(items.map(({ id, conditionId, contentDigest }) => [id, conditionId, contentDigest])).toEqual(
    conditions.map(({ id }, index) => [evidenceId(index), id, content.digest]),
  )
})

test('an item over its limit is refused', () => {
  expect(() => delivered({ rows: [{ text: 'x'.repeat(1_048_577) }] })).toThrow(
    expect.objectContaining({ code: 'evidence_too_large' }),
  )
})

test('when it was observed is kept in UTC', () => {
  const provenance = { method: 'uploaded_json', observed_at: '2026-01-01T01:00:00+01:00' } as const
  expect(delivered({ provenance }).items[0]).toMatchObject({
    observedAt: at,
    provenanceDetail: { method: 'uploaded_json', observed_at: at },
  })
})

test.each<[string, Partial<OneCallRequest['evidence']>, string]>([
  ['a type that rows cannot be', { type: 'photo' }, 'evidence.type'],
  ['a confirmation', { type: 'confirmation' }, 'evidence.type'],
  ['an upload that is not there', { provenance: 'uploaded_csv' }, 'evidence.provenance'],
  [
    'a time that is still to come',
    { provenance: { method: 'uploaded_json', observed_at: '2026-01-01T00:05:01Z' } },
    'evidence.provenance.observed_at',
  ],
])('%s is refused as it is of evidence that is submitted by itself', (_name, evidence, field) => {
  const { code, status, options } = refusalOf(() => delivered(evidence))
  expect([code, status, options.field]).toEqual(['validation_failed', 422, field])
})
