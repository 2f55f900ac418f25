import { createSite, htmlPage } from '@outturn/pages'
import { expect, test } from 'vitest'
import { creditsPage } from './credits-page.ts'
import { noAssets } from '../../testing/no-assets.ts'

const site = createSite({
  name: 'Outturn',
  publicUrl: 'https://outturn.example',
  assets: noAssets,
  nav: [],
  foot: [],
})
const pageOf = (card: boolean, wallet: boolean) =>
  htmlPage(site, 200, creditsPage(site, { card, wallet })).body

test.each([
  [true, true, ['/packs/mpp', '/packs/x402']],
  [true, false, ['/packs/mpp']],
  [false, true, ['/packs/x402']],
  [false, false, []],
])(
  'with payments by card %s and from a wallet %s the page names the ways to buy credits',
  (card, wallet, ways) => {
    const page = pageOf(card, wallet)
    expect(page.match(/\/packs\/\w+/g) ?? []).toEqual(ways)
    expect(page.includes('5, 10 and 20 USD')).toBe(ways.length > 0)
    expect(page.includes('href="/console/credits"')).toBe(card)
    expect(page).toContain('admin -- credits grant')
  },
)
