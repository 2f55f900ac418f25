import { DiscrepancyView, ListedDiscrepancy, Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { hostileTexts, renderedContent } from '../spools/listed-spools.fixture.ts'
import { buyersSpool } from '../spools/spool-view.fixture.ts'
import { discrepancyListContent, spoolDiscrepancies } from './discrepancy-list-page.ts'
import { discrepancyContent } from './discrepancy-page.ts'
import { newDiscrepancyContent } from './new-discrepancy-page.ts'

const at = '2026-11-27T10:50:00.000Z'
const words = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const id = 'dsc_000000000000000000000001'

function blockOf(changes: Partial<DiscrepancyView> = {}): DiscrepancyView {
  return DiscrepancyView.parse({
    ...{ id, spool_id: buyersSpool().id, receipt_id: null, kind: 'quantity_mismatch', severity: 'block' },
    ...{ status: 'open', expected: '98', observed: '96', description: 'The record has 96.' },
    ...{ opened_by: 'provider', opened_at: at, still_found: true, awaiting: 'buyer' },
    proposal: { by: 'provider', action: 'resolve', outcome: 'claim_corrected', note: 'We count 96.', at },
    ...{ lapses_at: '2026-11-30T10:50:00.000Z', resolution: null, can: ['dismiss', 'resolve'] },
    ...changes,
  })
}

const form = { closing: 'claim_corrected', note: '', token: 'token', formId: 'form' }
const pageOf = (changes: Partial<DiscrepancyView> = {}, shown: typeof form | null = form) =>
  renderedContent(
    discrepancyContent({ discrepancy: blockOf(changes), spool: buyersSpool(), form: shown, refusal: null }),
  )

test('a block says what it holds and until when, what the other party proposed, and what one’s own word does', () => {
  const page = pageOf()
  for (const part of [
    'Nothing is settled until both parties close it in the same way, or until 30 Nov 2026, 10:50 UTC.',
    'Expected 98 Observed 96',
    'By LeadBot How The claim was corrected Why We count 96.',
    'If LeadBot has proposed the same, this closes it and the money goes on.',
  ]) {
    expect(words(page)).toContain(part)
  }
  expect(page).toContain(`action="/console/discrepancies/${id}/close"`)
  expect(page).toMatch(/<option value="claim_corrected" selected/)
})

test('a form offers what the caller can do and nothing else, and no form is shown where that is nothing', () => {
  const options = (page: string) => [...page.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)
  const outcomes = ['accepted_variance', 'claim_corrected', 'fact_corrected']
  expect(options(pageOf())).toEqual([...outcomes, 'dismiss'])
  expect(options(pageOf({ severity: 'warn', can: ['resolve'] }))).toEqual(outcomes)
  expect(pageOf({ can: [] }, null)).not.toContain('<form')
  const closed = { by: 'operator', outcome: null, note: 'Of May.', at } as const
  const page = words(pageOf({ status: 'dismissed', resolution: closed, can: [] }, null))
  expect(page).toContain('Closed by Two operators Outcome There is no difference Why Of May.')
  expect(page).toContain('It is closed and holds nothing.')
})

test('a difference that a match found names its claim and its fact', () => {
  const ids = { claim_id: 'clm_000000000000000000000003', fact_id: 'fct_000000000000000000000002' }
  expect(words(pageOf(ids))).toContain(`Claim ${ids.claim_id} Fact ${ids.fact_id}`)
  expect(words(pageOf())).not.toContain('Claim clm_')
})

test('lists name who opened it, what it waits for and until when it blocks, and link to it', () => {
  const row = ListedDiscrepancy.parse({
    ...{ id, spoolId: buyersSpool().id, spoolTitle: 'Leads', kind: 'timing', severity: 'block' },
    ...{ openedBy: 'service', side: 'buyer', otherParty: 'LeadBot', awaiting: 'buyer', openedAt: at },
    lapsesAt: at,
  })
  const page = renderedContent(discrepancyListContent({ data: [row], nextCursor: id }))
  expect(words(page)).toContain('A match Blocks the money You 27 Nov 2026, 10:50 UTC')
  expect(page).toContain(`href="/console/discrepancies/${id}"`)
  expect(page).toContain(`href="/console/discrepancies?after=${id}"`)
  expect(words(renderedContent(discrepancyListContent({ data: [], nextCursor: null })))).toContain(
    'No discrepancy is open',
  )
  const spool = buyersSpool({ open_discrepancies: 12 })
  expect(words(renderedContent(spoolDiscrepancies(spool, [blockOf()])))).toContain('And 11 more')
  expect(words(renderedContent(spoolDiscrepancies(spool, null)))).toContain('could not be read')
  expect(spoolDiscrepancies(buyersSpool(), undefined)).toBe(null)
})

test('only where the agreement provides for it a block is offered, and a refused form keeps what was written', () => {
  const empty = { kind: 'timing', severity: 'warn', expected: '', observed: '', condition: '', unit: '' }
  const refusal = new Refusal('conflict', 'Enough for today.')
  const page = (spool = buyersSpool()) =>
    renderedContent(
      newDiscrepancyContent({
        ...{ spool, token: 'token', formId: 'form', refusal },
        form: { ...empty, description: 'What I wrote.' },
      }),
    )
  expect(page()).toContain('<option value="block"')
  expect(words(page())).toContain('for at most 72 hours')
  expect(page()).toContain('What I wrote.')
  expect(words(page())).toContain('Enough for today.')
  const { dispute_policy: policy } = buyersSpool()
  expect(page(buyersSpool({ dispute_policy: { ...policy, holds_settlement: false } }))).not.toContain(
    '<option value="block"',
  )
})

test.each(hostileTexts)('what a party wrote is text on every page: %j', (text) => {
  const proposal = { by: 'provider', action: 'dismiss', outcome: null, note: text, at } as const
  const page = pageOf({ description: text, field: text, expected: text, observed: text, proposal })
  expect(page).not.toMatch(/<(script|img)/)
  expect(
    renderedContent(
      spoolDiscrepancies(buyersSpool({ open_discrepancies: 1 }), [blockOf({ description: text })]),
    ),
  ).not.toMatch(/<(script|img)/)
})
