import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PromiseReplay } from '@outturn/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostOf } from '../host.ts'
import { runOutturn } from '../program.ts'
import { replayCsv } from './replay-csv.ts'
import { replayHtml } from './replay-html.ts'
import { replayLines } from './replay-lines.ts'
import { readReplayRequest, type ReplayFiles } from './replay-request.ts'

const hostile = '=1+1 <img src=x onerror=alert(1)>,"\u202e\u001b[2J'
const terms = { promise_version: 'v1', window: 'calendar_month', threshold_bp: 9_500 }
const unit = {
  unit_id: 'u-1',
  customer_id: 'c-1',
  delivered_at: '2026-01-10T12:00:00Z',
  verdict: 'pass',
  value_cents: 250,
}
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outturn-promise-'))
  write('terms.json', JSON.stringify(terms))
  write('whole.json', JSON.stringify({ promise: terms, units: [unit], as_of: '2026-02-28T00:00:00Z' }))
  write('list.json', '[]')
  write('units.csv', `note,${Object.keys(unit).join(',')}\nx,${Object.values(unit).join(',')}\n`)
  write('units.jsonl', `${JSON.stringify(unit)}\n`)
  write('dollars.csv', `${Object.keys(unit).join(',')}\nu-1,c-1,2026-01-10T12:00:00Z,pass,2.50\n`)
  write('no-customer.csv', 'unit_id,delivered_at\nu-1,2026-01-10T12:00:00Z\n')
  write('empty.csv', '')
  write('large.csv', '')
  truncateSync(join(folder, 'large.csv'), 9_000_000)
  write('corrections.csv', 'unit_id,corrected_at,verdict,value_cents\nu-1,2026-01-20T00:00:00Z,fail,\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

function request(file: string, options: Omit<ReplayFiles, 'file'> = {}) {
  const path = (name: string | undefined) => (name === undefined ? {} : join(folder, name))
  const { units, corrections } = options
  const host = hostOf({ print: () => {}, complain: () => {} })
  return readReplayRequest(
    {
      ...options,
      file: join(folder, file),
      ...(units !== undefined && { units: path(units) as string }),
      ...(corrections !== undefined && { corrections: path(corrections) as string }),
    },
    host,
  )
}

const asOf = '2026-02-28T00:00:00Z'

test.each(['units.csv', 'units.jsonl'])('terms and a history in %s make a request', async (units) => {
  expect(
    await request('terms.json', { units, asOf, corrections: 'corrections.csv', tryThreshold: '9000, 9500' }),
  ).toEqual({
    promise: terms,
    units: [unit],
    corrections: [{ unit_id: 'u-1', corrected_at: '2026-01-20T00:00:00Z', verdict: 'fail' }],
    as_of: asOf,
    sensitivity: { threshold_bp: [9_000, 9_500] },
  })
})

test('a whole request is sent as it is, apart from what options say', async () => {
  expect(await request('whole.json')).toEqual({ promise: terms, units: [unit], as_of: asOf })
  expect((await request('whole.json', { asOf: '2026-03-01T00:00:00Z' })).as_of).toBe('2026-03-01T00:00:00Z')
})

test.each<[file: string, options: Omit<ReplayFiles, 'file'>, message: RegExp]>([
  ['list.json', {}, /not a JSON object with the terms/],
  ['terms.json', { asOf }, /has no units. Name the file of the history with --units/],
  ['terms.json', { units: 'units.csv' }, /--as-of 2026/],
  ['terms.json', { units: 'dollars.csv', asOf }, /value_cents of row 1 of .* is "2.50". Write whole cents/],
  [
    'terms.json',
    { units: 'no-customer.csv', asOf },
    /Row 1 of .* has no customer_id.\nIt has: unit_id, delivered_at/,
  ],
  [
    'terms.json',
    { units: 'large.csv', asOf },
    /too large: it has 9000000 bytes.*\nReplay it in several parts, such as one for each customer/,
  ],
  ['terms.json', { units: 'empty.csv', asOf }, /is empty. A history has at least one row/],
  ['whole.json', { tryThreshold: '95%' }, /--try-threshold 95% is not a list of whole numbers/],
])('%s with %j is refused with what to do', async (file, options, message) => {
  await expect(request(file, options)).rejects.toThrow(message)
})

test('a report of an unknown form is refused before anything is read or sent', async () => {
  const said: string[] = []
  const output = { print: () => {}, complain: (text: string) => void said.push(text) }
  expect(await runOutturn(['replay-promise', 'none.json', '--save', 'report.pdf'], output)).toBe(2)
  expect(said.join()).toContain('end its name with .html, .csv, .json')
})

const window = {
  customer_id: hostile,
  window_start: '2026-01-01T00:00:00.000Z',
  window_end: '2026-02-01T00:00:00.000Z',
  units: 50,
  pending_units: 0,
  measured_units: 50,
  accepted: 46,
  rejected: 4,
  uncertain: 0,
  rate_bp: 9_200,
  threshold_bp: 9_500,
  breached: true,
  tier: { min_rate_bp: 9_000, remedy_bp: 1_000 },
  basis_cents: 1_234_500,
  hypothetical_remedy_cents: 123_450,
  status: 'measured' as const,
}
const few = { ...window, customer_id: 'c-2', breached: false, tier: null, rate_bp: null, measured_units: 0 }
const replay = {
  audit_id: 'aud_000000000000000000000001',
  result_digest: `sha256:${'0'.repeat(64)}`,
  as_of: '2026-02-28T00:00:00.000Z',
  corrections_applied: 0,
  corrections_ignored: [{ cause: 'unknown_unit', corrected_at: '2026-01-20T00:00:00Z', unit_id: hostile }],
  customers: [{ customer_id: hostile, windows: 1, breached: 1, hypothetical_remedy_cents: 123_450 }],
  engine_version: '1.0.0',
  input_digest: `sha256:${'1'.repeat(64)}`,
  promise_version: hostile,
  readout: 'This replays the history you supplied. It predicts nothing. The decision is yours.',
  rounding: 'floor',
  schema: 'outturn/promise-replay@1',
  sensitivity: [10_000, 20_000, 0].map((remedy, index) => ({
    breached_windows: index,
    finality_days: 7,
    hypothetical_remedy_cents: remedy,
    threshold_bp: 9_000 + index,
    uncertain_treatment: 'exclude' as const,
  })),
  totals: {
    basis_cents: 1_234_500,
    breached_windows: 1,
    hypothetical_remedy_cents: 123_450,
    measured_units: 50,
    units: 100,
    windows: 2,
  },
  warnings: [
    { code: 'no_tier', customer_id: hostile, message: 'No tier.', window_start: window.window_start },
  ],
  windows: [window, { ...few, hypothetical_remedy_cents: 0, status: 'below_min_units' as const }],
} as unknown as PromiseReplay

test('a terminal shows the sums, each window with its reason, and the grid with bars', () => {
  const lines = replayLines(replay)
  const text = lines.join('\n')
  expect(lines[0]).toBe('1 of 2 windows are breached over 100 units. Hypothetical remedy: 1,234.50.')
  expect(text).toMatch(
    /2026-01-01 to 2026-02-01 +50 of 50 +92.00 % +1,234.50 +breached: 10.00 % of 12,345.00, the tier from 90.00 %/,
  )
  expect(text).toMatch(/c-2 .* none +0.00 +too few measured units/)
  expect(lines.filter((line) => line.startsWith('9')).map((line) => line.replaceAll(/ {2,}/g, '|'))).toEqual([
    `90.00 %|7 days|exclude|0|100.00|${'█'.repeat(12)}`,
    `90.01 %|7 days|exclude|1|200.00|${'█'.repeat(24)}`,
    '90.02 %|7 days|exclude|2|0.00',
  ])
  for (const character of ['\u001b', '\u202e']) expect(text).not.toContain(character)
  expect(lines.at(-1)).toMatch(/The decision is yours/)
  const many = replayLines({ ...replay, windows: Array.from({ length: 25 }, () => window as never) })
  expect(many).toContain('… and 5 more: --save report.html has all.')
})

test('a page has every window, and no text of the caller is markup', () => {
  const page = replayHtml(replay)
  expect(page).toContain('breached: 10.00 % of 12,345.00, the tier from 90.00 %')
  expect(page).toContain('<meter value="0.5000" aria-label="100.00"></meter>')
  expect(page).not.toContain('<img')
  expect(page).not.toContain('<script')
  expect(page.split('=1+1 &lt;img src=x onerror=alert(1)&gt;,&quot;')).toHaveLength(6)
})

test('a table has no formula of the caller', () => {
  const [header, first = ''] = replayCsv(replay).split('\r\n')
  expect(header).toMatch(/^customer_id,window_start,.*,status,reason$/)
  expect(first.startsWith('"\'=1+1 <img src=x onerror=alert(1)>,""')).toBe(true)
  expect(first).toContain(',123450,measured,"breached: 10.00 % of 12,345.00')
})
