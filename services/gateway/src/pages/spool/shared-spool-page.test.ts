import { createSite, htmlPage } from '@outturn/pages'
import { SharedSpool } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { createSpoolExample } from '@outturn/contracts'
import { sharedSpool } from './shared-spool.fixture.ts'
import { sharedSpoolPage } from './shared-spool-page.ts'
import { nextWords, summaryOf } from './spool-words.ts'
import { noAssets } from '../../testing/no-assets.ts'

const site = createSite({
  name: 'Outturn',
  publicUrl: 'https://outturn.example',
  assets: noAssets,
  nav: [],
  foot: [],
})

const at = '2026-01-02T03:04:05.000Z'
const hash = '0'.repeat(64)
const pageOf = (changes: Partial<SharedSpool> = {}) =>
  htmlPage(site, 200, sharedSpoolPage(sharedSpool(changes), site)).body

test('the page says what was agreed, by whom, for how much and how it is judged', () => {
  const page = pageOf()
  for (const text of [
    'Qualified leads, spring campaign',
    'Proposed: it waits to be accepted.',
    'The seller accepts or declines.',
    '500.00',
    '100 units, 5.00 USD for each that is accepted.',
    'Lena Ortiz (person, has not joined yet)',
    'Every row has &quot;company&quot;, &quot;contact&quot; and &quot;email&quot;.',
    'Written as: <q class="prose">Every row has a company, a contact and an e-mail address.</q>',
    'Judged by the buyer, who confirms it.',
    'Taken from a conversation. Agreed in words; no check decides it.',
    'only an invitation of a party binds an account to the open role',
    hash,
  ]) {
    expect(page).toContain(text)
  }
  expect(page.match(/<h1/g)).toHaveLength(1)
  expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=/)
  expect(page.match(/<script[^>]*>/g)).toEqual([`<script type="module" src="${site.copyScript}">`])
})

test.each([
  ['no duplicates by "email"', 'No duplicates by "email".'],
  ['"email" is unique', '"email" is unique.'],
  ['https://example.com returns 200', 'https://example.com returns 200.'],
])('a check in words is a sentence that changes no name: %s', (reading, sentence) => {
  const conditions = sharedSpool().conditions.map((condition) => ({ ...condition, reads_as: reading }))
  expect(pageOf({ conditions })).toContain(`>${sentence.replaceAll('"', '&quot;')}</p>`)
})

test('a term of the author says that no check decides it, and one of an unknown origin names it', () => {
  const of = (source: string) => pageOf({ terms: [{ text: 'country is DE/AT/CH', provenance: { source } }] })
  const decided = 'Agreed in words; no check decides it.'
  expect(of('freeform')).toContain(`Written by the author of the agreement. ${decided}`)
  expect(of('web_form')).toContain(`From: web form. ${decided}`)
  expect(of('freeform')).not.toContain('freeform')
})

test('a term that repeats a condition says which condition decides it', () => {
  const text = createSpoolExample.conditions[1]?.description ?? ''
  const page = pageOf({ terms: [{ text, provenance: { source: 'freeform' } }] })
  expect(page).toContain('Condition 2 decides it.')
  expect(page).not.toContain('no check decides it')
})

test('nothing that a caller chose becomes markup', () => {
  const hostile = '</script><img src=x onerror=alert(1)>"\'&'
  const deliverable = {
    type: hostile,
    title: hostile,
    description: hostile,
    attributes: { [hostile]: hostile },
  }
  const terms = [{ text: hostile, provenance: { source: hostile } }]
  expect(pageOf({ deliverable, terms })).not.toContain('<img')
})

test('evidence is shown by its type, its digest and whether it was judged, and by nothing of where it came from', () => {
  const item = {
    condition_id: 'cond_000000000000000000000001',
    type: 'dataset',
    content_digest: '1'.repeat(64),
    received_at: at,
  }
  const page = pageOf({
    evidence: [
      { ...item, status: 'judged' },
      { ...item, status: 'waiting' },
    ],
  })
  expect(page).toContain('Dataset for condition 2, seen by the last verification.')
  expect(page).toContain('Dataset for condition 2, not verified yet.')
  expect(page).toContain(item.content_digest)
  for (const member of ['source', 'provenance', 'metadata', 'on_behalf_of']) {
    const told = { evidence: [{ ...item, status: 'judged', [member]: 'x' }] }
    expect(SharedSpool.safeParse({ ...sharedSpool(), ...told }).success).toBe(false)
  }
})

test('content that was given to several conditions is listed once', () => {
  const item = { type: 'dataset', content_digest: '1'.repeat(64), received_at: at, status: 'judged' as const }
  const evidence = sharedSpool().conditions.map(({ id }) => ({ ...item, condition_id: id }))
  const page = pageOf({ evidence: [...evidence, ...evidence] })
  expect(page).toContain('Dataset for conditions 1 and 2, seen by the last verification.')
  expect(page.split(item.content_digest)).toHaveLength(2)
})

test('a Spool of the sandbox says so, and a receipt is led to', () => {
  expect(pageOf({ environment: 'demo' })).toContain('A sandbox Spool')
  const receiptId = 'ocr_000000000000000000000001'
  expect(pageOf({ latest_receipt_id: receiptId })).toContain(`href="/r/${receiptId}"`)
})

test('a Spool without units or conditions has a page too', () => {
  const page = pageOf({ unitization: null, conditions: [] })
  expect(page).toContain('Earned as a whole or not at all.')
  expect(page).toContain('None were agreed yet.')
})

test.each<[Partial<SharedSpool['status']>, string | null, string]>([
  [{}, null, 'Proposed: it waits to be accepted.'],
  [{ agreement: 'draft' }, null, 'A draft: it has not been proposed yet.'],
  [{ agreement: 'accepted', fulfillment: 'in_progress' }, null, 'Accepted: the work is under way.'],
  [
    { agreement: 'accepted', fulfillment: 'evidence_submitted' },
    null,
    'Accepted: evidence was submitted and waits to be verified.',
  ],
  [
    { agreement: 'accepted', verification: 'awaiting_confirmation' },
    null,
    'Accepted: it waits for a confirmation.',
  ],
  [
    { agreement: 'accepted', verification: 'pass', outcome: 'completed' },
    null,
    'Verified: the work meets what was agreed.',
  ],
  [{ agreement: 'declined' }, 'declined', 'Declined: it can be proposed again.'],
  [{ agreement: 'declined', outcome: 'cancelled' }, 'declined', 'Declined: there is no agreement.'],
  [{ agreement: 'accepted', outcome: 'cancelled' }, 'abandoned', 'Abandoned: a party has left it.'],
  [{ agreement: 'cancelled', outcome: 'cancelled' }, 'cancelled', 'Cancelled.'],
  [{ agreement: 'expired', outcome: 'expired' }, null, 'Expired: it was not accepted in time.'],
])('%j (%s) is in words: %s', (status, reason, text) => {
  const spool = sharedSpool({ status_reason: reason })
  expect(summaryOf({ ...spool, status: { ...spool.status, ...status } }).text).toBe(text)
})

test('a proposal that expires says until when, and any other step why', () => {
  expect(nextWords(sharedSpool({ economics: { expiry: '2026-02-06T17:00:00.000Z' } }))).toEqual([
    'The seller accepts or declines.',
    'It can be accepted until 6 Feb 2026, 17:00 UTC.',
  ])
  const step = {
    type: 'submit_evidence',
    action: 'submit_evidence',
    actor: 'provider',
    reason: '2 of 10 rejected',
  } as const
  expect(nextWords(sharedSpool({ next_step: step }))).toEqual([
    'The seller delivers and submits evidence.',
    '2 of 10 rejected',
  ])
  const settle = { type: 'settle', action: 'settle', actor: 'buyer', reason: 'x' } as const
  expect(
    [
      { next_step: settle },
      { next_step: settle, terminal: true },
      { next_step: { ...settle, actor: 'none' as const }, terminal: true },
    ].map((changes) => nextWords(sharedSpool(changes))),
  ).toEqual([
    ['The buyer pays before the work is judged.', expect.stringContaining('held on a card')],
    ['The buyer can pay what was earned.', 'x'],
    ['x'],
  ])
})
