import { createSite, htmlPage } from '@outturn/pages'
import { expect, test } from 'vitest'
import { returnPage } from './return-page.ts'
import { noAssets } from '../testing/no-assets.ts'

const site = createSite({
  name: 'Outturn',
  publicUrl: 'https://outturn.example',
  assets: noAssets,
  nav: [],
  foot: [],
})
const pageOf = (url: string, accountName = 'Acme') =>
  htmlPage(site, 200, returnPage({ url, accountName }, site)).body

test('the page names who asked, the host and the address, and leads there by a link alone', () => {
  const page = pageOf('https://shop.example/done?a=1')
  expect(page).toContain('<title>Continue to shop.example? · Outturn</title>')
  expect(page).toContain('<strong>Acme</strong>')
  expect(page).toContain('<code>https://shop.example/done?a=1</code>')
  expect(page).toContain(
    '<a class="btn go" href="https://shop.example/done?a=1" rel="noreferrer">Continue to shop.example</a>',
  )
  expect(page).not.toMatch(/<script|http-equiv|<form/)
})

test.each([
  ['https://аpple.example/', 'xn--pple-43d.example'],
  ['https://xn--pple-43d.example/', 'xn--pple-43d.example'],
  ['https://SHOP.example:8443/a', 'shop.example:8443'],
])('the host of %s is shown as the browser resolves it', (url, host) => {
  expect(pageOf(url)).toContain(`>Continue to ${host}</a>`)
})

test('what others wrote stays text', () => {
  const page = pageOf(`https://shop.example/"><script>alert(1)</script>?a='"`, '<b>Acme</b>\u202e')
  expect(page).not.toMatch(/<script|<b>/)
  expect(page).toContain('&lt;b>Acme&lt;/b>\\u{202e}')
})
