import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSite } from '@outturn/pages'
import { expect, test } from 'vitest'
import { type PageSite, createPageSite } from './site.ts'
import { readBuildTime } from './build-time.ts'
import { siteFiles } from './site-files.ts'
import { noAssets } from '../testing/no-assets.ts'

const site: PageSite = createPageSite('outturn', 'https://outturn.example/', noAssets)
const builtAt = new Date('2026-01-01T12:00:00.000Z')
const textOf = async (path: string) => {
  const file = siteFiles(site, 'mailto:security@outturn.example', builtAt).find((each) => each.path === path)
  return Buffer.from((await file?.bytes()) ?? '').toString()
}

test('the contact for vulnerabilities ends a year after the build', async () => {
  expect(await textOf('/.well-known/security.txt')).toBe(`Contact: mailto:security@outturn.example
Expires: 2026-12-31T12:00:00.000Z
Preferred-Languages: en
Canonical: https://outturn.example/.well-known/security.txt
`)
})

test('the time of a build is that of its image; a copy that runs from its sources is built when it starts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outturn-built-'))
  const file = join(folder, 'built-at')
  expect(readBuildTime(builtAt, file)).toEqual(builtAt)
  writeFileSync(file, '2026-03-04T05:06:07.000Z\n')
  expect(readBuildTime(builtAt, file)).toEqual(new Date('2026-03-04T05:06:07.000Z'))
  writeFileSync(file, 'unknown')
  expect(readBuildTime(builtAt, file)).toEqual(builtAt)
  rmSync(folder, { recursive: true })
})

test('crawlers may read the front page and the documentation, and no receipt', async () => {
  expect(await textOf('/robots.txt')).toBe('User-agent: *\nAllow: /$\nAllow: /docs\nDisallow: /\n')
})

test('both icons are images', async () => {
  expect(await textOf('/favicon.svg')).toMatch(/^<svg /)
  const ico = siteFiles(site, '', builtAt).find(({ path }) => path === '/favicon.ico')
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
