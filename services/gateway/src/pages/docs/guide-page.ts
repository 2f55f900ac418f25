import { html, pageShell } from '@outturn/pages'
import type { VNode } from 'preact'
import type { PageSite } from '../site.ts'
import { renderMarkdown } from './markdown.ts'

/** The page that introduces the others. */
export const startPage = 'readme'

/** A page of the guide for a browser, beside the list of all of them. `pages` are their texts by their names. */
export function guidePage(site: PageSite, pages: ReadonlyMap<string, string>, name: string): VNode {
  const { title, headings, content } = renderMarkdown(pages.get(name) ?? '', (href) => guideLink(href, pages))
  const description = `${title}: the guide to ${site.name}.`
  return pageShell({ title, site, description, hasCode: true }, [
    html`<div class="wrap hero plain guide">
      <nav aria-label="Guide" tabindex="0">
        <details>
          <summary>All pages of the guide</summary>
          <ul>${inReadingOrder(pages).map((page) => navEntry(page, pages.get(page) ?? '', name))}</ul>
        </details>
      </nav>
      <article class="document">
        ${content}
        <p class="small quiet">${name === startPage ? 'Each page is Markdown, too: programs read it at the same address.' : html`The same as Markdown: <code>curl ${site.publicUrl}/docs/guide/${name}</code>`}</p>
      </article>
      ${contents(headings)}
    </div>`,
  ])
}

/** The pages as the first one lists them, and then those that it does not name. */
function inReadingOrder(pages: ReadonlyMap<string, string>): readonly string[] {
  const links = pages.get(startPage)?.matchAll(/\]\(([a-z-]+)\.md\)/g) ?? []
  const listed = Array.from(links, ([, page = '']) => page).filter((page) => pages.has(page))
  return [...new Set([startPage, ...listed, ...pages.keys()])]
}

function navEntry(page: string, text: string, current: string): VNode {
  const href = page === startPage ? '/docs' : `/docs/guide/${page}`
  const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? page
  return html`<li><a href=${href} aria-current=${page === current ? 'page' : null}>${title}</a></li>`
}

function contents(headings: readonly { id: string; title: string; depth: number }[]): VNode | null {
  const sections = headings.filter(({ depth }) => depth === 2)
  if (sections.length < 2) return null
  return html`<nav class="contents" aria-label="On this page">
    <ul>${sections.map(({ id, title }) => html`<li><a href=${`#${id}`}>${title}</a></li>`)}</ul>
  </nav>`
}

/** Where a link between the files of the guide leads here. */
export function guideLink(href: string, pages: ReadonlyMap<string, string>): string | null {
  if (/^https?:\/\//.test(href) || href.startsWith('#')) return href
  const [, file = '', anchor = ''] = /^([A-Za-z-]+)\.md(#.*)?$/.exec(href) ?? []
  const page = file.toLowerCase()
  if (!pages.has(page)) return null
  return page === startPage ? `/docs${anchor}` : `/docs/guide/${page}${anchor}`
}
