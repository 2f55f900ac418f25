import { readFileSync } from 'node:fs'
import type { ListedReceipt, OutcomeReceiptBody } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { createPageSite } from '../../../pages/site.ts'
import { noAssets } from '../../../testing/no-assets.ts'
import { hostileTexts, renderedContent } from '../spools/listed-spools.fixture.ts'
import { receiptCsv } from './receipt-csv.ts'
import { receiptDetailContent, type ReceiptDetailView } from './receipt-detail-page.ts'
import { receiptListContent, type ReceiptListView } from './receipt-list-page.ts'

const site = createPageSite('outturn', 'https://outturn.example', noAssets)
const { receipt } = JSON.parse(
  readFileSync(new URL('../../../../../../test/vectors/receipt/golden.json', import.meta.url), 'utf8'),
) as { receipt: OutcomeReceiptBody }
const spoolId = 'spl_181581f5a0db4e649bdb4703'

const listed = (changes: Partial<ListedReceipt> = {}): ListedReceipt => ({
  id: 'ocr_181581f5a0db4e649bdb4703',
  spoolId,
  runId: 'vr_181581f5a0db4e649bdb4703',
  issuedAt: '2026-11-27T11:21:00.000Z',
  verdict: 'partial',
  earned: '8946.50',
  committed: '10000.00',
  status: 'active',
  isDisputed: false,
  ...changes,
})
const namesOf = (title: string, buyer = 'Larkfield Data', provider = 'LeadBot') =>
  new Map([[spoolId, { id: spoolId, title, buyer, provider }]])
const noFilter = { verdict: '', from: '', to: '', spool: '' }

const listOf = (changes: Partial<ReceiptListView> = {}) =>
  renderedContent(
    receiptListContent({
      receipts: [listed()],
      hasMore: false,
      names: namesOf('Company list with websites'),
      query: noFilter,
      isLaterPage: false,
      mayMakeKey: true,
      ...changes,
    }),
  )

const detailOf = (changes: Partial<ReceiptDetailView> = {}) =>
  renderedContent(
    receiptDetailContent(
      {
        receipt,
        status: {
          receipt_id: receipt.id,
          status: 'active',
          state: 'current',
          advisories: [],
          checked_at: '2026-11-27T11:21:00.000Z',
        },
        runId: 'vr_181581f5a0db4e649bdb4703',
        spoolId,
        name: namesOf('Company list with websites').get(spoolId) ?? null,
        charge: {
          kind: 'charge',
          id: 'billing:run:vr_181581f5a0db4e649bdb4703',
          at: '2026-11-27T11:21:00.000Z',
          state: 'posted',
          amount: '0.10',
        },
        isPartial: false,
        maySeeSpools: true,
        mayDispute: true,
        ...changes,
      },
      site,
    ),
  )

test('a row says what was bought, by whom of whom, the verdict, the money and whether it counts', () => {
  const text = listOf()
  for (const part of [
    'Company list with websites',
    'Larkfield Data',
    'LeadBot',
    'Partly passed',
    '8,946.50',
    'of 10,000.00',
    'Current',
    '27 Nov 2026, 11:21 UTC',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).toContain('class="main" href="/console/receipts/ocr_181581f5a0db4e649bdb4703"')
  expect(listOf({ receipts: [listed({ isDisputed: true })] })).toContain('Current, disputed')
  expect(listOf({ receipts: [listed({ status: 'revoked', isDisputed: true })] })).toContain('Revoked')
  const more = listOf({ hasMore: true, query: { ...noFilter, verdict: 'pass' } })
  expect(more).toContain('href="/console/receipts?verdict=pass&amp;after=ocr_181581f5a0db4e649bdb4703"')
  expect(more).toContain('href="/console/receipts.csv?verdict=pass"')
})

test('a list is whole without the names, and an empty one says what makes a receipt', () => {
  const nameless = listOf({ names: null })
  expect(nameless).toContain('Titles and names could not be read')
  expect(nameless).toContain('href="/console/receipts/ocr_181581f5a0db4e649bdb4703"')
  expect(listOf({ receipts: [] })).toContain('A receipt is made when a verification ends.')
  expect(listOf({ receipts: [] })).toContain('href="/console/keys/new"')
  expect(listOf({ receipts: [], mayMakeKey: false })).not.toContain('/console/keys/new')
  const filtered = listOf({ receipts: [], query: { ...noFilter, from: '2026-11-01' } })
  expect(filtered).toContain('No receipt is as the filter says')
  expect(filtered).toContain('issued since 1 Nov 2026')
})

test('the page of a receipt adds names, run, charge and ways on to what the public page says', () => {
  const text = detailOf()
  for (const part of [
    'Company list with websites',
    'Larkfield Data',
    '0.10 USD for the verification',
    'vr_181581f5a0db4e649bdb4703',
    'id="receipt-json"',
    'id="verification"',
  ]) {
    expect(text).toContain(part)
  }
  for (const address of [
    `/r/${receipt.id}/receipt.json`,
    `/r/${receipt.id}`,
    `/console/spools/${spoolId}`,
    `/console/search?q=${spoolId}`,
  ]) {
    expect(text).toContain(`href="${address}"`)
  }
  expect(text.match(/<h1/g)).toHaveLength(1)
  expect(text).not.toContain(' style=')
  expect(detailOf({ maySeeSpools: false, mayDispute: false })).not.toContain('/console/spools/')
  expect(detailOf({ name: null, charge: null, isPartial: true })).toContain('could not be read')
})

test.each(hostileTexts)('what a party wrote stays a text on both pages and in the file: %s', (title) => {
  const names = namesOf(title, title, title)
  for (const text of [listOf({ names }), detailOf({ name: names.get(spoolId) ?? null })]) {
    expect(text.replace(/<script type="application\/json".*?<\/script>/s, '')).not.toMatch(
      /<script|<img|\u202E/,
    )
  }
  const line = receiptCsv([listed()], names).split('\r\n')[1] ?? ''
  expect(line.split(',').slice(3, 6).join()).not.toMatch(/(^|,)"?[=+@]/)
})

test('a receipt is disputed where both parties agreed alone', () => {
  const dispute = `/console/spools/${spoolId}/dispute`
  const { agreement } = receipt
  const as = (mode: 'bilateral' | 'unilateral') =>
    detailOf({
      receipt: { ...receipt, agreement: { ...agreement, acceptance: { ...agreement.acceptance, mode } } },
    })
  expect(as('bilateral')).toContain(dispute)
  expect(as('unilateral')).not.toContain(dispute)
})
