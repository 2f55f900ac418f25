import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodeNames, errorDocsUrl, reasons } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { underBase } from './build-site.ts'
import { expressionsIn, linkedForSite } from './page-links.ts'
import { referencePages } from './reference/pages.ts'
import { addressOf, repository, sections, sourcePages } from './site-pages.ts'
import { sitePages } from './stage-pages.ts'

const { pages: reference, groups } = await referencePages()
const pages = sitePages(reference)
const addresses = new Set(Array.from(pages.keys(), addressOf))

test('every link between the pages leads to one of them', () => {
  const dead = Array.from(pages).flatMap(([place, text]) =>
    Array.from(text.matchAll(/\]\((\/[^()\s#]*)(?:#[^()\s]*)?\)/g), ([, href = '']) => href)
      .filter((href) => !addresses.has(href))
      .map((href) => [place, href]),
  )
  expect(pages.size).toBeGreaterThan(200)
  expect(dead).toEqual([])
})

test('no page has text that the site would read as an expression, which would end its build', () => {
  expect(
    Array.from(pages).flatMap(([place, text]) => expressionsIn(text).map((found) => [place, found])),
  ).toEqual([])
  const code = 'a `{{b}}`\n\n    docker inspect {{.Mountpoint}}\n\n```sh\n{{c}}\n```\n'
  expect(expressionsIn(`${code}and {{.Name}} here`)).toEqual(['{{.Name}} here'])
})

test('every error code and reason has the anchor to which its docs address leads', () => {
  const { pathname, hash } = new URL(errorDocsUrl('https://outturn.example', 'not_found'))
  expect([pathname, hash]).toEqual([`/docs${addressOf('errors')}`, '#not_found'])
  const headings = new Set(pages.get('errors')?.match(/^#+ .*$/gm))
  expect(errorCodeNames.filter((code) => !headings.has(`## ${code}`))).toEqual([])
  const missing = Object.keys(reasons).filter((each) => !headings.has(`### ${each} {#reason-${each}}`))
  expect(missing).toEqual([])
})

test('every operation and every page of the guide, the specification and operation is in the contents', () => {
  const listed = new Set(sourcePages.map(({ file }) => file))
  const written = ['guide', 'spec', 'operating', 'trust'].flatMap((folder) =>
    readdirSync(join(repository, 'docs', folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${folder}/${name}`),
  )
  expect(written.filter((file) => !listed.has(file))).toEqual([])
  expect(groups.flatMap((group) => group.pages).length).toBeGreaterThan(60)
  const places = sections.flatMap((section) => section.pages.map(({ place }) => place))
  expect(places.filter((place) => !pages.has(place))).toEqual([])
})

test('links of a file become addresses of the site, and links to source files keep their words', () => {
  const text =
    '[a](../keys.md#x) [b](one-call.md) [c](../../libs/money/README.md) [d](#e) [f](https://x.example)'
  expect(linkedForSite('docs/guide/quotes.md', text)).toBe(
    '[a](/keys#x) [b](/guide/one-call) c [d](#e) [f](https://x.example)',
  )
  expect(linkedForSite('docs/guide/quotes.md', '```sh\n[a](b.md)\n```')).toContain('[a](b.md)')
})

test('the Markdown of a page links to the site as it is served', () => {
  expect(underBase('[a](/errors#x) [b](/docs/keys) [c](#d)')).toBe(
    '[a](/docs/errors#x) [b](/docs/keys) [c](#d)',
  )
})
