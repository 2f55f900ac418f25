import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { noAssets } from '../testing/no-assets.ts'
import { errorPage } from './error-page.ts'
import { createPageSite } from './site.ts'

const site = createPageSite('outturn', 'https://outturn.example', noAssets)
const pageAt = (path: string) => {
  const refusal = new Refusal('route_not_found', `There is no route at GET ${path}.`)
  return errorPage(site, { refusal, path, requestId: 'req_1', now: new Date(0) }).body
}

test('an address that no page has leads back: to the console from within it, else to the front page', () => {
  for (const path of ['/console/nope', '/console/']) {
    expect(pageAt(path)).toContain('href="/console"')
    expect(pageAt(path)).not.toContain('Go to the front page')
  }
  for (const path of ['/nope', '/consoles']) expect(pageAt(path)).toContain('Go to the front page')
  expect(pageAt('/nope')).toContain('No page has this address.')
})
