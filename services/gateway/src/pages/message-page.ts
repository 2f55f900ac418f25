import { html, pageShell } from '@outturn/pages'
import type { VNode } from 'preact'
import type { PageAssets } from './assets.ts'

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
