import { ClaimView, DiscrepancyView, FactView, type MatchView } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { discrepancyContent } from '../discrepancies/discrepancy-page.ts'
import { hostileTexts, renderedContent } from '../spools/listed-spools.fixture.ts'
import { buyersSpool } from '../spools/spool-view.fixture.ts'
import { matchForm } from './match-form.ts'
import { claimsContent, factsContent, matchesContent } from './record-list-pages.ts'
import { subjectContent } from './subject-page.ts'

const at = '2026-11-27T10:50:00.000Z'
const words = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const digest = `sha256:${'a'.repeat(64)}`
const clm = (n: number) => `clm_${String(n).padStart(24, '0')}`
const fct = (n: number) => `fct_${String(n).padStart(24, '0')}`
const spool = buyersSpool()
const base = `/console/spools/${spool.id}`

const claimOf = (n: number, changes: object = {}) =>
  ClaimView.parse({
    ...{ id: clm(n), ordinal: n, subject: 'T 1/2', predicate: 'resolved', value: 5, status: 'mismatched' },
    ...{ claimed_by: 'provider', claimed_at: at, content_digest: digest },
    ...{ supersedes: null, superseded_by: null, duplicate_of: null, amount_cents: 250, ...changes },
  })
const factOf = (n: number, changes: object = {}) =>
  FactView.parse({
    ...{ id: fct(n), source_id: 'src_000000000000000000000001', source_name: 'Desk', spool_id: spool.id },
    ...{ subject: 'T 1/2', predicate: 'resolved', value: 3, occurred_at: at, observed_at: at },
    ...{ provenance: 'source_webhook_signed', content_digest: digest, registered_by: 'buyer' },
    ...{ self_asserted: false, supersedes: null, superseded_by: null, webhook_id: 'evt_1', ...changes },
  })
const row = (changes: Partial<MatchView> = {}): MatchView => ({
  ...{ id: 'mch_000000000000000000000001', claim_id: clm(1), fact_ids: [fct(1)], status: 'mismatched' },
  ...{ subject: 'T 1/2', predicate: 'resolved' },
  differences: [{ field: 'value', claimed: '5', observed: '3' }],
  ...changes,
})
const discrepancyOf = (changes: object = {}) =>
  DiscrepancyView.parse({
    ...{ id: 'dsc_000000000000000000000001', spool_id: spool.id, receipt_id: null, status: 'open' },
    ...{ kind: 'claim_fact_mismatch', severity: 'warn', claim_id: clm(1), fact_id: fct(1) },
    ...{ subject: 'T 1/2', predicate: 'resolved', description: 'They differ.', opened_by: 'service' },
    ...{ opened_at: at, still_found: true, proposal: null, awaiting: null, lapses_at: null },
    ...{ resolution: null, can: [], ...changes },
  })
const subjectPage = (changes: Partial<Parameters<typeof subjectContent>[0]> = {}) =>
  renderedContent(
    subjectContent({
      ...{ spool, subject: 'T 1/2', claims: [claimOf(1), claimOf(2)], facts: [factOf(1), factOf(2)] },
      ...{ hasMore: false, matches: [row()], discrepancies: [discrepancyOf()], ...changes },
    }),
  )

test('the page of a subject says which fact contradicts which claim, and leads to the discrepancy and back', () => {
  const page = subjectPage()
  expect(words(page)).toContain('1. resolved')
  expect(words(page)).toContain('A fact differs Value: claimed 5 , observed 3')
  expect(words(page)).toMatch(/Contradicts claim 1/)
  expect(page).toContain(`id="${clm(1)}"`)
  expect(page).toContain(`href="${base}/subject?name=T%201%2F2#${fct(1)}"`)
  expect(page).toContain('href="/console/discrepancies/dsc_000000000000000000000001"')
  const discrepancy = discrepancyOf()
  const back = renderedContent(discrepancyContent({ discrepancy, spool, form: null, refusal: null }))
  expect(back).toContain(`href="${base}/subject?name=T%201%2F2#${clm(1)}"`)
  expect(words(back)).toContain('About resolved of T 1/2')
})

test('what could not be read is not said to be none', () => {
  const page = words(subjectPage({ matches: null, discrepancies: null }))
  expect(page.match(/not known now/g)).toHaveLength(8)
  expect(words(subjectPage({ matches: [], discrepancies: [] }))).not.toContain('not known now')
  expect(words(subjectPage({ claims: [], facts: [], hasMore: true }))).toContain('Nothing is claimed of it.')
})

test('lists keep their filter from page to page, and say why they are empty', () => {
  const filter = { subject: 'T 1/2', isAll: true, source: '' }
  const page = renderedContent(
    claimsContent({ spool, filter, claims: [claimOf(3, { superseded_by: clm(4) })], next: clm(3) }),
  )
  expect(page).toContain(`href="${base}/claims?subject=T+1%2F2&amp;all=1&amp;after=${clm(3)}"`)
  expect(words(page)).toContain(`Replaced by ${clm(4)}`)
  expect(words(page)).toContain('Amount 2.50 USD')
  const none = { subject: '', isAll: false, source: '' }
  const empty = (seesEvidence: boolean) =>
    renderedContent(factsContent({ spool, filter: none, facts: [], next: null, seesEvidence }))
  expect(empty(true)).toContain(`href="/console/sources/new?spool=${spool.id}"`)
  expect(empty(false)).not.toContain('/console/sources/new')
  const own = factOf(1, { self_asserted: true, registered_by: 'provider' })
  const facts = renderedContent(
    factsContent({ spool, filter: none, facts: [own], next: fct(1), seesEvidence: true }),
  )
  expect(words(facts)).toContain('Desk of the provider, which knows its secret and earns by it')
  expect(facts).toContain(`href="${base}/facts?after=${fct(1)}"`)
})

test('the latest match counts, and names what each row is about; a row of an earlier release has its id', () => {
  const { subject: _, predicate: __, ...old } = row({ id: 'mch_000000000000000000000009' })
  const match = {
    ...{ data: [row(), old], has_more: true, next_cursor: old.id, run_id: 'mrn_1', as_of: at },
    ...{ matched: 7, mismatched: 2, unmatched_claims: 0, unmatched_facts: 0, ambiguous: 0 },
    match_digest: digest,
  }
  const page = renderedContent(matchesContent({ spool, match, form: null, done: null }))
  expect(words(page)).toContain('Confirmed 7 Differ 2')
  expect(words(page)).toContain('resolved of T 1/2')
  expect(words(page)).toContain('mch_000000000000000000000009')
  expect(page).toContain(`href="${base}/matches?after=${old.id}"`)
  expect(page).not.toContain('<form')
})

test.each(hostileTexts)('what a party or a source wrote is text on every page: %j', (text) => {
  const named = { subject: text, predicate: text, value: text }
  const claims = [claimOf(1, named)]
  const facts = [factOf(1, { ...named, source_name: text })]
  const differences = [{ field: 'value' as const, claimed: text, observed: text }]
  const filter = { subject: text, isAll: false, source: '' }
  const form = { key: text, window: text, tolerance: text, open: text }
  const pages = [
    subjectPage({ subject: text, claims, facts, matches: [row({ ...named, differences })] }),
    renderedContent(claimsContent({ spool, filter, claims, next: null })),
    renderedContent(factsContent({ spool, filter, facts, next: null, seesEvidence: true })),
    renderedContent(matchForm({ spool, form, token: 't', formId: 'f', refusal: null })),
    renderedContent(
      discrepancyContent({
        discrepancy: discrepancyOf({ subject: text, predicate: text }),
        spool,
        form: null,
        refusal: null,
      }),
    ),
  ]
  for (const page of pages) expect(page).not.toMatch(/<(script|img)/)
})
