import type { VNode } from 'preact'
import { html } from './markup.ts'
import type { PageAssets } from './assets.ts'
import { pageShell } from './page-shell.ts'

/** A page that says one thing, such as that there is no such receipt. */
export function messagePage(
  { title, message, requestId }: { title: string; message: string; requestId: string },
  assets: PageAssets,
): VNode {
  return pageShell({ title, assets }, [
    html`<h1>${title}</h1>`,
    html`<p>${message}</p>`,
    html`<p class="quiet">Request <code>${requestId}</code></p>`,
  ])
}
