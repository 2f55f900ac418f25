import { createSite } from '@outturn/pages'
import { expect, test } from 'vitest'
import { type PageSite, createPageSite } from './site.ts'
import { securityExpires, siteFiles } from './site-files.ts'
import { noAssets } from '../testing/no-assets.ts'

const site: PageSite = createPageSite('outturn', 'https://outturn.example/', noAssets)
const textOf = async (path: string) => {
  const file = siteFiles(site, 'mailto:security@outturn.example').find((each) => each.path === path)
  return Buffer.from((await file?.bytes()) ?? '').toString()
}
const dayMs = 86_400_000

test('the contact for vulnerabilities is good for 60 more days, and not for longer than a year and a month', async () => {
  const left = (Date.parse(securityExpires) - Date.now()) / dayMs
  expect(left, 'renew securityExpires in site-files.ts').toBeGreaterThan(60)
  expect(left).toBeLessThan(396)
  const text = await textOf('/.well-known/security.txt')
  expect(text).toContain(`Contact: mailto:security@outturn.example\nExpires: ${securityExpires}\n`)
  expect(text).toContain('Canonical: https://outturn.example/.well-known/security.txt')
})

test('crawlers may read the front page and the documentation, and no receipt', async () => {
  expect(await textOf('/robots.txt')).toBe('User-agent: *\nAllow: /$\nAllow: /docs\nDisallow: /\n')
})

test('both icons are images', async () => {
  expect(await textOf('/favicon.svg')).toMatch(/^<svg /)
  const ico = siteFiles(site, '').find(({ path }) => path === '/favicon.ico')
  expect(Buffer.from((await ico?.bytes()) ?? '').subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]))
})

test('the site names its issuer, and is secure where its address is', () => {
  expect([site.name, site.host, site.publicUrl, site.isSecure]).toEqual([
    'Outturn',
    'outturn.example',
    'https://outturn.example',
    true,
  ])
  expect(createSite({ ...site, assets: noAssets, publicUrl: 'http://127.0.0.1:8080' }).isSecure).toBe(false)
})
