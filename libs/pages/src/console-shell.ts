import type { ComponentChildren, VNode } from 'preact'
import { html } from './markup.ts'
import { glyph, icon, type IconName } from './parts/icon.ts'
import type { Link, Site } from './site.ts'

export type ConsoleSection = {
  /** Absent for the first links. */
  readonly title?: string
  readonly links: readonly ConsoleLink[]
}

export type ConsoleLink = Link & {
  readonly icon: IconName
  /** The letter that leads there after `g`. */
  readonly key?: string
}

type Frame = {
  readonly title: string
  readonly site: Site
  /** Name of the account, and where it works. */
  readonly account: string
  readonly environment: string
  /** The person who is signed in, and what they may do. */
  readonly person: string
  readonly role: string
  readonly sections: readonly ConsoleSection[]
  /** Address of the link that is the current place. */
  readonly current: string
  /** Address of the search, and what the page was searched for. */
  readonly search: { readonly action: string; readonly text: string }
  /** Address of the script of this page, if it has one beside that of the console. */
  readonly script?: string | undefined
  /** The form that ends the session. */
  readonly signOut: VNode
}

/** The document around a page for people who are signed in: where they are, as whom, and every other place. */
export function consoleShell(frame: Frame, content: ComponentChildren): VNode {
  const { title, site } = frame
  return html`<html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>${title} · ${site.name}</title>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href=${site.stylesheet} />
      <script type="module" src=${site.consoleScript} />
      ${frame.script === undefined ? null : html`<script type="module" src=${frame.script} />`}
    </head>
    <body>
      <a class="skip" href="#main">Skip to content</a>
      <div class="app">
        <header class="side">
          <a class="brand" href="/console">${glyph()}${site.name}</a>
          <p class="who">
            <span class="strong">${frame.account}</span><br />
            <span class="quiet">${frame.environment}</span>
          </p>
          <div class="broad"><nav class="nav" aria-label="Console">${places(frame)}</nav></div>
          <details class="menu">
            <summary class="btn">Menu</summary>
            <nav class="nav" aria-label="Console menu">${places(frame)}</nav>
          </details>
        </header>
        <section class="top" aria-label="Search and account">
          <form class="find" role="search" action=${frame.search.action}>
            <label class="vh" for="q">Search by any ID</label>
            ${icon('search')}
            <input id="q" name="q" type="search" placeholder="Search by any ID" value=${frame.search.text} maxlength="1000" autocomplete="off" />
            <kbd class="only-broad" aria-hidden="true">/</kbd>
          </form>
          <button class="btn only-broad waits" type="button" data-shortcuts="">Shortcuts</button>
          <p class="who">${frame.person}<br /><span class="quiet">${frame.role}</span></p>
          ${frame.signOut}
        </section>
        <main id="main" class="body">${content}</main>
      </div>
    </body>
  </html>`
}

function places({ sections, current }: Frame): readonly VNode[] {
  return sections.flatMap(({ title, links }) => [
    ...(title === undefined ? [] : [html`<h2>${title}</h2>`]),
    ...links.map(
      (link) =>
        html`<a href=${link.href} data-go=${link.key} aria-current=${link.href === current ? 'page' : undefined}>${icon(link.icon)}${link.text}</a>`,
    ),
  ])
}
