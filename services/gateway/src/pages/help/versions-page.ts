import { deprecations } from '@outturn/contracts'
import { html, pageShell, type Site, table } from '@outturn/pages'
import type { VNode } from 'preact'

/** Where the `Link` of an answer with a deprecated member leads: what is on its way out, and until when it stays. */
export function versionsPage(site: Site): VNode {
  return pageShell({ title: 'Versions', site }, [
    html`<div class="wrap read stack hero plain">
      <h1>Versions</h1>
      <p class="lead">The interface under <code>/api/v1</code> gains members and operations and loses none without notice.</p>
      <p>What is on its way out keeps working until its sunset, at least a year after it is listed here. Answers that have it carry the headers <code>Deprecation</code> and <code>Sunset</code>.</p>
      <div class="card">
        ${table(
          'On its way out',
          ['Member', 'Use instead', 'Since', 'Sunset'],
          deprecations.map(({ member, instead, since, sunset }) => [
            html`<code>${member}</code>`,
            instead,
            since,
            sunset,
          ]),
        )}
      </div>
    </div>`,
  ])
}
