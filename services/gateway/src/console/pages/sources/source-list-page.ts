import type { CommandOutput, listSources, SourceView } from '@outturn/contracts'
import { html, pager, table } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { kindNames, newSourcePath, sourceListPath, sourcePath, statusBadge, timeOf } from './source-words.ts'

type ListView = CommandOutput<typeof listSources> & {
  /** Whether the person may register one. */
  readonly isChanged: boolean
}

/** The sources of an account, the newest first. */
export function sourceListContent({ data, next_cursor: next, isChanged }: ListView): ComponentChildren {
  return [
    html`<div class="title"><div><h1>Sources</h1><p>Systems of record whose payloads become facts of your Spools.</p></div>${isChanged ? html`<a class="btn go" href=${newSourcePath}>Register a source</a>` : null}</div>`,
    html`<section class="card" aria-label="Sources">
      ${data.length === 0 ? noSources(isChanged) : sourceTable(data)}
      ${next === null ? null : pager('', { href: `${sourceListPath}?after=${next}`, text: 'Earlier sources' })}
    </section>`,
  ]
}

function noSources(isChanged: boolean): VNode {
  const how = isChanged
    ? html`<p class="row"><a class="btn" href=${newSourcePath}>Register a source</a><a class="btn" href="/docs/guide/sources">How sources work</a></p>`
    : html`<p class="quiet">An owner or a developer of the account registers one.</p>`
  return html`<div class="empty"><h2>No source yet</h2><p class="quiet">A source is a system such as a ticket desk, a shop or a warehouse. It reports what happened, signed, and both parties of a Spool see it. Register one here, by <span class="mono">outturn sources create</span>, or by the API.</p>${how}</div>`
}

function sourceTable(rows: readonly SourceView[]): VNode {
  return table(
    'Sources',
    [{ name: 'Name', isTitle: true }, 'Kind', 'State', { name: 'Facts', isNumber: true }, 'Last received'],
    rows.map((row) => [
      html`<span><a class="main" href=${sourcePath(row.id)}><bdi dir="auto">${row.name}</bdi></a><span class="sub mono">${row.id}</span></span>`,
      kindNames[row.kind],
      statusBadge(row.status),
      String(row.facts),
      timeOf(row.last_received_at),
    ]),
    { isCaptionShown: false },
  )
}
