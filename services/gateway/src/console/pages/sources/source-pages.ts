import type { CommandOutput, listSources, Refusal, SourceView, testSource } from '@outturn/contracts'
import {
  areaField,
  badge,
  codeBlock,
  html,
  keyValues,
  minuteText,
  note,
  pager,
  postForm,
  table,
} from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { refusalNote } from '../spools/action-page.ts'

export const sourceListPath = '/console/sources'
export const sourcePath = (id: string) => `${sourceListPath}/${id}`

const kindNames: Readonly<Record<SourceView['kind'], string>> = {
  webhook: 'Sends deliveries',
  pull_http: 'Is fetched',
}

function statusBadge(status: SourceView['status']): VNode {
  switch (status) {
    case 'active':
      return badge('pass', 'Active')
    case 'failing':
      return badge('fail', 'Failing')
    case 'paused':
      return badge('neutral', 'Paused')
    case 'revoked':
      return badge('neutral', 'Revoked')
    default:
      return status satisfies never
  }
}

const timeOf = (at: string | null) =>
  at === null ? 'never' : html`<time dateTime=${at}>${minuteText(at)}</time>`

/** The sources of an account, the newest first. */
export function sourceListContent({
  data,
  next_cursor: next,
}: CommandOutput<typeof listSources>): ComponentChildren {
  return [
    html`<div class="title"><div><h1>Sources</h1><p>Systems of record whose payloads become facts of your Spools.</p></div></div>`,
    html`<section class="card" aria-label="Sources">
      ${data.length === 0 ? noSources() : sourceTable(data)}
      ${next === null ? null : pager('', { href: `${sourceListPath}?after=${next}`, text: 'Earlier sources' })}
    </section>`,
  ]
}

function noSources(): VNode {
  return html`<div class="empty"><h2>No source yet</h2><p class="quiet">Register one with the command line or the API. It reports what happened, signed, and both parties of a Spool see it.</p><a class="btn" href="/docs/guide/sources">How to register one</a></div>`
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

/** What became of a payload that was tried. */
export type TriedPayload = {
  readonly payload: string
  readonly result: CommandOutput<typeof testSource> | Refusal | null
}

type SourcePageView = {
  readonly source: SourceView
  readonly tried: TriedPayload
  /** Tokens of the forms, by the last word of their path. */
  readonly tokenOf: (action: 'pause' | 'resume' | 'test') => string
}

/** One source: what it maps, what was rejected, and a form that tries a payload. */
export function sourceContent({ source, tried, tokenOf }: SourcePageView): ComponentChildren {
  return [
    html`<p class="crumbs"><a href=${sourceListPath}>Sources</a> / <bdi dir="auto">${source.name}</bdi></p>`,
    html`<div class="title"><div><h1><bdi dir="auto">${source.name}</bdi></h1><p><span class="mono small">${source.id}</span></p></div>${statusForm(source, tokenOf)}</div>`,
    failureNote(source),
    html`<div class="cols main">
      <section class="card" aria-labelledby="source-title">
        <header><h2 id="source-title">Source</h2>${statusBadge(source.status)}</header>
        ${keyValues('source', sourceEntries(source))}
      </section>
      <section class="card" aria-labelledby="try-title">
        <header><h2 id="try-title">Try a payload</h2></header>
        ${tryForm(source, tried, tokenOf)}
      </section>
    </div>`,
    html`<section class="card" aria-labelledby="rejected-title"><header><h2 id="rejected-title">Rejected</h2></header>${rejectionTable(source)}</section>`,
  ]
}

function statusForm(source: SourceView, tokenOf: SourcePageView['tokenOf']): VNode | null {
  if (source.status === 'revoked') return null
  const action = source.status === 'paused' ? 'resume' : 'pause'
  return postForm(
    { action: `${sourcePath(source.id)}/${action}`, token: tokenOf(action) },
    html`<button class="btn" type="submit">${action === 'pause' ? 'Pause' : 'Resume'}</button>`,
  )
}

function failureNote({ failure, status }: SourceView): VNode | null {
  if (failure === null) return null
  const tone = status === 'failing' ? 'bad' : 'warn'
  return note(
    tone,
    html`<span>${failure.count} in a row became no fact since ${timeOf(failure.since)}: <span class="mono">${failure.code}</span>.</span>`,
    'failure',
  )
}

function sourceEntries(source: SourceView): readonly (readonly [string, ComponentChildren])[] {
  const { pull, webhook_url: url, last_sync: sync, signing, spool_id: spoolId } = source
  return [
    ['Kind', kindNames[source.kind]],
    ...(url === null ? [] : ([['Deliveries to', html`<span class="mono small">${url}</span>`]] as const)),
    ...(signing === null ? [] : ([['Signed with', signing.scheme]] as const)),
    ...(pull === null
      ? []
      : ([
          [
            'Fetched from',
            html`<span><bdi dir="auto" class="mono small">${pull.url}</bdi> every ${pull.interval_seconds} seconds</span>`,
          ],
        ] as const)),
    ...(sync === null
      ? []
      : ([
          [
            'Last fetch',
            html`<span>${sync.status}${sync.error === undefined ? '' : `: ${sync.error}`}, ${timeOf(sync.started_at)}</span>`,
          ],
        ] as const)),
    [
      'Spool',
      spoolId === null
        ? 'named by each payload'
        : html`<a class="mono small" href=${`/console/spools/${spoolId}`}>${spoolId}</a>`,
    ],
    ['Facts', String(source.facts)],
    ['Last received', timeOf(source.last_received_at)],
    ['Mapping', codeBlock('Mapping', JSON.stringify(source.mapping, null, 2))],
  ]
}

function tryForm(
  source: SourceView,
  { payload, result }: TriedPayload,
  tokenOf: SourcePageView['tokenOf'],
): ComponentChildren {
  return [
    postForm({ action: `${sourcePath(source.id)}/test`, token: tokenOf('test') }, [
      areaField({
        name: 'payload',
        label: 'Payload',
        value: payload,
        rows: 8,
        isMono: true,
        hint: 'A JSON document as the system sends it. Nothing is stored.',
      }),
      html`<p><button class="btn go" type="submit">Try it</button></p>`,
    ]),
    result === null ? null : 'facts' in result ? triedResult(result) : refusalNote(result),
  ]
}

function triedResult({ facts, rejected }: CommandOutput<typeof testSource>): ComponentChildren {
  return [
    note(
      facts.length === 0 ? 'warn' : 'good',
      `${facts.length} facts, ${rejected.length} rejected.`,
      'tried',
    ),
    facts.length === 0
      ? null
      : table(
          'Facts',
          ['Subject', 'Predicate', 'Value', 'Time', 'Spool'],
          facts.map((fact) => [
            html`<bdi dir="auto">${fact.subject}</bdi>`,
            html`<bdi dir="auto">${fact.predicate}</bdi>`,
            html`<bdi dir="auto">${String(fact.value)}</bdi>`,
            timeOf(fact.occurred_at),
            html`<span class="mono small">${fact.spool_id}</span>`,
          ]),
        ),
    rejected.length === 0
      ? null
      : table(
          'Rejected elements',
          [{ name: 'Element', isNumber: true }, 'Reason', 'Pointer'],
          rejected.map(({ index, code, pointer }) => [
            String(index),
            code,
            html`<bdi dir="auto" class="mono small">${pointer ?? '–'}</bdi>`,
          ]),
        ),
  ]
}

function rejectionTable({ rejections }: SourceView): VNode {
  if (rejections.length === 0) return html`<p class="quiet">Nothing was rejected so far.</p>`
  return table(
    'Rejected',
    ['Time', 'Delivery', 'Reason', 'Pointer'],
    rejections.map(({ at, webhook_id: id, code, pointer }) => [
      timeOf(at),
      html`<bdi dir="auto" class="mono small">${id}</bdi>`,
      code,
      html`<bdi dir="auto" class="mono small">${pointer ?? '–'}</bdi>`,
    ]),
    { isCaptionShown: false },
  )
}
