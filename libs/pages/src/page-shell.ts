import type { ComponentChildren, VNode } from 'preact'
import { html } from './markup.ts'

type Head = {
  readonly title: string
  readonly assets: { readonly stylesheet: string }
  /** Address of the script of this page, if it has one. */
  readonly script?: string
}

/** The document around the content of a page. */
export function pageShell({ title, assets, script }: Head, content: ComponentChildren): VNode {
  return html`<html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>${title}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href=${assets.stylesheet} />
      ${script === undefined ? null : html`<script type="module" src=${script} />`}
    </head>
    <body><main>${content}</main></body>
  </html>`
}
