import type { SourceView } from '@outturn/contracts'
import { badge, html, minuteText } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'

export const sourceListPath = '/console/sources'
export const newSourcePath = `${sourceListPath}/new`
export const sourcePath = (id: string) => `${sourceListPath}/${id}`

export const kindNames: Readonly<Record<SourceView['kind'], string>> = {
  webhook: 'Sends deliveries',
  pull_http: 'Is fetched',
}

export const schemeNames = { hmac_sha256: 'A shared secret (HMAC-SHA256)', ed25519: 'Ed25519' } as const

/** Why a payload, or an element of one, became no fact. */
const rejectionWords: Readonly<Record<string, string>> = {
  unmappable_value: 'Nothing usable is there',
  empty_value: 'The text is empty',
  value_not_exact: 'The number has an exponent or too many digits',
  occurred_in_future: 'The time is in the future',
  unknown_spool: 'No Spool of your account has this ID',
  spool_closed: 'The Spool takes no facts now',
  fact_limit: 'The Spool has as many facts as it can have',
}

export function rejectionText(code: string): ComponentChildren {
  const words = rejectionWords[code]
  const shown = html`<span class="mono small">${code}</span>`
  return words === undefined ? shown : html`<span>${words}<br />${shown}</span>`
}

export function statusBadge(status: SourceView['status']): VNode {
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

export function timeOf(at: string | null): VNode | string {
  return at === null ? 'never' : html`<time dateTime=${at}>${minuteText(at)}</time>`
}

/** The way back to the sources, and to the one that a page is about. */
export function sourceCrumbs(source: Pick<SourceView, 'id' | 'name'>, place: string): VNode {
  return html`<p class="crumbs"><a href=${sourceListPath}>Sources</a> / <a href=${sourcePath(source.id)}><bdi dir="auto">${source.name}</bdi></a> / ${place}</p>`
}
