import { personRoles } from '@outturn/vocabulary'
import { expect, test } from 'vitest'
import { actionContent } from './action-page.ts'
import { consoleActions } from './action-words.ts'
import { hostileTexts, renderedContent } from './listed-spools.fixture.ts'
import { forPeople, nextHeadline } from './next-words.ts'
import { emptySpoolForm, newSpoolContent } from './new-spool-page.ts'
import { centsOf, linesOf, namesOf, numbersOf } from './plain-conditions.ts'
import { spoolContent } from './spool-page.ts'
import { spoolTabs, type SpoolTab } from './spool-view.ts'
import { buyersSpool, entryOf, explainedFor, pageView } from './spool-view.fixture.ts'

const tabs = Object.keys(spoolTabs) as SpoolTab[]
const textOf = (changes: Parameters<typeof pageView>[0] = {}) =>
  renderedContent(spoolContent(pageView(changes)))
const words = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

test('the first screen says whose step is next, what it is, and how a person takes it', () => {
  const page = textOf()
  expect(words(page)).toContain('LeadBot is next: deliver. Add email to row 3, deliver again, and verify.')
  expect(words(page)).not.toMatch(/call evidence|\/api\//)
})

test('calls and times that a reason has for programs are said for people', () => {
  expect(
    [
      'Dispute x is open until 2026-11-30T23:51:24.377Z.',
      'Earned 2.50 of 5.00 USD. Commit with POST /api/v1/spools/spl_1/commit to settle it by card, or settle by the receipt.',
      'There is evidence that no run has seen. Call verify: either party may, with a key of scope full or verify.',
      'Wait for the judge, then call verify again.',
    ].map(forPeople),
  ).toEqual([
    'Dispute x is open until 30 Nov 2026, 23:51 UTC.',
    'Earned 2.50 of 5.00 USD. Commit to settle it by card, or settle by the receipt.',
    'There is evidence that no run has seen.',
    'Wait for the judge, then verify again.',
  ])
})

test('each action that is possible has its form or its page, and what is not possible says why', () => {
  const page = textOf()
  expect(page).toContain('method="post" action="/console/spools/spl_000000000000000000000001/verify"')
  expect(page).toContain('value="token of /console/spools/spl_000000000000000000000001/verify"')
  expect(page).toContain('href="/console/spools/spl_000000000000000000000001/evidence"')
  expect(page).toContain('href="/console/spools/spl_000000000000000000000001/confirm"')
  expect(page).toContain('href="/console/spools/spl_000000000000000000000001/abandon" data-dialog')
  expect(page).not.toContain('/commit"')
  expect(words(page)).toContain('Commit the money Not now.')
  const none = textOf({ explained: { ...explainedFor([]), dispute: { denial: null, until: null } } })
  expect(none).not.toContain('/verify"')
  expect(none).toContain('Open a dispute')
})

test.each(personRoles)(
  'a %s sees what the role allows: evidence and actions are for owners and developers',
  (role) => {
    const acts = role === 'owner' || role === 'developer'
    const page = textOf({ role })
    expect(page.includes('What you can do')).toBe(acts)
    expect(page.includes('tab=evidence')).toBe(acts)
    expect(page.includes('bundle.json')).toBe(acts)
    expect(page.includes('<form')).toBe(acts)
  },
)

test('the history names the person of one’s own account, and of the other party only that it was a person', () => {
  const own = entryOf(1, 'spool.accepted', { data: { by: 'person' } })
  const theirs = entryOf(2, 'evidence.submitted', {
    data: { by: 'person' },
    actor: { party_id: buyersSpool().parties[1]?.party_id ?? null, kind: 'party' },
  })
  const byKey = entryOf(3, 'spool.proposed')
  const events = [own, theirs, byKey]
  const people = new Map([
    [own.id, 'ops@larkfield.example'],
    [theirs.id, 'secret@leadbot.example'],
  ])
  const page = words(textOf({ events, people }))
  expect(page).toContain('You, by ops@larkfield.example accepted')
  expect(page).toContain('A person of LeadBot delivered')
  expect(page).toContain('You proposed the Spool')
  expect(page).not.toContain('secret@leadbot.example')
  expect(words(textOf({ events }))).toContain('A person of Larkfield Data accepted')
})

test('entries of a later version are shown by their type', () => {
  expect(words(textOf({ events: [entryOf(1, 'spool.reviewed_by_moon')] }))).toContain(
    'You: spool reviewed by moon',
  )
})

test('what cannot be read leaves the rest of the page', () => {
  for (const tab of tabs) {
    const page = words(
      textOf({ tab, explained: null, events: null, receipt: null, receipts: null, money: null }),
    )
    expect(page).toContain('LeadBot is next')
  }
  expect(words(textOf({ receipt: null }))).toContain('The receipt could not be read')
  expect(words(textOf({ tab: 'money', money: null }))).toContain('could not be read')
})

test('the money says what is committed, earned and paid, and what it waits for', () => {
  const money = {
    id: 'stl_000000000000000000000001',
    lane: 'card',
    state: 'committed',
    maximumCents: 1_000,
    maximumFeeCents: 25,
    earnedCents: null,
    feeCents: null,
    paidCents: 0,
    payments: [],
    waitsFor: { what: 'verdict', message: 'The amount is held on the card until the verdict is final.' },
    createdAt: '2026-11-27T10:50:00.000Z',
    updatedAt: '2026-11-27T10:50:00.000Z',
  } as const
  const page = words(textOf({ tab: 'money', money: { ...money, payments: [] } }))
  for (const part of ['at most 10.00 USD, and a fee of at most 0.25', 'by card', 'held on the card until']) {
    expect(page).toContain(part)
  }
  expect(words(textOf({ tab: 'money', money: 'none' }))).toContain('Nothing was committed here')
})

test.each(hostileTexts)('what a party wrote stays a text on every tab and form: %s', (text) => {
  const spool = buyersSpool()
  const hostile = buyersSpool({
    deliverable: { type: text, title: text, description: text, attributes: { [text]: text } },
    terms: [{ text, provenance: { source: 'freeform' } }],
    parties: spool.parties.map((party) => ({ ...party, display_name: text })),
    conditions: spool.conditions.map((each) => ({ ...each, description: text })),
    corrective_hint: text,
    next_step: { ...spool.next_step, reason: text },
    evidence: [
      {
        id: 'ev_000000000000000000000001',
        condition_id: spool.conditions[0]?.id ?? '',
        type: 'dataset',
        source: text,
        claim_class: 'artifact_state',
        on_behalf_of: 'provider',
        supplied_by: spool.parties[1]?.party_id ?? null,
        provenance: { method: 'uploaded_csv' },
        content_digest: '0'.repeat(64),
        bytes: 1,
        received_at: spool.created_at,
      },
    ],
  })
  const pages = [
    ...tabs.map((tab) => textOf({ spool: hostile, tab, receipts: [], money: 'none' })),
    ...consoleActions.map((action) =>
      renderedContent(
        actionContent({ spool: hostile, action, form: {}, token: 't', formId: 'f', refusal: null }),
      ),
    ),
  ]
  for (const page of pages) expect(page).not.toMatch(/<script|<img|\u202E/)
})

test.each([
  ['proposed', 'buyer', 'You are next: accept or decline until 4 Dec 2026, 00:00 UTC.'],
  ['proposed', 'provider', 'LeadBot is next: accept or decline until 4 Dec 2026, 00:00 UTC.'],
] as const)('a Spool that is %s and waits for the %s reads: %s', (agreement, actor, headline) => {
  const spool = buyersSpool()
  const next = { type: 'await_confirmation', action: 'await_confirmation', actor, reason: 'x' } as const
  const economics = { ...spool.economics, expiry: '2026-12-04T00:00:00.000Z' }
  const status = { ...spool.status, agreement }
  expect(nextHeadline({ ...spool, economics, status, next_step: next }).headline).toBe(headline)
})

test('who settles outside of the service is told so, and what is held waits', () => {
  const spool = buyersSpool()
  const read = (reason: string, actor: 'buyer' | 'none' = 'buyer', change: Partial<typeof spool> = {}) =>
    nextHeadline({ ...spool, ...change, next_step: { type: 'settle', action: 'settle', actor, reason } })
  const status = { ...spool.status, outcome: 'completed' } as const
  const outside = read('Earned 5.00 of 10.00 USD.', 'buyer', { status })
  expect(outside.headline).toBe('The Spool is completed. You are next: pay what was earned.')
  expect(outside.reason).toContain('pay outside this service')
  expect(read('Earned 5.00 of 10.00 USD. Commit with POST /api/v1/spools/x/commit.').headline).toBe(
    'You are next: settle.',
  )
  expect(read('x', 'none').headline).toBe('The money is on its way.')
  expect(read('x', 'none', { open_disputes: ['dsp_000000000000000000000001'] }).headline).toBe(
    'The money waits.',
  )
})

test('fields of forms are read as people write them', () => {
  expect(['25', '25.5', '1,250.00', '0.01'].map(centsOf)).toEqual([2_500, 2_550, 125_000, 1])
  expect(['', 'x', '1.234', '-1', '1e3', '12,50', '9'.repeat(13)].map(centsOf)).toEqual(Array(7).fill(null))
  expect(linesOf(' a \r\n\n b')).toEqual(['a', 'b'])
  expect(namesOf('name, email\nemail,,')).toEqual(['name', 'email'])
  expect([numbersOf('1, 3'), numbersOf(''), numbersOf('1; drop')]).toEqual([[1, 3], [], null])
})

test('an agreement that one party set alone has no disputes, and is paid elsewhere', () => {
  const spool = buyersSpool({ agreement: { ...buyersSpool().agreement, mode: 'unilateral' } })
  const next = {
    ...spool.next_step,
    type: 'settle',
    action: 'settle',
    actor: 'buyer',
    reason: 'Earned 5.00 of 5.00 USD.',
  } as const
  const overview = words(textOf({ spool: { ...spool, next_step: next } }))
  expect(overview).toContain('Dispute window none: one party set the agreement alone')
  expect(overview).toContain('You are next: pay what was earned. Earned 5.00 of 5.00 USD. One party set')
  expect(words(textOf({ spool, tab: 'terms' }))).toContain('Disputes none: one party set the agreement alone')
})

test.each([
  [{ amount: 'ten' }, 'Value not a number: ten'],
  [{ units: 'few', unit_amount: '2.50' }, 'Value not a number: few'],
  [{ units: '4', unit_amount: 'x' }, 'Value not a number: x'],
  [{ units: '4', unit_amount: '2.50' }, 'Value 4 units at 2.50 USD'],
  [{ amount: '1,250' }, 'Value 1,250 USD as a whole'],
])('the preview of the value %j reads: %s', (fields, text) => {
  const view = { token: 't', formId: 'f', compiled: null, isPreview: true, refusal: null }
  const page = newSpoolContent({ ...view, form: { ...emptySpoolForm, ...fields } })
  expect(words(renderedContent(page))).toContain(text)
})
