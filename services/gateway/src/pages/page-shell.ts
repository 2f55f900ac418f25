import type { ComponentChildren, VNode } from 'preact'
import { h } from './markup.ts'
import type { PageAssets } from './assets.ts'

type Head = {
  readonly title: string
  readonly assets: PageAssets
  /** Address of the script of this page, if it has one. */
  readonly script?: string
}

/** The document around the content of a page. */
export function pageShell({ title, assets, script }: Head, content: ComponentChildren): VNode {
  return h('html', { lang: 'en' }, [
    h('head', null, [
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'robots', content: 'noindex' }),
      h('title', null, title),
      h('link', { rel: 'icon', href: 'data:,' }),
      h('link', { rel: 'stylesheet', href: assets.stylesheet }),
      script === undefined ? null : h('script', { type: 'module', src: script }),
    ]),
    h('body', null, h('main', null, content)),
  ])
}
