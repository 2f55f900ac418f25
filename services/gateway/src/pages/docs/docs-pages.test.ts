import { errorCodeNames, errorDocsUrl, reasons } from '@outturn/contracts'
import { htmlPage } from '@outturn/pages'
import { expect, test } from 'vitest'
import { readGuide } from '../../routes/guide/guide-pages.ts'
import type { Call } from '../../http/route.ts'
import { knownPaths } from '../../http/known-paths.ts'
import { routeTable } from '../../routes/route-table.ts'
import { createPageSite } from '../site.ts'
import { errorsPage } from './errors-page.ts'
import { guidePage } from './guide-page.ts'
import { renderMarkdown } from './markdown.ts'
import { noAssets } from '../../testing/no-assets.ts'

const site = createPageSite('outturn', 'https://outturn.example', noAssets)
const pages = await readGuide()
const shown = new Map(
  [...pages.keys()].map((name) => [
    name === 'readme' ? '/docs' : `/docs/guide/${name}`,
    htmlPage(site, 200, guidePage(site, pages, name)).body,
  ]),
)
shown.set('/docs/errors', htmlPage(site, 200, errorsPage(site)).body)

const methodsOf = knownPaths(routeTable('outturn', noAssets), 200)
const idsOf = (page: string) => new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id))

test('every error code and every reason has an anchor of its own', () => {
  const ids = idsOf(shown.get('/docs/errors') ?? '')
  const expected = ['reasons', ...errorCodeNames, ...Object.keys(reasons).map((reason) => `reason-${reason}`)]
  expect(expected.filter((id) => !ids.has(id))).toEqual([])
})

test('the address that an error carries leads to its code', () => {
  const dead = errorCodeNames.filter((code) => {
    const { origin, pathname, hash } = new URL(errorDocsUrl('https://outturn.example/', code))
    return origin !== 'https://outturn.example' || !idsOf(shown.get(pathname) ?? '').has(hash.slice(1))
  })
  expect(dead).toEqual([])
})

test.each([...shown.keys()])(
  '%s has one title, nothing inline, and each of its links leads somewhere',
  (path) => {
    const page = shown.get(path) ?? ''
    expect(page.match(/<h1/g)).toHaveLength(1)
    expect(page).not.toMatch(
      /<script(?! type="module" src="\/assets\/copy-code\.js")|<style|\sstyle=|\son[a-z]+=|href="[^"]*\.md/,
    )
    const dead = Array.from(page.matchAll(/href="([^"]+)"/g), ([, href = '']) => href).filter((href) => {
      if (/^https?:/.test(href)) return false
      const [address = '', anchor] = href.split('#')
      const target = address === '' ? page : shown.get(address)
      if (target === undefined) return !methodsOf(address).includes('GET')
      return anchor !== undefined && !idsOf(target).has(decodeURIComponent(anchor))
    })
    expect(dead).toEqual([])
  },
)

test('Markdown becomes elements of the kit, and HTML in it becomes nothing', () => {
  const text =
    '# A `b`\n\n<img src=x onerror=alert(1)> & <b>bold</b> [x](javascript:alert(1)) [y](z.md)\n\n- one\n- *two*'
  const { title, content } = renderMarkdown(text, (href) => (href === 'z.md' ? '/docs/guide/z' : null))
  const body = htmlPage(site, 200, content as never).body
  expect(title).toBe('A b')
  expect(body).toContain('<a href="/docs/guide/z">y</a>')
  expect(body).toContain('<li>one</li>')
  expect(body).not.toMatch(/<img|<b>|javascript:/)
})

test('without a built site the guide stands at its folder with a slash, too, and nothing else does', async () => {
  const file = routeTable('outturn', noAssets).find(({ operationId }) => operationId === 'read-docs-file')
  const answerTo = async (path: string) =>
    file?.answer({ params: { '*': path }, headers: {} } as unknown as Call)
  expect(await answerTo('')).toMatchObject({
    status: 200,
    body: expect.stringContaining('Guide to the API</h1>'),
  })
  await expect(answerTo('nothing')).rejects.toThrow('The documentation has no such page.')
})
