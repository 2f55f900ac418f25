import { html, minuteText, table } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import { auditActions, type AuditEntry } from '../../store/console/audit-store.ts'

export function auditContent(entries: readonly AuditEntry[], next: string | null): ComponentChildren {
  return [
    html`<div class="title">
      <div><h1>Audit log</h1><p>Who did what, and when. Entries are added and never changed.</p></div>
      <a class="btn" href="/console/audit.csv">Download CSV</a>
    </div>`,
    entries.length === 0
      ? html`<div class="card empty"><h2>Nothing yet</h2><p class="quiet">Actions appear here as they happen.</p></div>`
      : html`<div class="card">${table(
          'Audit log',
          ['When', 'Who', 'What', 'To what', 'Network'],
          entries.map((entry) => [
            minuteText(entry.at.toISOString()),
            html`<bdi>${entry.actor}</bdi>`,
            wordsOf(entry),
            html`<bdi>${entry.target}</bdi>`,
            html`<span class="mono">${entry.address_prefix}</span>`,
          ]),
          { isCaptionShown: false },
        )}
        ${next === null ? null : html`<p class="pager"><a href=${`/console/audit?after=${next}`}>Earlier entries</a></p>`}</div>`,
  ]
}

function wordsOf({ action, details }: AuditEntry): string {
  const words = Object.hasOwn(auditActions, action)
    ? auditActions[action as keyof typeof auditActions]
    : action
  // The id of a command is for support, in the file: it says nothing to people.
  const told = Object.entries(details).filter(([name]) => name !== 'command')
  const more = told.map(([name, value]) =>
    name === 'code' ? `refused: ${String(value).replaceAll('_', ' ')}` : `${name} ${value}`,
  )
  return more.length === 0 ? words : `${words} (${more.join(', ')})`
}
