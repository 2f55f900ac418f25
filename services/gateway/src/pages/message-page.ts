import type { VNode } from 'preact'
import { h } from './markup.ts'
import type { PageAssets } from './assets.ts'
import { pageShell } from './page-shell.ts'

/** A page that says one thing, such as that there is no such receipt. */
export function messagePage(
  { title, message, requestId }: { title: string; message: string; requestId: string },
  assets: PageAssets,
): VNode {
  return pageShell({ title, assets }, [
    h('h1', null, title),
    h('p', null, message),
    h('p', { class: 'quiet' }, ['Request ', h('code', null, requestId)]),
  ])
}
