import type { ListedDispute } from '@outturn/contracts'
import { html, htmlPage } from '@outturn/pages'
import { expect, test } from 'vitest'
import type { SignedIn } from '../../sessions/serve-person.ts'
import {
  keyIds,
  sampleBalance,
  sampleCaps,
  sampleNames,
  sampleNow,
  sampleReport,
} from '../money/sample-figures.fixture.ts'
import { listedSpool } from '../spools/listed-spools.fixture.ts'
import { type Overview, overviewContent } from './overview-page.ts'
import { passRate, totalsOfMonth } from './overview-panels.ts'

const person = {
  role: 'owner',
  accountName: 'Larkfield Data',
  formToken: () => 'token',
} as unknown as SignedIn

const whole: Overview = {
  report: sampleReport,
  balance: sampleBalance,
  caps: sampleCaps,
  waiting: { spools: [listedSpool({ isWaitingForMe: true })], hasMore: false },
  disputes: [],
  latest: [listedSpool()],
  refused: [{ code: 'validation_failed', keyId: keyIds.pipeline, times: 3 }],
  others: [],
  progress: { hasKey: true, hasUsedKey: true, hasRun: true },
  names: sampleNames,
  openedOn: '2026-03-01',
  opensKeys: true,
  failedMails: [],
  now: sampleNow,
}

function words(overview: Overview): string {
  const { body } = htmlPage({ isSecure: true }, 200, html`<div>${overviewContent(person, overview)}</div>`)
  return body
    .replaceAll(/<(?:title|text)[^>]*>.*?<\/(?:title|text)>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test('the overview has the figures of the month, what waits, what was refused and which cap is near', () => {
  const text = words(whole)
  for (const part of [
    'Larkfield Data in November 2026, until today 11:30 UTC. Amounts are US dollars.',
    'Verification runs 412 318 passed',
    'Pass rate 77.2 % 71 partly passed, 19 failed, 4 undecided',
    'Earned by sellers, USD 8,946.50',
    'Credits available, USD 11.00 0.20 held for runs in progress',
    'nightly-audit has used 84 % of its monthly cap. At 10.00 USD its runs are refused until 1 December.',
    'Waiting for you 1',
    'validation_failed pipeline-prod 3',
    'Latest Spools',
  ]) {
    expect(text).toContain(part)
  }
})

test('days of other months are in no figure of this one', () => {
  const [first] = sampleReport.days
  if (first === undefined) throw new Error('the report has days')
  const october = { ...first, date: '2026-10-31', runs: 9_999, passed: 9_999, earnedMicros: '1' }
  expect(totalsOfMonth([october, ...sampleReport.days], '2026-11')).toEqual({
    runs: 412,
    passed: 318,
    partial: 71,
    failed: 19,
    undecided: 4,
    earnedMicros: 8_946_500_000n,
  })
})

test.each([
  [0, 0, '–'],
  [0, 3, '0 %'],
  [3, 3, '100 %'],
  [318, 412, '77.2 %'],
  [99_999, 100_000, '99.9 %'],
  [1, 100_000, '0.1 %'],
  [1, 3, '33.3 %'],
])('%d of %d passed is %s', (passed, runs, rate) => {
  expect(passRate({ passed, runs })).toBe(rate)
})

test('each panel that cannot be read says so, and the others stay', () => {
  const unread = { waiting: { spools: null, hasMore: false }, disputes: null, latest: null, refused: null }
  const text = words({ ...whole, ...unread, report: null, balance: null, caps: null })
  for (const part of [
    'Usage or credits could not be read.',
    'What waits for you could not be read.',
    'The open disputes could not be read.',
    'The latest Spools could not be read.',
    'The request log could not be read.',
    'Your account works',
  ]) {
    expect(text).toContain(part)
  }
  expect(words({ ...whole, ...unread })).toContain('Verification runs 412')
})

test('until there is a run the three steps stand first, after it last', () => {
  const position = (progress: Overview['progress']) => {
    const text = words({ ...whole, progress })
    return (
      text.search(/Three steps to a first receipt|Your account works/) < text.indexOf('Verification runs')
    )
  }
  expect(position({ hasKey: false, hasUsedKey: false, hasRun: false })).toBe(true)
  expect(position(whole.progress)).toBe(false)
})

test('an open dispute is shown with who opened it, until when, and what it holds', () => {
  expect(words(whole)).not.toContain('Open disputes')
  const at = '2026-11-27T10:50:00.000Z'
  const dispute: ListedDispute = {
    ...{ id: 'dsp_000000000000000000000001', receiptId: 'ocr_000000000000000000000001' },
    ...{ spoolId: 'spl_000000000000000000000001', spoolTitle: 'Leads', status: 'open' },
    ...{ openedBy: 'provider', side: 'buyer', otherParty: 'LeadBot', holdsSettlement: true },
    ...{ amountCents: 1_000, earnedCents: 750, currency: 'USD', openedAt: at, deadline: at, closedAt: null },
  }
  expect(words({ ...whole, disputes: [dispute] })).toMatch(
    /Leads Opened by LeadBot ?, until 27 Nov 2026, 10:50 UTC ?\. It holds the money\./,
  )
})

test('a role that sees no Spools and no requests has no panel of them', () => {
  const { waiting: _waiting, disputes: _disputes, latest: _latest, refused: _refused, ...rest } = whole
  expect(words(rest)).not.toMatch(/Waiting for you|Open disputes|Latest Spools|Refused requests/)
})

test('what another party wrote stays a text', () => {
  const hostile = listedSpool({ title: '<img src=x onerror=alert(1)>\u202E' })
  const { body } = htmlPage(
    { isSecure: true },
    200,
    html`<div>${overviewContent(person, { ...whole, waiting: { spools: [hostile], hasMore: true }, latest: [hostile] })}</div>`,
  )
  expect(body).not.toMatch(/<img|\u202E/)
})
