import { html, pageShell, table } from '@outturn/pages'
import { deprecations } from '@outturn/contracts'
import type { VNode } from 'preact'
import type { PageAssets } from '../assets.ts'

/** Where the `Link` of an answer with a deprecated member leads: what is on its way out, and until when it stays. */
export function versionsPage(assets: PageAssets): VNode {
  return pageShell({ title: 'Versions', assets }, [
    html`<h1>Versions</h1>`,
    html`<p>The interface under <code>/api/v1</code> gains members and operations and loses none without notice: what is on its way out keeps working until its sunset, at least a year after it is listed here. Answers that have it carry the headers <code>Deprecation</code> and <code>Sunset</code>.</p>`,
    table(
      'On its way out',
      ['Member', 'Use instead', 'Since', 'Sunset'],
      deprecations.map(({ member, instead, since, sunset }) => [
        html`<code>${member}</code>`,
        instead,
        since,
        sunset,
      ]),
    ),
  ])
}
