import type { ComponentChildren, VNode } from 'preact'
import { html } from './markup.ts'
import { glyph } from './parts/icon.ts'
import type { Link, Site } from './site.ts'

type Head = {
  readonly title: string
  readonly site: Site
  /** Address of the script of this page, if it has one. */
  readonly script?: string
  /** Whether it has code, which gets a button that copies it. */
  readonly hasCode?: boolean
  /** Shown by search engines, which read no other page. */
  readonly description?: string
}

/** The document around the content of a page: who issued it, a way home, and what it says. */
export function pageShell(
  { title, site, script, hasCode = false, description }: Head,
  content: ComponentChildren,
): VNode {
  return html`<html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      ${
        description === undefined
          ? html`<meta name="robots" content="noindex" />`
          : html`<meta name="description" content=${description} />`
      }
      <title>${title} · ${site.name}</title>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href=${site.stylesheet} />
      ${[...(script === undefined ? [] : [script]), ...(hasCode ? [site.copyScript] : [])].map(moduleScript)}
    </head>
    <body>
      <a class="skip" href="#main">Skip to content</a>
      <header class="head">
        <div class="wrap">
          <a class="brand" href="/">${glyph()}${site.name}</a>
          <nav aria-label="Site">${site.nav.map(link)}</nav>
        </div>
      </header>
      <main id="main">${content}</main>
      <footer class="foot">
        <div class="wrap">
          <p>Issued and served by ${site.name} at <span class="mono">${site.host}</span></p>
          <ul>${site.foot.map((each) => html`<li>${link(each)}</li>`)}</ul>
        </div>
      </footer>
    </body>
  </html>`
}

function moduleScript(path: string): VNode {
  return html`<script type="module" src=${path} />`
}

function link({ href, text }: Link): VNode {
  return html`<a href=${href}>${text}</a>`
}
