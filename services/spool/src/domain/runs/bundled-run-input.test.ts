import { BundledRunInput } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { bundledBytes, bundledRunInput, type JudgedInput } from './bundled-run-input.ts'
import { acceptedSpool } from '../agreement/accepted-spool.fixture.ts'
import type { Evidence, Spool } from '../model/spool.ts'

const { agreement } = acceptedSpool([{ verification_method: 'deterministic' }])
const preimages = {
  agreement: '{"schema":"example/agreement@1","spool_id":"spl_000000000000000000000001"}',
  plan: '{"schema":"example/verification-plan@1"}',
}

function item(ordinal: number, digest: string): Evidence {
  return {
    id: `ev_${String(ordinal).padStart(24, '0')}`,
    conditionId: 'cond_000000000000000000000001',
    type: 'dataset',
    source: 'one-call',
    claimClass: 'artifact_state',
    provenance: 'uploaded_json',
    provenanceDetail: { method: 'uploaded_json', owner: 'Someone' },
    onBehalfOf: 'provider',
    contentDigest: digest,
    bytes: 17,
    observedAt: null,
    receivedAt: '2026-01-01T00:00:00.000Z',
  }
}

function bundled(
  evidence: readonly Evidence[],
  contents: JudgedInput['contents'],
  withdrawn: Readonly<Record<string, string>> = {},
) {
  const input = {
    spool: { agreement, state: { withdrawn } } as unknown as Spool,
    evidence,
    contents,
    evaluatedAt: '2026-01-01T00:00:00.000Z',
    events: null,
  }
  return JSON.parse(bundledRunInput(input, preimages))
}

function rows(bytes: number): string {
  const around = '{"kind":"rows","rows":[{"x":""}]}'
  return around.replace('""', `"${'x'.repeat(bytes - around.length)}"`)
}

const [one, two, three] = ['1'.repeat(64), '2'.repeat(64), '3'.repeat(64)] as const

test('items of one digest share one content, which is the stored text', () => {
  const text = '{"kind":"rows","rows":[{"n":1}]}'
  const input = bundled([item(1, one), item(2, one)], [{ digest: one, text }])
  expect(input.evidence.map((held: { id: string }) => held.id)).toEqual([item(1, one).id, item(2, one).id])
  expect(JSON.stringify(input.contents)).toBe(`{"${one}":${text}}`)
})

test('evidence has the members of the contract and no others', () => {
  const { evidence, contents, evaluated_at } = bundled([item(1, one)], [{ digest: one, text: rows(40) }])
  const { evidence: ofContract, contents: held, evaluated_at: time } = BundledRunInput.shape
  expect(() => [ofContract.parse(evidence), held.parse(contents), time.parse(evaluated_at)]).not.toThrow()
})

test('content that does not fit is left out, and smaller content after it is not', () => {
  const contents = [
    { digest: one, text: rows(1_000) },
    { digest: two, text: rows(bundledBytes) },
    { digest: three, text: rows(bundledBytes - 10_000) },
  ]
  const input = bundled([item(1, one), item(2, two), item(3, three)], contents)
  expect(Object.keys(input.contents)).toEqual([one, three])
})

test('content that the run was not given is not in it', () => {
  expect(bundled([item(1, one)], [{ digest: two, text: rows(40) }]).contents).toEqual({})
})

test('a content that was deleted is withheld, unless another item needs it', () => {
  const items = [item(1, one), item(2, two), item(3, two)]
  const texts = [one, two].map((digest) => ({ digest, text: rows(100) }))
  const gone = (...ids: number[]) =>
    Object.fromEntries(ids.map((n) => [item(n, one).id, '2026-01-02T00:00:00.000Z']))
  const both = bundled(items, texts, gone(1, 2))
  expect(BundledRunInput.shape.withheld.parse(both.withheld)).toEqual([
    { evidence_id: item(1, one).id, content_digest: one, reason: 'withdrawn' },
  ])
  expect(Object.keys(both.contents)).toEqual([two])
  const all = bundled(items, texts, gone(1, 2, 3))
  expect(all.withheld).toHaveLength(3)
  expect(all.contents).toEqual({})
  expect(bundled(items, texts)).not.toHaveProperty('withheld')
})
