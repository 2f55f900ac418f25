import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { linkedForSite } from './page-links.ts'
import { referencePages } from './reference/pages.ts'
import { addressOf, repository, sections, sourcePages } from './site-pages.ts'
import { siteTokens } from './site-tokens.ts'

type SidebarItem = {
  readonly text: string
  readonly link?: string
  readonly collapsed?: boolean
  readonly items?: readonly SidebarItem[]
}

/**
 * Tables of members are stacked on a phone, where their last column would be out of sight. A search leads to operations and to the guide, which
 * name the objects: an object's own page would come first by its name and says nothing of its use.
 */
const frontMatter = (place: string): string =>
  `---\npageClass: reference\n${place.startsWith('reference/objects/') ? 'search: false\n' : ''}---\n\n`

/** Writes the pages of the site and its settings into a folder, as VitePress builds them. */
export async function stagePages(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const { pages, groups } = await referencePages()
  for (const [place, markdown] of sitePages(pages)) {
    const isReference = pages.has(place)
    write(join(folder, `${place}.md`), isReference ? `${frontMatter(place)}${markdown}` : markdown)
  }
  cpSync(join(repository, 'deploy/docs/vitepress/config.mjs'), join(folder, '.vitepress/config.mjs'))
  cpSync(join(repository, 'deploy/docs/vitepress/theme'), join(folder, '.vitepress/theme'), {
    recursive: true,
  })
  write(join(folder, '.vitepress/theme/tokens.css'), siteTokens())
  write(join(folder, '.vitepress/sidebar.json'), JSON.stringify(sidebar(groups)))
  cpSync(join(repository, 'libs/pages/src/favicon.svg'), join(folder, 'public/favicon.svg'))
}

/** Every page by its place. */
export function sitePages(reference: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const written = sourcePages.map(({ file, place }): [string, string] => {
    const path = join(repository, file)
    if (!existsSync(path)) throw new Error(`${file} is in the contents of the site and does not exist`)
    return [place, linkedForSite(file, readFileSync(path, 'utf8'))]
  })
  return new Map([['index', homePage()], ...written, ...reference])
}

function homePage(): string {
  const parts = sections.map(({ title, pages }) => {
    const links = pages.map((each) => `- [${each.title ?? each.place}](${addressOf(each.place)})`)
    return `## ${title}\n\n${links.join('\n')}`
  })
  return `# Outturn

Outturn checks delivered work against what was agreed, computes what it earned, and signs a receipt that anyone can verify offline.

New here? [Verify a delivery with curl](/guide/one-call), or read [how it works](/guide/concepts). Agents connect to the [MCP server](/guide/agents).

${parts.join('\n\n')}
`
}

type Groups = Awaited<ReturnType<typeof referencePages>>['groups']

/** A part that opens has a link, too: without one its whole head would be a button with a button in it. */
function sidebar(groups: Groups): readonly SidebarItem[] {
  const operations = groups.map(
    ({ title, pages }): SidebarItem => ({
      text: title,
      link: `/reference/#${title.toLowerCase().replaceAll(' ', '-')}`,
      collapsed: true,
      items: pages.map((each) => ({ text: each.title, link: addressOf(each.place) })),
    }),
  )
  return sections.map(
    ({ title, pages }): SidebarItem => ({
      text: title,
      items: pages.map((each) => ({
        text: each.title ?? each.place,
        link: addressOf(each.place),
        ...(each.place === 'reference/index' && { items: operations, collapsed: true }),
      })),
    }),
  )
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
