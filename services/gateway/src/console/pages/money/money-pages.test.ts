import { html, htmlPage } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import { expect, test } from 'vitest'
import { capWarnings, percentUsed } from './keys/key-cap.ts'
import { creditsContent, type CreditsPage } from './credits-page.ts'
import { entriesContent } from './entries-page.ts'
import { keyContent } from './keys/key-page.ts'
import { purchaseContent } from './purchase-pages.ts'
import { statementContent, statementsContent } from './statement-pages.ts'
import { usageContent, type UsagePage } from './usage-page.ts'
import { usagePeriod } from './period/usage-period.ts'
import {
  keyIds,
  sampleBalance,
  sampleCaps,
  sampleNames,
  sampleNow,
  sampleReport,
  sampleStatement,
} from './sample-figures.fixture.ts'

function shown(content: ComponentChildren): string {
  return htmlPage({ isSecure: true }, 200, html`<div>${content}</div>`).body
}

/** The words of a page, as a reader has them. */
function words(content: ComponentChildren): string {
  return shown(content)
    .replaceAll(/<(?:title|text|script)[^>]*>.*?<\/(?:title|text|script)>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

/** Rows of the table with this caption, foot included, without the words that no one sees. */
function rowsOf(content: ComponentChildren, caption: string): readonly (readonly string[])[] {
  const tables = [...shown(content).matchAll(/<table.*?<\/table>/gs)].map(([text]) => text)
  const found = tables.find((text) => text.includes(`>${caption}</caption>`)) ?? ''
  return [...found.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].slice(1).map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
      cell
        .replaceAll(/<span class="vh">.*?<\/span>/g, '')
        .replaceAll(/<[^>]+>/g, ' ')
        .trim(),
    ),
  )
}

const usage: UsagePage = {
  period: usagePeriod('2026-11', sampleNow),
  report: sampleReport,
  balance: sampleBalance,
  caps: sampleCaps,
  names: sampleNames,
  openedOn: '2026-03-01',
  opensKeys: true,
  now: sampleNow,
}

const micros = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 1_000_000)
const column = (rows: readonly (readonly string[])[], index: number) => rows.map((row) => row[index] ?? '')

test('the page of usage shows every figure of the report, and the sums of its tables are its totals', () => {
  const page = usageContent(usage)
  expect(words(page)).toContain('1 to 27 November 2026.')
  for (const figure of [
    'Runs 412 20 covered by the allowance',
    'Compilations 64 20 covered by the allowance',
    'Charged, USD 41.40 39.20 runs, 2.20 compilations',
    'Credits available, USD 11.00 0.20 held for runs in progress',
    'Compilations have no use case: their 2.20 USD are in no row of the last table.',
  ]) {
    expect(words(page)).toContain(figure)
  }
  const byKey = rowsOf(page, 'Usage by key')
  expect(byKey.slice(0, -1).map((row) => row.slice(0, 5))).toEqual([
    ['pipeline-prod', '301', '44', '30.10', '40.00'],
    ['nightly-audit', '83', '12', '8.40', '10.00'],
    ['playground', '28', '8', '2.90', '5.00'],
  ])
  const byUseCase = rowsOf(page, 'Usage by use case')
  expect(byUseCase.at(-1)).toEqual(['All', '412', '318', '71', '19', '4', '8,946.50', '39.20'])
  const byDay = rowsOf(page, 'Runs by day, November 2026')
  const charged = rowsOf(page, 'Charged by day, November 2026')
  for (const [rows, index, total] of [
    [byKey.slice(0, -1), 1, 412],
    [byKey.slice(0, -1), 2, 64],
    [byUseCase.slice(0, -1), 1, 412],
    [byDay, 1, 412],
    [byDay, 2, 318],
  ] as const) {
    expect(column(rows, index).reduce((sum, text) => sum + Number(text), 0)).toBe(total)
  }
  for (const [rows, index] of [
    [byKey.slice(0, -1), 3],
    [charged, 1],
  ] as const) {
    expect(column(rows, index).reduce((sum, text) => sum + micros(text), 0)).toBe(41_400_000)
  }
  expect(shown(page)).not.toContain('style=')
})

test('days before the account was opened are no zeros', () => {
  const page = usageContent({ ...usage, openedOn: '2026-11-05' })
  const rows = rowsOf(page, 'Runs by day, November 2026')
  expect(rows.slice(0, 5).map(([, runs]) => runs)).toEqual(['–', '–', '–', '–', '17'])
})

test('caps are shown for this month alone, and to no viewer', () => {
  const { caps: _, ...viewer } = usage
  const cells = (page: UsagePage) => rowsOf(usageContent(page), 'Usage by key')[0]?.length
  expect(cells(usage)).toBe(6)
  expect(cells({ ...usage, period: usagePeriod('2026-10', sampleNow) })).toBe(4)
  expect(cells({ ...viewer, opensKeys: false })).toBe(4)
  expect(shown(usageContent({ ...viewer, opensKeys: false }))).not.toContain('/console/keys')
})

test('what billing does not say in time leaves the rest of the page', () => {
  const unread = words(usageContent({ ...usage, report: null }))
  expect(unread).toContain('Usage could not be read.')
  expect(unread).toContain('Last 90 days')
  expect(words(usageContent({ ...usage, balance: null, caps: null }))).toContain('could not be read now')
  expect(words(statementsContent(null, sampleNow))).toContain('The statements could not be read.')
  const credits = words(creditsContent({ ...creditsPage, balance: null, threshold: null, purchases: null }))
  expect(credits.match(/could not be read/g)).toHaveLength(3)
  expect(credits).toContain('Buy by card')
})

test('an empty month says so and leads to the one before', () => {
  const totals = { ...sampleReport.totals, runs: 0, compilations: 0 }
  const page = shown(usageContent({ ...usage, report: { ...sampleReport, totals } }))
  expect(page).toContain('Nothing ran in this period')
  expect(page).toContain('href="/console/usage?period=2026-10"')
  expect(words(statementsContent([], sampleNow))).toContain('The first one closes on 1 December.')
})

test.each([
  ['0', 0, 0],
  ['7999999', 79, 0],
  ['8000000', 80, 1],
  ['9999999', 99, 1],
  ['10000000', 100, 1],
  ['10000001', 100, 1],
])('of a cap of 10.00, %s millionths are %d %%, and %d warning', (usedMicros, percent, warnings) => {
  const cap = { keyId: keyIds.audit, capMicros: '10000000', usedMicros }
  expect(percentUsed(cap)).toBe(percent)
  const shownWarnings = capWarnings([cap], { names: sampleNames, opensKeys: true, now: sampleNow })
  expect(shownWarnings).toHaveLength(warnings)
  const text = words(shownWarnings)
  if (percent >= 80) expect(text).toContain('nightly-audit has')
  expect(
    text.includes('has reached its monthly cap of 10.00 USD. Its runs are refused until 1 December.'),
  ).toBe(percent === 100)
})

test('a cap of nothing is reached from the start', () => {
  expect(percentUsed({ capMicros: '0', usedMicros: '0' })).toBe(100)
})

test('the statement adds up as it is shown, and each amount leads to its entries', () => {
  const page = statementContent({
    statement: sampleStatement,
    accountName: 'Larkfield Data',
    names: sampleNames,
    opensKeys: true,
  })
  const text = words(page)
  for (const part of [
    'Larkfield Data · closed on 1 Nov 2026, 02:00 UTC · US dollars',
    'Opening balance 25.10 1 October',
    'Credits bought 20.00 1 pack',
    'Charged 32.50 298 runs, 54 compilations',
    'Closing balance 12.60 31 October',
    'not charged: 3 in October',
    'stm_2026_10_d91820de',
  ]) {
    expect(text).toContain(part)
  }
  expect(rowsOf(page, 'Charges').at(-1)).toEqual(['Total', '', '', '', '', '32.50'])
  expect(rowsOf(page, 'Charges by key').at(-1)).toEqual(['All keys', '318', '74', '32.50'])
  expect(rowsOf(page, 'Runs by use case').at(-1)).toEqual(['All', '318', '29.80'])
  expect(rowsOf(page, 'Credits')).toEqual([
    ['1 Oct', 'Opening balance', '', '', '25.10'],
    ['9 Oct', 'Credit pack, card', `cpp_${'7'.repeat(24)}`, '+20.00', ''],
    ['31 Oct', 'Runs and compilations', '353 entries', '−32.50', '12.60'],
  ])
  const links = [...shown(page).matchAll(/href="(\/console\/statements\/[^"]*)"/g)].map(([, link]) => link)
  expect(links).toEqual(
    expect.arrayContaining([
      '/console/statements/2026-10.csv',
      '/console/statements/2026-10.pdf',
      '/console/statements/2026-10/entries?kind=verification',
      `/console/statements/2026-10/entries?key=${keyIds.audit}`,
      '/console/statements/2026-10/entries?use_case=url',
      '/console/statements/2026-10/entries',
    ]),
  )
})

test('an open month says that its figures can change', () => {
  const statement = { ...sampleStatement, state: 'open' as const }
  const page = words(statementContent({ statement, accountName: 'A', names: sampleNames, opensKeys: true }))
  expect(page).toContain('open until 1 Nov 2026, 02:00 UTC')
  expect(page).toContain('they can change until the statement closes')
  expect(page).toContain('Balance now 12.60')
  expect(page).not.toContain('Closing balance')
})

test('an entry names its run, its key and the balance after it', () => {
  const entry = {
    at: '2026-10-02T10:00:00.000Z',
    entryId: '4712',
    kind: 'verification' as const,
    reference: `vr_${'1'.repeat(24)}`,
    keyId: null,
    useCase: '<b>dataset</b>',
    quantity: 1,
    unitMicros: '100000',
    amountMicros: '-100000',
    balanceMicros: '25000000',
  }
  const page = entriesContent({
    month: '2026-10',
    number: sampleStatement.number,
    entries: [entry],
    filter: 'No key',
    next: null,
    names: sampleNames,
    opensKeys: true,
  })
  const [row] = rowsOf(page, 'Ledger entries')
  expect(row?.slice(4)).toEqual(['&lt;b>dataset&lt;/b>', '−0.10', '25.00'])
  expect(words(page)).toContain('No key')
})

const creditsPage: CreditsPage = {
  balance: sampleBalance,
  threshold: { thresholdMicros: '2000000', defaultMicros: '2000000' },
  purchases: [],
  sells: { card: true, wallet: true },
  done: null,
  buy: { token: 't', formId: '00000000-0000-4000-8000-000000000000' },
  thresholdForm: { token: 't' },
}

test('credits that expire first stand first, and what is owed is said', () => {
  const page = creditsContent(creditsPage)
  expect(rowsOf(page, 'Credits by their origin').map((row) => [row[0]?.split(' ')[0], row[4]])).toEqual([
    ['Promotional', '5.20'],
    ['Credit', '6.00'],
  ])
  const owing = words(
    creditsContent({ ...creditsPage, balance: { ...sampleBalance, owed_micros: '3000000' } }),
  )
  expect(owing).toContain('3.00 USD are owed.')
})

test.each([
  [true, true, true, true],
  [false, true, false, true],
  [false, false, false, false],
])(
  'where packs are sold by card %s and from wallets %s the page offers just that',
  (card, wallet, form, link) => {
    const page = shown(creditsContent({ ...creditsPage, sells: { card, wallet } }))
    expect(page.includes('action="/console/credits/buy"')).toBe(form)
    expect(page.includes('buy with x402')).toBe(link)
  },
)

const purchase = {
  id: `cpp_${'1'.repeat(24)}`,
  rail: 'mpp' as const,
  isCheckout: true,
  packCents: 2_000,
  createdAt: '2026-11-27T11:00:00.000Z',
  endedAt: null,
}

test('a purchase leads to the processor by a link while it is open, and never says more than billing knows', () => {
  const url = 'https://pay.example/c/1'
  const open = shown(purchaseContent({ ...purchase, state: 'open', paymentUrl: url }))
  expect(open).toContain(`href="${url}"`)
  expect(open).not.toContain('<form')
  expect(words(purchaseContent({ ...purchase, state: 'open', paymentUrl: null }))).toContain(
    'do not pay again',
  )
  expect(words(purchaseContent({ ...purchase, state: 'granted', paymentUrl: null }))).toContain(
    '20.00 USD were added to the credits.',
  )
  expect(words(purchaseContent({ ...purchase, state: 'refused', paymentUrl: null }))).toContain(
    'nothing was charged',
  )
})

test('the page of a key shows what its cap leaves, and has a form for those alone who may change it', () => {
  const key = {
    id: keyIds.audit,
    account_id: 'acc_1',
    token_hash: '',
    display: 'spk_live_abcd',
    scope: 'verify' as const,
    spool_id: null,
    party_id: null,
    label: 'nightly-audit',
    created_at: sampleNow,
    last_used_at: null,
    revoked_at: null,
    expires_at: null,
  }
  const view = {
    key,
    cap: sampleCaps[1] ?? null,
    mayRevoke: true,
    opensLog: true,
    done: null,
    now: sampleNow,
  }
  const page = keyContent({ ...view, form: { token: 't' } })
  expect(words(page)).toContain('Left until 1 December 1.60 USD')
  expect(shown(page)).toContain(`action="/console/keys/${key.id}/cap"`)
  expect(shown(keyContent(view))).not.toContain('<form')
  expect(words(keyContent({ ...view, cap: null }))).toContain('can spend all credits of the account')
})

test('what the allowance covered has no price and leads to no entries', () => {
  const [runs] = sampleStatement.charges
  if (runs === undefined) throw new Error('the statement has charges')
  const free = { ...runs, quantity: 2, included: 2, charged: 0, unitMicros: null, amountMicros: '0' }
  const page = statementContent({
    statement: { ...sampleStatement, charges: [free], keys: [], useCases: [] },
    accountName: 'A',
    names: sampleNames,
    opensKeys: true,
  })
  expect(rowsOf(page, 'Charges')[0]).toEqual(['Verification runs', '2', '2', '0', '–', '0.00'])
  expect(shown(page)).not.toContain('entries?kind')
})
