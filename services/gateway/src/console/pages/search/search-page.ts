import { badge, html, minuteText, note, type Tone } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { toneOf } from '../../../pages/result-tone.ts'
import { resultWords } from '../../../pages/result-words.ts'
import type { FoundItem, FoundItems } from '../../../adapters/search-account.ts'
import { searchPath } from './search-path.ts'
import { minDigits, type SearchTerms } from '../../search/search-terms.ts'

export type SearchView = {
  readonly text: string
  readonly terms: SearchTerms
  readonly accountName: string
  readonly direct: FoundItems
  readonly related: FoundItems
  readonly maySeeSpools: boolean
}

const kindNames: Readonly<Record<FoundItem['kind'], string>> = {
  receipt: 'Receipt',
  spool: 'Spool',
  run: 'Run',
  evidence: 'Evidence',
  dispute: 'Dispute',
  review: 'Review',
  discrepancy: 'Discrepancy',
  consumption: 'Use of a receipt',
  settlement: 'Settlement',
  transaction: 'Transaction',
  purchase: 'Purchase',
  grant: 'Credits',
  charge: 'Ledger entry',
  request: 'Request',
  key: 'API key',
}
const order = Object.keys(kindNames)

/** Where a thing is shown. */
export function addressOf({ kind, id, spoolId, receiptId }: FoundItem): string {
  switch (kind) {
    case 'receipt':
      return `/console/receipts/${id}`
    case 'consumption':
      return `/console/receipts/${receiptId ?? ''}`
    case 'spool':
      return `/console/spools/${id}`
    case 'run':
    case 'evidence':
    case 'settlement':
    case 'transaction':
      return `/console/spools/${spoolId ?? ''}`
    case 'dispute':
      return `/console/disputes/${id}`
    case 'review':
      return `/console/spools/${spoolId ?? ''}#reviews`
    case 'discrepancy':
      return `/console/discrepancies/${id}`
    case 'request':
      return `/console/requests/${id}`
    case 'key':
      return `/console/keys/${id}`
    case 'purchase':
    case 'grant':
      return '/console/credits'
    case 'charge':
      return '/console/usage'
    default:
      return kind satisfies never
  }
}

/** What a search found, best first, and what belongs to it. */
export function searchContent(view: SearchView): ComponentChildren {
  const { text, terms, direct, related } = view
  const digits = terms.kind === 'ids' ? terms.digits : []
  const failed = [...new Set([...direct.failed, ...related.failed])]
  const count = direct.items.length + related.items.length
  return [
    html`<div class="title"><div>
      <h1>${text === '' ? 'Search' : html`Results for “<bdi dir="auto">${text}</bdi>”`}</h1>
      <p>${count === 0 ? '' : html`${count} in <bdi dir="auto">${view.accountName}</bdi>. `}A whole ID, or at least ${minDigits} of its characters after the prefix, finds it and what belongs to it.</p>
    </div></div>`,
    html`<div class="stack">
      ${failed.length === 0 ? null : note('warn', html`${failed.join('; ')} could not be searched. <a href=${`${searchPath}?q=${encodeURIComponent(text)}`}>Try again</a>`)}
      ${direct.items.length === 0 ? nothingFound(view, failed.length > 0) : hitList('Results', direct.items, digits)}
      ${related.items.length === 0 ? null : [html`<h2>What belongs to it</h2>`, hitList('What belongs to it', related.items, digits)]}
      <p class="small quiet">Searched: Spools, receipts, runs, evidence, disputes, reviews, discrepancies, requests, keys, charges, purchases, credits, settlements and transactions that your role may see.</p>
    </div>`,
  ]
}

function hitList(label: string, items: readonly FoundItem[], digits: readonly string[]): VNode {
  const sorted = items.toSorted(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || b.at.localeCompare(a.at),
  )
  return html`<section class="card flush" aria-label=${label}>${sorted.map((item) => hit(item, digits))}</section>`
}

function hit(item: FoundItem, digits: readonly string[]): VNode {
  return html`<a class="hit" href=${addressOf(item)}>
    <span class="row">${badge('neutral', kindNames[item.kind])}${stateBadge(item)}</span>
    <span class="mono small">${marked(item.id, digits)}</span>
    <span class="small quiet">${detailsOf(item)}</span>
  </a>`
}

function stateBadge({ kind, state }: FoundItem): VNode | null {
  if (state === undefined) return null
  if (kind === 'receipt') return badge(toneOf(state), resultWords[state] ?? state)
  const tone: Tone = kind === 'run' && state === 'requested' ? 'info' : 'neutral'
  return badge(tone, kind === 'key' ? state : state.replaceAll('_', ' '))
}

function detailsOf({ title, amount, at, kind, spoolId }: FoundItem): ComponentChildren {
  const parts = [
    ...(title === undefined || title === '' ? [] : [html`<bdi dir="auto">${title}</bdi>`]),
    ...(amount === undefined ? [] : [`${amount} USD${kind === 'receipt' ? ' earned' : ''}`]),
    ...(spoolId === undefined || kind === 'spool' ? [] : [spoolId]),
    html`<time dateTime=${at}>${minuteText(at)}</time>`,
  ]
  return parts.flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))
}

/** The id with the digits that were asked for marked. */
function marked(id: string, digits: readonly string[]): ComponentChildren {
  const found = digits.find((each) => id.includes(each))
  if (found === undefined) return id
  const at = id.indexOf(found)
  return [id.slice(0, at), html`<mark>${found}</mark>`, id.slice(at + found.length)]
}

function nothingFound({ text, terms, accountName, maySeeSpools }: SearchView, isUnsure: boolean): VNode {
  const empty = (title: string, more: ComponentChildren, link: VNode | null = null) =>
    html`<div class="card empty"><h2>${title}</h2><p class="quiet">${more}</p>${link}</div>`
  switch (terms.kind) {
    case 'empty':
      return empty(
        'Search by any ID',
        'Paste an ID, such as ocr_… of a receipt, spl_… of a Spool, vr_… of a run, req_… of a request, or the 0x… of a transaction. A part of a log or an address that has one will do.',
      )
    case 'short':
      return empty(
        'A few more characters',
        `${terms.prefix === '' ? 'An ID' : `An ID that begins with ${terms.prefix}`} is found by at least ${minDigits} characters ${terms.prefix === '' ? '' : 'after that'}; there ${terms.count === 1 ? 'is 1' : `are ${terms.count}`}.`,
      )
    case 'unknown':
      return empty(
        `No search finds ${terms.prefix}…`,
        'IDs that are found begin with spl_, ocr_, vr_, ev_, dsp_, req_, key_, csm_, stl_, cpp_, crg_ or 0x.',
      )
    case 'words':
      return empty(
        'Search finds IDs',
        'This text has none in it.',
        maySeeSpools
          ? html`<a class="btn" href=${`/console/spools?party=${encodeURIComponent(text.slice(0, 120))}`}>Search Spools by the name of a party</a>`
          : null,
      )
    case 'ids':
      return isUnsure
        ? empty('Nothing found so far', 'Some of what can be searched could not be asked.')
        : empty(
            'Nothing found',
            html`No ID in <bdi dir="auto">${accountName}</bdi> is or begins with it. It may belong to another of your accounts, or to the sandbox.`,
          )
    default:
      return terms satisfies never
  }
}
