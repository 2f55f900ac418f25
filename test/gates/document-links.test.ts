import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'

// Every relative link between the documents leads to a file or folder, and every anchor to a heading of the page.

const repository = join(import.meta.dirname, '../..')
const pages = globSync(['*.md', '{docs,deploy,libs,services,test}/**/*.md'], {
  cwd: repository,
  exclude: ['**/node_modules/**', '{libs,deploy}/*/dist/**'],
}).toSorted()

/** Without code, in which brackets are no links and lines that begin with # no headings. */
function proseOf(page: string): string {
  return readFileSync(join(repository, page), 'utf8')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/(?<=^\n)(?: {4}.*\n)+/gm, '')
}

const prose = new Map(pages.map((page) => [page, proseOf(page)]))

/** The anchors that GitHub and the documentation site make of headings. */
function anchorsOf(page: string): ReadonlySet<string> {
  const used = new Map<string, number>()
  const anchors = Array.from((prose.get(page) ?? '').matchAll(/^#{1,6} +(.+)$/gm), ([, title = '']) => {
    const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = words
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
    const times = used.get(anchor) ?? 0
    used.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  })
  return new Set(anchors)
}

const anchors = new Map(pages.map((page) => [page, anchorsOf(page)]))

/** The links of a page that lead nowhere. */
function deadLinks(page: string, text: string): string[] {
  const inline = Array.from(text.matchAll(/\]\(([^()\s]+)\)/g), ([, href = '']) => href)
  const inHtml = Array.from(text.matchAll(/(?:src|srcset|href)="([^"]+)"/g), ([, href = '']) => href)
  return [...inline, ...inHtml].filter((href) => {
    if (/^(?:[a-z]+:|\/)/.test(href)) return false
    const [path = '', anchor] = href.split('#')
    const target = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path))
    if (!existsSync(join(repository, target))) return true
    return anchor !== undefined && !(anchors.get(target)?.has(anchor) ?? false)
  })
}

test('every relative link and anchor of every document leads somewhere', () => {
  const dead = pages.flatMap((page) =>
    deadLinks(page, (prose.get(page) ?? '').replaceAll(/`[^`\n]*`(?!\])/g, '')).map((href) => [page, href]),
  )
  expect(pages.length).toBeGreaterThan(100)
  expect(dead).toEqual([])
})

test.each(['[x](nothing.md)', '[x](README.md#nothing)', '[x](#nothing)', '<img src="nothing.png">'])(
  'is found: %s',
  (text) => {
    expect(deadLinks('README.md', text)).toHaveLength(1)
  },
)
