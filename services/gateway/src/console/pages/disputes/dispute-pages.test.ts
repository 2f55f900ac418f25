import { DisputeView, type ListedDispute, Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { hostileTexts, renderedContent } from '../spools/listed-spools.fixture.ts'
import { buyersSpool } from '../spools/spool-view.fixture.ts'
import { disputeContent, disputeListContent, newDisputeContent } from './dispute-pages.ts'

const at = '2026-11-27T10:50:00.000Z'
const words = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

function disputeOf(changes: Partial<DisputeView> = {}): DisputeView {
  return DisputeView.parse({
    id: 'dsp_000000000000000000000001',
    receipt_id: 'ocr_000000000000000000000001',
    spool_id: buyersSpool().id,
    status: 'open',
    opened_by: 'provider',
    reason: 'quality',
    detail: 'Row 3 has an email.',
    condition_ids: [buyersSpool().conditions[1]?.id],
    units: [3, 7],
    requested: 're_verify',
    evidence_refs: [],
    holds_settlement: true,
    resolver: 'review',
    opened_at: at,
    deadline: '2026-11-30T10:50:00.000Z',
    timeline: [{ type: 'opened', at }],
    resolution: null,
    ...changes,
  })
}

function rowOf(changes: Partial<ListedDispute> = {}): ListedDispute {
  return {
    ...{ id: 'dsp_000000000000000000000001', receiptId: 'ocr_000000000000000000000001' },
    ...{
      spoolId: buyersSpool().id,
      spoolTitle: 'Leads',
      status: 'open',
      openedBy: 'provider',
      side: 'buyer',
    },
    ...{
      otherParty: 'LeadBot',
      holdsSettlement: true,
      amountCents: 1_000,
      earnedCents: 750,
      currency: 'USD',
    },
    ...{ openedAt: at, deadline: at, closedAt: null },
    ...changes,
  }
}

test('a dispute says until when, who opened it, what it is about, who decides and what it does to the money', () => {
  const page = words(
    renderedContent(
      disputeContent({ dispute: disputeOf(), spool: buyersSpool(), form: null, refusal: null }),
    ),
  )
  for (const part of [
    'Open until 30 Nov 2026, 10:50 UTC. Nothing is settled before it is closed.',
    'Opened by LeadBot',
    'Conditions 2 Units 3, 7 Decided by a review',
    'LeadBot can deliver again what it names.',
  ]) {
    expect(page).toContain(part)
  }
  const own = disputeOf({ opened_by: 'buyer', holds_settlement: false })
  const ours = words(
    renderedContent(disputeContent({ dispute: own, spool: buyersSpool(), form: null, refusal: null })),
  )
  expect(ours).toContain('It does not hold the money.')
  const ended = disputeOf({ status: 'expired' })
  const over = words(
    renderedContent(disputeContent({ dispute: ended, spool: buyersSpool(), form: null, refusal: null })),
  )
  expect(over).toContain('It holds nothing any more.')
  expect(over).not.toContain('What else can be done')
  const timeline = [
    { type: 'rejected', at, by: 'provider' },
    { type: 'resolved_corrected', at },
  ] as const
  const decided = disputeOf({ status: 'resolved_corrected', timeline: [...timeline] })
  const page2 = words(
    renderedContent(disputeContent({ dispute: decided, spool: buyersSpool(), form: null, refusal: null })),
  )
  for (const part of ['Receipt corrected', 'Another receipt took the place', 'LeadBot rejected it']) {
    expect(page2).toContain(part)
  }
})

test('the form has what the caller can do and nothing else, says what each does, and keeps what was written', () => {
  const form = {
    act: 'reject',
    detail: 'They are two.',
    failed: '',
    passed: '',
    token: 'token',
    formId: 'form',
  }
  const pageOf = (changes: Partial<DisputeView>, shown: typeof form | null = form) => {
    const refusal = new Refusal('invalid_state', 'The dispute has ended.')
    const view = { dispute: disputeOf(changes), spool: buyersSpool(), form: shown, refusal }
    return renderedContent(disputeContent(view))
  }
  const offered = (page: string) => [...page.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)
  const all = pageOf({ can: ['respond', 'statements', 'withdraw'] })
  expect(offered(all)).toEqual(['accept', 'reject', 'statement', 'withdraw'])
  expect(all).toMatch(/action="\/console\/disputes\/dsp_0+1\/act"/)
  expect(words(all)).toContain('Rejecting ends nothing')
  expect([words(all), all]).toEqual([
    expect.stringContaining('The dispute has ended.'),
    expect.stringContaining('They are two.'),
  ])
  expect(all).not.toContain('Conditions that passed')
  expect(pageOf({ can: ['respond'], requested: 'correct_receipt' })).toContain('Conditions that passed')
  const own = pageOf({ can: ['statements', 'withdraw'] })
  expect(offered(own)).toEqual(['statement', 'withdraw'])
  expect(words(own)).not.toContain('Rejecting')
  expect([pageOf({ can: [] }), pageOf({ can: ['withdraw'] }, null)].map(offered)).toEqual([[], []])
})

test('a refusal stands at its field too, and the outcomes of both sides are shown', () => {
  const form = { ...{ act: 'accept', detail: '', failed: '', passed: '9' }, token: 'token', formId: 'form' }
  const refusal = new Refusal('validation_failed', 'Name conditions by their numbers, from 1 to 2.', {
    field: 'passed',
  })
  const id = buyersSpool().conditions[1]?.id ?? ''
  const dispute = disputeOf({
    ...{ can: ['respond'], requested: 'correct_receipt' },
    proposed_outcomes: [{ condition_id: id, outcome: 'passed' }],
    proposal: { by: 'buyer', condition_outcomes: [{ condition_id: id, outcome: 'failed' }], at },
  })
  const page = renderedContent(disputeContent({ dispute, spool: buyersSpool(), form, refusal }))
  expect(page).toMatch(/<a href="#passed">Go to the field/)
  expect(page).toMatch(
    /id="passed"[^>]*value="9"[^>]*aria-invalid="true" aria-describedby="passed-error passed-hint"/,
  )
  expect(page).toContain('<span class="err" id="passed-error">Name conditions')
  expect(words(page)).toContain('Outcomes that the provider states condition 2 passed')
  expect(words(page)).toContain('Outcomes that the buyer states condition 2 failed')
})

test('the list says who opened each and what is held, and an empty one when a dispute can be opened', () => {
  const listOf = (data: ListedDispute[], isOpen = false, nextCursor: string | null = null) =>
    words(renderedContent(disputeListContent({ found: { data, nextCursor }, isOpen })))
  expect(listOf([rowOf()])).toMatch(/Leads.*LeadBot.*Open.*7\.50.*held while it is open/)
  expect(listOf([rowOf({ openedBy: 'buyer', status: 'expired' })])).toMatch(/You.*Ended.*not held any more/)
  expect(listOf([], true)).toContain('No dispute is open')
  expect(listOf([])).toContain('until the dispute window of its agreement ends')
  expect(listOf([], true, buyersSpool().id)).toContain('None found so far')
})

test.each(hostileTexts)('what a party wrote in a dispute stays a text: %s', (text) => {
  const spool = buyersSpool({ deliverable: { type: text, title: text, description: text, attributes: {} } })
  const pages = [
    renderedContent(
      disputeContent({
        dispute: disputeOf({ detail: text, statements: [{ by: 'buyer', detail: text, evidence: [], at }] }),
        ...{ spool, refusal: null },
        form: { act: 'reject', detail: text, failed: text, passed: text, token: 'token', formId: 'form' },
      }),
    ),
    renderedContent(
      disputeListContent({
        found: { data: [rowOf({ spoolTitle: text, otherParty: text })], nextCursor: null },
        isOpen: false,
      }),
    ),
    renderedContent(
      newDisputeContent({
        spool,
        until: at,
        form: {
          ...{ reason: 'quality', detail: '', requested: 'refund', named: '', units: '' },
          ...{ passed: '', failed: '' },
        },
        token: 't',
        formId: 'f',
        refusal: null,
      }),
    ),
  ]
  for (const page of pages) expect(page).not.toMatch(/<script|<img|\u202E/)
})
