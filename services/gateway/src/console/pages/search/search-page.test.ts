import { expect, test } from 'vitest'
import { searchTerms } from '../../search/search-terms.ts'
import { hostileTexts, renderedContent } from '../spools/listed-spools.fixture.ts'
import { searchContent, type SearchView } from './search-page.ts'

const at = '2026-11-27T11:21:00.000Z'
const receipt = {
  kind: 'receipt',
  id: 'ocr_c936a6bdeae2768c1d668712',
  at,
  spoolId: 'spl_962412fc39ca1cef5e6b105f',
  state: 'partial',
  amount: '7.50',
} as const
const none = { items: [], failed: [] }
const page = (text: string, changes: Partial<SearchView> = {}) =>
  renderedContent(
    searchContent({
      text,
      terms: searchTerms(text),
      accountName: 'Larkfield Data',
      direct: none,
      related: none,
      maySeeSpools: true,
      ...changes,
    }),
  )

test('a hit has its kind, its state, where it leads, and the digits that were asked for marked', () => {
  const key = {
    kind: 'key',
    id: 'key_c936a6bdeae2000000000000',
    at,
    title: 'nightly',
    state: 'spk_live_…m9gd',
  } as const
  const text = page('c936a6bdeae2', { direct: { items: [key, receipt], failed: [] } })
  expect(text).toContain('href="/console/receipts/ocr_c936a6bdeae2768c1d668712"')
  expect(text).toContain('href="/console/keys/key_c936a6bdeae2000000000000"')
  expect(text).toContain('ocr_<mark>c936a6bdeae2</mark>768c1d668712')
  for (const part of ['Partly passed', '7.50 USD earned', '2 in', 'nightly', 'spk_live_…m9gd'])
    expect(text).toContain(part)
  expect(text.indexOf('Receipt')).toBeLessThan(text.indexOf('API key'))
})

test.each([
  ['', 'Search by any ID'],
  ['ocr_c936', 'An ID that begins with ocr_ is found by at least 6 characters after that; there are 4.'],
  ['foo_c936a6bd', 'No search finds foo_'],
  ['Larkfield', '/console/spools?party=Larkfield'],
  ['ocr_c936a6', 'Nothing found'],
])('a search for %j says what can be searched', (text, part) => {
  expect(page(text)).toContain(part)
})

test('what could not be searched is named, and does not count as not found', () => {
  const text = page('ocr_c936a6', { direct: { items: [], failed: ['Receipts'] } })
  expect(text).toContain('Receipts could not be searched.')
  expect(text).toContain('Nothing found so far')
})

test.each(hostileTexts)('no text becomes markup: %s', (text) => {
  const items = [{ ...receipt, kind: 'spool', title: text, state: text }] as const
  expect(page(text, { direct: { items, failed: [] }, accountName: text })).not.toMatch(/<script|<img|\u202E/)
})
