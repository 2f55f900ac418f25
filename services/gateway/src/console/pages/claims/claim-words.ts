import type { ClaimView, DiscrepancyView, FactView, MatchView, SpoolView } from '@outturn/contracts'
import { badge, html, minuteText, tabs } from '@outturn/pages'
import type { ClaimStatus, ComparedField, MatchStatus } from '@outturn/vocabulary'
import type { ComponentChildren, VNode } from 'preact'
import { discrepancyListPath, kindNames, stateBadge } from '../discrepancies/discrepancy-words.ts'
import { spoolPath } from '../spools/spool-view.ts'

/** The lists of a Spool. */
const recordLists = { claims: 'Claims', facts: 'Facts', matches: 'Latest match' } as const
type RecordList = keyof typeof recordLists

export function recordListPath(spoolId: string, list: RecordList): string {
  return `${spoolPath(spoolId)}/${list}`
}

/** Everything that is claimed and reported of one subject; `id` is the place of a claim or a fact on that page. */
export function subjectPath(spoolId: string, subject: string, id?: string): string {
  const place = id === undefined ? '' : `#${id}`
  return `${spoolPath(spoolId)}/subject?name=${encodeURIComponent(subject)}${place}`
}

/** The way back to the Spool, and to its other lists. */
export function recordHead(spool: SpoolView, place: string, list: RecordList | null): ComponentChildren {
  const links = Object.entries(recordLists).map(([each, text]) => ({
    href: recordListPath(spool.id, each as RecordList),
    text,
  }))
  return [
    html`<p class="crumbs"><a href="/console/spools">Spools</a> / <a href=${spoolPath(spool.id)}><bdi dir="auto">${spool.deliverable.title}</bdi></a> / ${place}</p>`,
    tabs('Claims and facts', links, list === null ? '' : recordListPath(spool.id, list)),
  ]
}

export function claimBadge(status: ClaimStatus): VNode {
  switch (status) {
    case 'matched':
      return badge('pass', 'Confirmed by a fact')
    case 'mismatched':
      return badge('fail', 'A fact differs')
    case 'ambiguous':
      return badge('uncertain', 'Several facts')
    case 'unmatched':
      return badge('neutral', 'No fact yet')
    default:
      return status satisfies never
  }
}

export function matchBadge(status: MatchStatus): VNode {
  switch (status) {
    case 'unmatched_claim':
      return badge('partial', 'A claim without a fact')
    case 'unmatched_fact':
      return badge('info', 'A fact without a claim')
    default:
      return claimBadge(status)
  }
}

const fieldNames: Readonly<Record<ComparedField, string>> = {
  value: 'Value',
  quantity: 'Quantity',
  amount_cents: 'Amount in cents',
  currency: 'Currency',
}

/** In what a claim and its fact differ. */
export function differenceText({ differences }: Pick<MatchView, 'differences'>): ComponentChildren {
  return differences.map(
    ({ field, claimed, observed }) =>
      html`<span class="sub">${fieldNames[field]}: claimed <bdi dir="auto">${claimed ?? 'nothing'}</bdi>, observed <bdi dir="auto">${observed ?? 'nothing'}</bdi></span>`,
  )
}

type Reported = Pick<ClaimView | FactView, 'amount_cents' | 'quantity' | 'value'> & {
  readonly currency?: string | undefined
}

/** What is claimed or reported. */
export function valueText({ value, quantity, amount_cents: cents, currency }: Reported): VNode {
  const amount = cents === undefined ? null : `${(cents / 100).toFixed(2)} ${currency ?? ''}`
  return html`<span><bdi dir="auto">${String(value)}</bdi>${quantity === undefined ? null : html`<span class="sub">Quantity ${quantity}</span>`}${amount === null ? null : html`<span class="sub">Amount ${amount}</span>`}</span>`
}

export function timeText(at: string | undefined): VNode | string {
  return at === undefined ? 'no time' : html`<time dateTime=${at}>${minuteText(at)}</time>`
}

/** The discrepancies that name a claim or a fact. */
export function discrepancyLinks(
  found: readonly DiscrepancyView[] | null,
  id: string,
): readonly VNode[] | string {
  if (found === null) return 'not known now'
  const own = found.filter(({ claim_id: claim, fact_id: fact }) => claim === id || fact === id)
  if (own.length === 0) return 'none'
  return own.map(
    (each) =>
      html`<span class="sub"><a href=${`${discrepancyListPath}/${each.id}`}>${kindNames[each.kind]}</a> ${stateBadge(each.status, each.severity)}</span>`,
  )
}

export const provenanceNames: Readonly<Record<FactView['provenance'], string>> = {
  source_webhook_signed: 'signed by its source',
  service_fetched: 'fetched by the service',
}
