import { errorCodeNames } from '@outturn/contracts'
import { badge, html, icon, minuteText, note, table } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import type { RequestPage } from '../../../request-log/request-reader.ts'
import type { ListedRequest } from '../../../store/request-store.ts'

export const requestLogPath = '/console/requests'

export const requestPeriods = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' } as const
export type RequestPeriod = keyof typeof requestPeriods

/** What the address of the page asks for, as its form shows it again. */
export type LogFilter = {
  readonly code: string
  readonly key: string
  readonly path: string
  readonly since: RequestPeriod
  readonly outcome: 'refused' | 'all'
}

/** The name of a key, and whether it was revoked. */
export type KeyName = { readonly id: string; readonly name: string; readonly isRevoked: boolean }

export type RequestLogView = {
  readonly page: RequestPage
  readonly filter: LogFilter
  readonly keys: readonly KeyName[]
  /** Successes of the period; null where they were not counted. */
  readonly served: number | null
}

/** The refused requests of an account, newest first. */
export function requestLogContent(view: RequestLogView): ComponentChildren {
  const { page, filter } = view
  const last = page.hasMore ? page.requests.at(-1)?.id : undefined
  return [
    html`<div class="title">
      <div><h1>Request log</h1><p>Every refused request of the last 30 days, with what was sent, why it was refused and what to do. Bodies are redacted before they are stored.</p></div>
      <a class="btn" href=${addressOf(filter, {}, `${requestLogPath}.csv`)}>${icon('download')}CSV</a>
    </div>`,
    html`<div class="stack">
      ${page.gaps.map(({ dropped, from_at: from, to_at: to }) =>
        note(
          'warn',
          `${dropped} ${dropped === 1 ? 'request was' : 'requests were'} not recorded, from ${minuteText(from.toISOString())} to ${minuteText(to.toISOString())}.`,
        ),
      )}
      <div class="card">
        ${filterForm(view)}
        ${page.requests.length === 0 ? emptyState(view) : requestTable(view)}
        ${last === undefined ? null : html`<p class="pager"><a href=${addressOf(filter, { after: last })}>Earlier requests</a></p>`}
      </div>
    </div>`,
  ]
}

function filterForm({ filter, keys }: RequestLogView): VNode {
  const option = (value: string, text: ComponentChildren, chosen: string) =>
    html`<option value=${value} selected=${value === chosen}>${text}</option>`
  return html`<form class="bar" method="get" action="/console/requests">
      <label>Error<select name="code">${option('', 'Any refusal', filter.code)}${errorCodeNames.map((code) => option(code, code, filter.code))}</select></label>
      <label>Key<select name="key">${option('', 'All keys', filter.key)}${keys.map((key) => option(key.id, nameOf(key), filter.key))}</select></label>
      <label>Path<input name="path" value=${filter.path} placeholder="/api/v1/…" maxlength="200" autocomplete="off" /></label>
      <label>Since<select name="since">${Object.entries(requestPeriods).map(([value, text]) => option(value, text, filter.since))}</select></label>
      ${filter.outcome === 'all' ? html`<input type="hidden" name="outcome" value="all" />` : null}
      <button class="btn" type="submit">Filter</button>
    </form>
    <p class="chips">${
      filter.outcome === 'all'
        ? html`<span>Successful requests are shown for 7 days</span> <a href=${addressOf(filter, { outcome: 'refused' })}>Show refused ones only</a>`
        : html`<a href=${addressOf(filter, { outcome: 'all' })}>Show successful ones, too</a>`
    }</p>`
}

function requestTable({ page, keys }: RequestLogView): VNode {
  const names = new Map(keys.map((key) => [key.id, nameOf(key)]))
  return table(
    'Requests',
    ['Request', 'Status', 'Error', 'Key', 'Took', 'Time'],
    page.requests.map((request) => [
      html`<a class="main mono small" href=${`/console/requests/${request.id}`}>${request.method} ${request.path}</a>`,
      badge('neutral', String(request.status)),
      errorCell(request),
      html`<bdi>${names.get(request.key_id) ?? request.key_id}</bdi>`,
      `${request.took_ms} ms`,
      secondText(request.at),
    ]),
    { isCaptionShown: false },
  )
}

function errorCell({ code, error, weight }: ListedRequest): VNode {
  if (code !== null) {
    return html`<span><span class="mono small">${code}</span><span class="sub">${error ?? ''}</span></span>`
  }
  return weight === 1
    ? html`<span class="quiet">–</span>`
    : html`<span class="quiet">one of ${weight} alike</span>`
}

function emptyState({ filter, served }: RequestLogView): VNode {
  const isFiltered = filter.code !== '' || filter.key !== '' || filter.path !== ''
  const period = requestPeriods[filter.since]
  if (isFiltered) {
    return html`<div class="empty"><h2>No such request in ${period}</h2><p class="quiet">No request of the period is as the filter says.</p><a class="btn" href=${addressOf({ ...filter, code: '', key: '', path: '' })}>Clear the filter</a></div>`
  }
  if (filter.outcome === 'all') {
    return html`<div class="empty"><h2>No request in ${period}</h2><p class="quiet">A request appears here when it is answered.</p><a class="btn" href="/console/keys">See the keys</a></div>`
  }
  const others = served === null ? '' : ` ${served} succeeded.`
  return html`<div class="empty"><h2>No request was refused in ${period}</h2><p class="quiet">A refused request appears here with its body, its error and what to do.${others}</p></div>`
}

function nameOf({ name, id, isRevoked }: KeyName): string {
  return `${name === '' ? id : name}${isRevoked ? ' (revoked)' : ''}`
}

/** The address of the page with this filter. */
function addressOf(
  filter: LogFilter,
  changes: Partial<LogFilter> & { after?: string } = {},
  path = requestLogPath,
): string {
  const members = Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== '')
  return `${path}?${new URLSearchParams(members).toString()}`
}

/** A time to the second, in UTC. */
export function secondText(at: Date): VNode {
  const iso = at.toISOString()
  const text = minuteText(iso).replace(/\d\d:\d\d UTC$/, `${iso.slice(11, 19)} UTC`)
  return html`<time dateTime=${iso}>${text}</time>`
}
