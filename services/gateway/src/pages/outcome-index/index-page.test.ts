import type { OutcomeIndex } from '@outturn/contracts'
import { createSite, htmlPage } from '@outturn/pages'
import { expect, test } from 'vitest'
import { noAssets } from '../../testing/no-assets.ts'
import { outcomeIndexCsv } from './index-csv.ts'
import { outcomeIndexPage } from './index-page.ts'

const site = createSite({
  name: 'Outturn',
  publicUrl: 'https://outturn.example',
  assets: noAssets,
  nav: [],
  foot: [],
})
const row = {
  deliverable_type: '=<b>data\u202Eset',
  checkers: ['completeness', 'row_count'],
  environment: 'production' as const,
  runs: 40,
  pass_bp: 3334,
  partial_bp: 3333,
  fail_bp: 3333,
  uncertain_bp: 0,
  unit_acceptance_bp: null,
  median_runs_to_terminal: 2,
}
const document: OutcomeIndex = {
  schema: 'outturn/outcome-index@1',
  generated_at: '2026-11-04T00:00:00.000Z',
  window: { from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' },
  min_cell: 10,
  rows: [row],
  suppressed_cells: 5,
  dataset_digest: `sha256:${'0'.repeat(64)}`,
}
const pageOf = (shown: OutcomeIndex, asked?: string) =>
  htmlPage(site, 200, outcomeIndexPage(site, shown, asked)).body

test('the page shows each number of the document as text, and what a party wrote as text alone', () => {
  const page = pageOf(document)
  for (const text of ['2026-10-01 to 2026-10-31', '40', '33.34 %', '33.33 %', '0 %', 'Up to 5 rows']) {
    expect(page).toContain(text)
  }
  expect(page).toContain('role="img"')
  expect(page).not.toMatch(/<b>|\u202E|<script(?! type="module")[^>]*>[^<]/u)
  expect(page).toContain('period=2026-10&amp;format=csv')
  expect(pageOf(document, '2026-10.1')).toContain('period=2026-10.1&amp;format=csv')
})

test('before the first publication and without a row the page says so', () => {
  expect(pageOf({ ...document, rows: [] })).toContain('No row of this period')
  expect(pageOf({ ...document, rows: [], window: null })).toContain('Nothing was published yet')
})

test('the table for programs has no formula, and nothing where nothing is known', () => {
  const [, line] = outcomeIndexCsv(document).split('\r\n')
  expect(line).toBe(
    "2026-10-01T00:00:00.000Z,2026-11-01T00:00:00.000Z,'=<b>data\u202Eset,completeness row_count,production,40,3334,3333,3333,0,,2",
  )
})
