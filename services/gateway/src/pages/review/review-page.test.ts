import { ReviewDecision, type ReviewPage, type ReviewView } from '@outturn/contracts'
import { createSite, htmlPage } from '@outturn/pages'
import type { VNode } from 'preact'
import { expect, test } from 'vitest'
import { noAssets } from '../../testing/no-assets.ts'
import { confirmReviewPage, endedReviewPage, openReviewPage } from './review-page.ts'

const site = createSite({
  name: 'Outturn',
  publicUrl: 'https://outturn.example',
  assets: noAssets,
  nav: [],
  foot: [],
})
const conditionId = 'cond_000000000000000000000001'
const at = '2026-11-27T12:00:00.000Z'

const review: ReviewView = {
  ...{ id: 'rev_000000000000000000000001', receipt_id: 'ocr_000000000000000000000001' },
  ...{ spool_id: 'spl_000000000000000000000001', dispute_id: null, status: 'requested' },
  ...{ status_reason: null, requested_by: 'provider', standing: 'binding', verified_by: 'link' },
  request: { name: 'Ana', question: 'One company?', scope: {} },
  notification: { channel: 'none', status: 'no_address', to: null, at: null, attempts: 0 },
  ...{ created_at: at, expires_at: '2026-11-30T12:00:00.000Z', decision: null, effect: null },
  ...{ replacement_receipt_id: null, can: [] },
}

function pageOf(changes: Partial<ReviewView> = {}, more: Partial<ReviewPage> = {}): ReviewPage {
  return {
    review: { ...review, ...changes },
    requester: { name: 'LeadBot', side: 'provider' },
    title: 'Leads',
    ...{ earnedCents: 250, committedCents: 500, unitAmountCents: 250, totalUnits: 2, isSettled: false },
    conditions: [
      {
        ...{ id: conditionId, number: 3, description: 'Every row has an email.', required: true },
        ...{ result: 'partial', reason: '1 of 2 rows', evidence: [] },
      },
    ],
    ...{ dispute: null, codesLeft: 0, codeExpiresAt: null },
    ...more,
  }
}

const markup = (node: VNode) => htmlPage(site, 200, node).body
const words = (node: VNode) =>
  markup(node)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const viewOf = (page: ReviewPage) => ({
  page,
  path: '/review/rvt_x',
  formToken: 't',
  form: {},
  problem: null,
})

test('each choice says what it does to the money, in its currency', () => {
  const open = words(openReviewPage(viewOf(pageOf()), site))
  expect(open).toContain('The receipt stands: 2.50 USD of 5.00 USD stays earned.')
  expect(open).toContain(
    'It earns from 0.00 USD to 5.00 USD, by the outcomes that you state, in place of 2.50 USD.',
  )
  expect(open).toContain('Decide until 30 Nov 2026, 12:00 UTC')
  expect(open).toMatch(/Required\. Result: Partly passed ?, 1 of 2 rows/)
  const advisory = words(openReviewPage(viewOf(pageOf({ standing: 'advisory' })), site))
  expect(advisory).toContain('It is advisory, because only one of them named you.')
  expect(advisory).not.toContain('A new receipt replaces')
  const decision = ReviewDecision.parse({
    decision: 'overturn',
    condition_outcomes: [{ condition_id: conditionId, outcome: 'passed' }],
  })
  const confirm = words(confirmReviewPage({ ...viewOf(pageOf()), decision, mailedTo: null }, site))
  expect(confirm).toContain('It earns 5.00 USD in place of 2.50 USD.')
  expect(confirm).toContain('Condition 3 is met.')
})

test('a review shows what the parties said in the dispute that it decides, and who vouches for a source', () => {
  const dispute: ReviewPage['dispute'] = {
    ...{ by: 'buyer', reason: 'quality', requested: 'refund', detail: 'Row 2 is empty.' },
    ...{ conditions: [3], units: [2] },
    statements: [{ by: 'provider', detail: 'It has a phone.', at }],
  }
  const item = {
    ...{ id: 'ev_000000000000000000000001', type: 'dataset', source: 'src_1', side: 'provider' },
    ...{ isSelfAsserted: true, receivedAt: at, digest: null, bytes: 3, hasContent: true },
    use: 'not_judged',
  } as const
  const { conditions } = pageOf()
  const page = pageOf({}, { dispute, conditions: conditions.map((each) => ({ ...each, evidence: [item] })) })
  const open = words(openReviewPage(viewOf(page), site))
  for (const part of ['Opened by the buyer', 'Row 2 is empty.', 'to refund the money', 'It has a phone.']) {
    expect(open).toContain(part)
  }
  expect(open).toContain('The result is not based on it. dataset from src_1 , by the provider')
  expect(open).toContain('The side that earns by it registered this source.')
})

const decided = (changes: Partial<ReviewView>): Partial<ReviewView> => ({
  decision: { decision: 'overturn', detail: null, condition_outcomes: [], unit_outcomes: [], at },
  ...{ status: 'overturned', ...changes },
})

test.each<[Partial<ReviewView>, string]>([
  [{ status: 'expired' }, 'The time for a decision ended on 30 Nov 2026, 12:00 UTC. The receipt stands.'],
  [{ status: 'withdrawn' }, 'The party that asked for the review withdrew it.'],
  [{ status: 'withdrawn', status_reason: 'receipt_replaced' }, 'Another verification replaced the receipt'],
  [
    decided({ effect: 'none' }),
    'Decided on 27 Nov 2026, 12:00 UTC: the receipt is wrong. The receipt stands.',
  ],
  [decided({ effect: 'pending' }), 'The new receipt is issued as soon as the settlement'],
  [decided({ effect: 'superseded' }), 'A new receipt has replaced the one that was reviewed.'],
])('a review that has ended has no form and says how: %j', (changes, text) => {
  const node = endedReviewPage(viewOf(pageOf(changes)), site)
  expect(words(node)).toContain(text)
  expect(markup(node)).not.toContain('<form')
})
