import { htmlPage, minuteText } from '@outturn/pages'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type OutcomeReceiptBody, type ReceiptStatusV1, Refusal } from '@outturn/contracts'
import { beforeAll, expect, test } from 'vitest'
import { buildAssets, type PageAssets } from '../assets.ts'
import { createPageSite, type PageSite } from '../site.ts'
import { absentReceipt } from './absent-receipt.ts'
import { receiptPage } from './receipt-page.ts'
import { inWords, type Wording } from '../result-words.ts'

const { receipt } = JSON.parse(
  readFileSync(new URL('../../../../../test/vectors/receipt/golden.json', import.meta.url), 'utf8'),
) as { receipt: OutcomeReceiptBody }
const status: ReceiptStatusV1 = {
  receipt_id: receipt.id,
  status: 'active',
  state: 'current',
  advisories: [],
  checked_at: '2026-01-02T03:04:05.000Z',
}

let assets: PageAssets
let site: PageSite
beforeAll(async () => {
  assets = await buildAssets()
  site = createPageSite('outturn', 'https://outturn.example', assets)
})

function pageOf(
  changes: Partial<OutcomeReceiptBody> = {},
  changedStatus: Partial<ReceiptStatusV1> = {},
): string {
  const view = { receipt: { ...receipt, ...changes }, status: { ...status, ...changedStatus } }
  return htmlPage(site, 200, receiptPage(view, site)).body
}

/** The page as a reader sees it, without the receipt that it carries for the script. */
function visible(page: string): string {
  return page.replace(/<script type="application\/json".*?<\/script>/s, '')
}

test('the page is whole without scripts: verdict, earned value, conditions, units and identifiers', () => {
  const page = visible(pageOf())
  for (const text of [
    'Partly passed',
    '1.00',
    '1.50',
    ...receipt.condition_results.flatMap(({ condition_id, reason }) => [condition_id, reason]),
    ...receipt.evidence.map(({ content_digest }) => content_digest),
    receipt.id,
    receipt.signing_key_id,
    receipt.evidence_root,
    'Current',
    'What this receipt does not prove',
  ]) {
    expect(page).toContain(text)
  }
  expect(page.match(/<h1/g)).toHaveLength(1)
  expect(page).toContain('aria-live="polite"')
})

test('nothing that a caller chose becomes markup, on the page or in the receipt that it carries', () => {
  const hostile = '</script><img src=x onerror=alert(1)>"\'&'
  const results = receipt.condition_results.map((result) => ({ ...result, reason: hostile }))
  const actors = { ...receipt.actors, provider: { subject: hostile, kind: 'agent' } }
  const page = pageOf({ condition_results: results, actors })
  expect(page).not.toContain('<img')
  expect(page.match(/<\/script>/g)).toHaveLength(3)
  const carried = /id="receipt-json">(.*?)<\/script>/s.exec(page)?.[1] ?? ''
  expect(JSON.parse(carried)).toMatchObject({ actors })
})

test('text that would turn the direction of writing, or that no page can hold, is shown by its code', () => {
  const hostile = 'rows\u202e\u0007 are\r missing\r\n\u2066'
  const shown = 'rows\\u{202e}\\u{7} are\\u{d} missing\n\\u{2066}'
  const results = receipt.condition_results.map((result) => ({ ...result, reason: hostile }))
  const advisories = [{ code: 'superseded', message: hostile, at: status.checked_at }]
  const page = visible(pageOf({ condition_results: results }, { advisories }))
  for (const sign of ['\u202e', '\u0007', '\r', '\u2066']) expect(page).not.toContain(sign)
  expect(page.split(shown)).toHaveLength(1 + results.length + advisories.length)
  // The script that compares the page with the receipt asks for the same words.
  expect(inWords(hostile, undefined)).toBe(shown)
})

test.each([
  ['corrected', 'superseded', 'Do not rely on this receipt: it was replaced.'],
  ['revoked', 'revoked', 'Do not rely on this receipt: it was revoked.'],
] as const)('a %s receipt says so before what it says', (word, state, warning) => {
  const page = visible(pageOf({}, { status: word, state }))
  expect(page.indexOf(warning)).toBeGreaterThan(page.indexOf('<h1'))
  expect(page.indexOf(warning)).toBeLessThan(page.indexOf('id="verdict"'))
  expect(visible(pageOf())).not.toContain('Do not rely')
})

test('a receipt of a revoked key says so before what it says', () => {
  const advisories = [{ code: 'key_compromise', message: 'The key leaked.', at: status.checked_at }]
  const page = visible(pageOf({}, { advisories }))
  const warning = page.indexOf('Do not rely on this receipt: the key that signed it was revoked.')
  expect(warning).toBeGreaterThan(page.indexOf('<h1'))
  expect(warning).toBeLessThan(page.indexOf('id="verdict"'))
})

test('a disputed receipt says so first, and its verdict does not look passed', () => {
  const advisories = [{ code: 'disputed', message: 'A party disputes it.', at: status.checked_at }]
  const page = visible(pageOf({ result: 'pass' }, { advisories }))
  expect(page.indexOf('id="disputed"')).toBeLessThan(page.indexOf('id="verdict"'))
  expect(page).toContain('A party disputes this receipt')
  expect(verdictBadge(page)).toBe('badge plain')
  expect(verdictBadge(visible(pageOf({ result: 'pass' })))).toBe('badge pass')
})

test.each([
  { status: 'revoked', state: 'revoked' },
  { status: 'corrected', state: 'superseded' },
] as const)('a receipt that no one should rely on does not look passed: $state', (withdrawn) => {
  expect(verdictBadge(visible(pageOf({ result: 'pass' }, withdrawn)))).toBe('badge plain')
})

const verdictBadge = (page: string) => /id="verdict"><span class="([^"]*)"/.exec(page)?.[1]

test('a condition is named by the title of its checker, and a cause is a sentence', () => {
  const page = visible(pageOf())
  expect(page).toMatch(/<h3[^>]*>1\. Required fields</)
  expect(page).not.toMatch(/Condition \d|missing_field/)
  expect(page).toContain('email is missing')
})

test('a cause without a field names the number of its condition', () => {
  const { condition_id: id = '' } = receipt.condition_results[0] ?? {}
  const reasons = [{ condition_id: id, code: 'value_mismatch' }]
  const page = visible(pageOf({ unit_results: [{ unit: 1, result: 'fail' as const, reasons, salt: '' }] }))
  expect(page).toContain('>a value is not what was agreed (condition 1)<')
  expect(page).toContain('Row 1: a value is not what was agreed<')
})

test('content that several conditions were judged by is shown once, and each of them refers to it', () => {
  const [item] = receipt.evidence
  const [result] = receipt.condition_results
  if (item === undefined || result === undefined) throw new Error('the receipt has no evidence')
  const ids = [
    'cond_00000000000000000000000a',
    'cond_00000000000000000000000b',
    'cond_00000000000000000000000c',
  ]
  const other = { ...item, content_digest: '7'.repeat(64) }
  const page = visible(
    pageOf({
      condition_results: ids.map((id) => ({ ...result, condition_id: id })),
      evidence: ids.map((id, index) => ({ ...(index === 2 ? other : item), condition_id: id })),
    }),
  )
  expect(page.split(String(item.content_digest))).toHaveLength(2)
  expect(page.match(/Evidence: <a href="#evidence-1">1<\/a>/g)).toHaveLength(2)
  expect(page.match(/Evidence: <a href="#evidence-2">2<\/a>/g)).toHaveLength(1)
  for (const number of [1, 2]) expect(page).toContain(`id="evidence-${number}"`)
})

test('the same content that came twice is shown once, and different contents of one condition were counted together', () => {
  const [item] = receipt.evidence
  if (item === undefined) throw new Error('the receipt has no evidence')
  const later = {
    ...item,
    evidence_id: 'ev_000000000000000000000002',
    received_at: '2026-01-01T00:00:09.000Z',
  }
  expect(visible(pageOf({ evidence: [item, later] }))).not.toContain('id="evidence-2"')
  const other = { ...later, content_digest: '7'.repeat(64) }
  expect(visible(pageOf({ evidence: [item, other] }))).toContain('2</a>, counted together.')
})

test('a time reads the same wherever it stands', () => {
  const page = visible(pageOf())
  const shown = [...page.matchAll(/<time[^>]*>(?:<span[^>]*>)?([^<]*)</g)].map(([, text]) => text)
  expect(shown.length).toBeGreaterThan(3)
  for (const text of shown) expect(text).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC$/)
})

test('somebody who does not know the service reads what a receipt is', () => {
  expect(visible(pageOf())).toContain('what was agreed, what was delivered, and what that earned')
})

test('no element has a style, an event handler or an inline script', () => {
  const page = visible(pageOf())
  expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=/)
  expect(page.match(/<script[^>]*>/g)).toEqual([
    `<script type="module" src="${assets.scripts['verify-receipt']}">`,
    `<script type="module" src="${assets.scripts['copy-code']}">`,
  ])
})

test('a demo receipt says that it is worth nothing outside the sandbox', () => {
  expect(visible(pageOf({ environment: 'demo' }))).toContain('A sandbox receipt')
  expect(visible(pageOf({ environment: 'production' }))).not.toContain('A sandbox receipt')
})

test('a superseded receipt leads to the one that replaced it', () => {
  const replacement = 'ocr_000000000000000000000009'
  const advisories = [
    { code: 'superseded', message: 'Row 7', at: status.checked_at, replacement_receipt_id: replacement },
  ]
  const page = pageOf({}, { status: 'corrected', state: 'superseded', advisories })
  expect(page).toContain('Superseded by a later receipt')
  expect(page).toContain(`href="/r/${replacement}"`)
})

const leaf = (unit: number) => ({
  unit,
  result: 'fail' as const,
  reasons: [{ condition_id: 'cond_000000000000000000000001', code: 'missing_field', field: 'email' }],
  salt: '',
})
const leaves = (count: number) => Array.from({ length: count }, (_, i) => leaf(i + 1))
const rowsOf = (page: string) => page.match(/<span class="v">email is missing/g)?.length ?? 0

test.each([
  [50, 50, null],
  [51, 51, 'All units'],
  [1_000, 1_000, 'All units'],
  [1_200, 1_000, 'More units, up to unit 1000'],
])('of %i units 50 stand open, and %i are on the page', (count, shown, summary) => {
  const page = visible(pageOf({ unit_results: leaves(count) }))
  const [open = '', folded = ''] = page.split('id="more-units"')
  // Where not all stand open, the reason is counted once, too.
  const counted = summary === null ? 0 : 1
  expect([rowsOf(open), rowsOf(folded)]).toEqual([50 + counted, shown - 50])
  expect(/id="more-units"><summary>(.*?)<\/summary>/.exec(page)?.[1] ?? null).toBe(summary)
})

test('the history shows what happened to the receipt, newest first, and links to the receipts before and after it', () => {
  const [before, after] = ['ocr_000000000000000000000008', 'ocr_000000000000000000000009']
  const advisories = [
    { code: 'key_compromise', message: 'The key leaked.', at: '2026-03-01T00:00:00.000Z' },
    {
      code: 'superseded',
      message: 'Row 7.',
      at: '2026-02-01T00:00:00.000Z',
      replacement_receipt_id: after,
    },
  ]
  const page = visible(
    pageOf({ supersedes: before }, { status: 'corrected', state: 'superseded', advisories }),
  )
  const history = /<ol class="time" id="history-entries">(.*?)<\/ol>/s.exec(page)?.[1] ?? ''
  const entries = history
    .split('<li>')
    .slice(1)
    .map((entry) => entry.replaceAll(/<[^>]*>/g, ''))
  expect(entries).toEqual([
    '1 Mar 2026, 00:00 UTC key compromise: The key leaked.',
    `1 Feb 2026, 00:00 UTC superseded: Row 7. Replaced by ${after}.`,
    `${minuteText(receipt.issued_at)} Issued in place of ${before}.`,
  ])
  expect(history).toContain(`href="/r/${before}"`)
  expect(history).toContain(`href="/r/${after}"`)
})

test('a receipt in the log says where it is, and that the proof waits for the browser', () => {
  const root = Buffer.alloc(32).toString('base64')
  const signature = Buffer.alloc(68).toString('base64')
  const note = `example.com/log/demo\n7\n${root}\n\n\u2014 example.com/log/demo ${signature}\n`
  const page = visible(pageOf({ log_proof: `c2sp.org/tlog-proof@v1\nindex 4\n\n${note}` }))
  expect(page).toContain('<code>example.com/log/demo</code>')
  expect(page).toContain('The receipt is leaf 4 of 7 in the log')
  expect(page).toContain('has not been checked in this browser')
  expect(visible(pageOf())).toContain('no proof of being in the log yet')
})

test('everything that a receipt states stands on the page with its path in the receipt', () => {
  const page = visible(pageOf())
  const claims = [...page.matchAll(/data-claim="([^"]+)"(?: data-words="(\w+)")?>([^<]*)</g)]
  expect(claims.length).toBeGreaterThan(30)
  for (const [, path = '', words, text] of claims) {
    const value = path
      .split('.')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], receipt)
    expect([path, text]).toEqual([path, inWords(String(value), words as Wording | undefined)])
  }
})

test('a receipt without units has no table of units', () => {
  expect(visible(pageOf({ units: null }))).not.toContain('id="units-title"')
})

test('each file is named by its content and referred to by that name', () => {
  for (const path of [assets.stylesheet, assets.scripts['verify-receipt']]) {
    expect(path).toMatch(/^\/assets\/[a-z-]+-[0-9a-f]{16}\.(js|css)$/)
    expect(assets.files.has(path.slice('/assets/'.length))).toBe(true)
  }
})

const scriptOf = (name: string) => [...assets.files].find(([file]) => file.startsWith(`${name}-`))?.[1]

test.each(['verify-receipt', 'verify-file'])(
  '%s has no HTML sink and loads nothing from elsewhere',
  (name) => {
    const file = scriptOf(name)
    const text = Buffer.from(file?.bytes ?? []).toString()
    expect(text.length).toBeGreaterThan(10_000)
    expect(text).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|import\(/,
    )
  },
)

test.each([
  ['verify-receipt', 21.25],
  ['verify-file', 23],
])('what a browser loads for %s is at most %s KiB', (name, mostKiB) => {
  expect(gzipSync(scriptOf(name)?.bytes ?? '', { level: 9 }).length).toBeLessThanOrEqual(mostKiB * 1_024)
})

test('a receipt that does not exist is a page that says how long an id is, and asks for another', () => {
  const refusal = new Refusal('not_found', 'There is no such <b>receipt.')
  const asked = { requestId: 'req_1', now: new Date(status.checked_at), params: { receipt_id: 'ocr_12' } }
  const { status: code, body } = absentReceipt(site, refusal, asked)
  expect(code).toBe(404)
  expect(body).toContain('has 2 characters after its prefix; a receipt id has 24')
  expect(body).toContain('There is no such &lt;b>receipt.')
  for (const text of ['req_1', '2 Jan 2026, 03:04 UTC', 'action="/r"']) expect(body).toContain(text)
})

test('the first screen says what was bought, from whom, the verdict, the money, the issuer and the proof', () => {
  const text = visible(pageOf())
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  const first = text.slice(0, text.indexOf('What was checked'))
  for (const part of [
    'Dataset of 3 rows, 2 accepted',
    'Partly passed',
    '1.00 of 1.50 USD earned',
    'Bought Dataset, 3 rows at 0.50 USD each',
    'Buyer Agent 1',
    'Seller Agent 2',
    'Issued by Outturn, outturn.example',
    'Status Current; not corrected, not revoked',
    'Why 0.50 was not earned Rows 1 and 3 1.00 Row 2: email is missing 0.00 Earned 1.00 USD',
    'Not verified in this browser yet.',
  ]) {
    expect(first).toContain(part)
  }
})

test('what several conditions say of one row stands once, with their numbers', () => {
  const [result] = receipt.condition_results
  if (result === undefined) throw new Error('the receipt has no condition')
  const ids = ['a', 'b', 'c'].map((digit) => `cond_00000000000000000000000${digit}`)
  const reasons = ids.map((id) => ({ condition_id: id, code: 'missing_row' }))
  const page = visible(
    pageOf({
      condition_results: ids.map((id) => ({ ...result, condition_id: id })),
      unit_results: [{ unit: 3, result: 'fail' as const, reasons, salt: '' }],
    }),
  )
  expect(page.match(/the row is missing/g)).toHaveLength(2)
  expect(page).toContain('the row is missing (conditions 1, 2 and 3)')
})

test('work that is earned as a whole says which condition was not met', () => {
  const page = visible(
    pageOf({ units: null, result: 'fail', amounts: { ...receipt.amounts, earned: '0.00' } }),
  )
  expect(page).toContain('Dataset, not accepted')
  expect(page).toContain('Why 1.50 was not earned')
  expect(page).toContain('Required fields: 1 of 3 rows is missing email')
  const rows = receipt.condition_results.map((result) => ({
    ...result,
    verifier_id: 'checker.row_count',
    result: 'fail' as const,
    reason: 'missing_row: expected 3 rows, got 2',
  }))
  expect(visible(pageOf({ units: null, condition_results: rows }))).toContain(
    'Number of rows: expected 3 rows, got 2',
  )
})

test('a large amount has commas between thousands, and decimals without them', () => {
  expect(inWords('1234567.891234', 'amount')).toBe('1,234,567.891234')
  expect(inWords('100.00', 'amount')).toBe('100.00')
})

test('no page links to an address that only a party with a key may read', () => {
  expect(visible(pageOf())).not.toContain('href="/api/v1/spools')
})
