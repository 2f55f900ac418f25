import type { CommandOutput, ListedReceipt, nameSpools } from '@outturn/contracts'
import { filterBar, html, icon, minuteText, note, pager, table } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { statusText, usdOf, verdictBadge, verdictNames } from './receipt-words.ts'

/** What the address of the list asks for; an empty text is no filter. */
export type ReceiptListQuery = {
  readonly verdict: string
  readonly from: string
  readonly to: string
  readonly spool: string
}

export type SpoolNames = ReadonlyMap<string, CommandOutput<typeof nameSpools>['spools'][number]>

export type ReceiptListView = {
  readonly receipts: readonly ListedReceipt[]
  readonly hasMore: boolean
  /** Null where the names could not be read. */
  readonly names: SpoolNames | null
  readonly query: ReceiptListQuery
  readonly isLaterPage: boolean
  readonly mayMakeKey: boolean
}

export const receiptListPath = '/console/receipts'

/** The receipts of an account, newest first. */
export function receiptListContent(view: ReceiptListView): ComponentChildren {
  const { receipts, hasMore, names, query } = view
  const last = receipts.at(-1)?.id
  return [
    html`<div class="title">
      <div><h1>Receipts</h1><p>A signed record of each verification: what was delivered, and what it earned.</p></div>
      <a class="btn" href=${addressOf(query, {}, `${receiptListPath}.csv`)}>${icon('download')}CSV</a>
    </div>`,
    names === null
      ? note('warn', html`Titles and names could not be read. <a href=${addressOf(query)}>Try again</a>`)
      : null,
    html`<section class="card" aria-label="Receipts">
      ${filterBar({
        action: receiptListPath,
        fields: [
          {
            kind: 'choice',
            name: 'verdict',
            label: 'Verdict',
            value: query.verdict,
            options: { '': 'Any', ...verdictNames },
          },
          { kind: 'text', name: 'spool', label: 'Spool', value: query.spool, hint: 'spl_…' },
          { kind: 'date', name: 'from', label: 'Issued from', value: query.from },
          { kind: 'date', name: 'to', label: 'Issued to', value: query.to },
        ],
        summary: summaryOf(query),
        clears: clearsOf(query),
      })}
      ${receipts.length === 0 ? emptyState(view) : receiptTable(receipts, names)}
      ${
        receipts.length === 0
          ? null
          : pager(
              `${receipts.length} ${receipts.length === 1 ? 'receipt' : 'receipts'}, newest first`,
              hasMore && last !== undefined
                ? { href: addressOf(query, { after: last }), text: 'Earlier receipts' }
                : null,
            )
      }
    </section>`,
  ]
}

function receiptTable(receipts: readonly ListedReceipt[], names: SpoolNames | null): VNode {
  return table(
    'Receipts',
    [
      { name: 'Receipt', isTitle: true },
      'Buyer, seller',
      'Verdict',
      { name: 'Earned, USD', isNumber: true },
      { name: 'Issued', isNumber: true },
    ],
    receipts.map((receipt) => {
      const name = names?.get(receipt.spoolId)
      return [
        html`<span><a class="main" href=${`${receiptListPath}/${receipt.id}`}><bdi dir="auto">${name?.title ?? receipt.id}</bdi></a><span class="sub mono">${receipt.id}</span></span>`,
        html`<span>${party(name?.buyer)}<span class="sub">${party(name?.provider)}</span></span>`,
        html`<span>${verdictBadge(receipt.verdict)}<span class="sub">${statusText(receipt)}</span></span>`,
        html`<span>${usdOf(receipt.earned)}<span class="sub">of ${usdOf(receipt.committed)}</span></span>`,
        html`<time dateTime=${receipt.issuedAt}>${minuteText(receipt.issuedAt)}</time>`,
      ]
    }),
    { isCaptionShown: false },
  )
}

function party(name: string | undefined): VNode {
  return name === undefined ? html`<span class="quiet">–</span>` : html`<bdi dir="auto">${name}</bdi>`
}

function isFiltered({ verdict, from, to, spool }: ReceiptListQuery): boolean {
  return verdict !== '' || from !== '' || to !== '' || spool !== ''
}

function summaryOf({ verdict, from, to, spool }: ReceiptListQuery): string {
  const name = (verdictNames as Readonly<Record<string, string>>)[verdict]
  return [
    name === undefined ? 'All receipts' : `Receipts: ${name.toLowerCase()}`,
    ...(spool === '' ? [] : [`of ${spool}`]),
    ...(from === '' ? [] : [`issued since ${dayText(from)}`]),
    ...(to === '' ? [] : [`${from === '' ? 'issued ' : ''}until ${dayText(to)}`]),
  ].join(', ')
}

function dayText(day: string): string {
  return minuteText(`${day}T00:00:00.000Z`).split(',', 1)[0] ?? day
}

function clearsOf(query: ReceiptListQuery) {
  const { verdict, from, to, spool } = query
  return [
    ...(verdict === '' ? [] : [{ href: addressOf(query, { verdict: '' }), text: 'Clear the verdict' }]),
    ...(spool === '' ? [] : [{ href: addressOf(query, { spool: '' }), text: 'Clear the Spool' }]),
    ...(from === '' && to === ''
      ? []
      : [{ href: addressOf(query, { from: '', to: '' }), text: 'Clear the dates' }]),
  ]
}

/** The address of the list with this filter. */
function addressOf(
  query: ReceiptListQuery,
  changes: Partial<ReceiptListQuery> & { after?: string } = {},
  path = receiptListPath,
): string {
  const members = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== '')
  return members.length === 0 ? path : `${path}?${new URLSearchParams(members).toString()}`
}

function emptyState({ query, isLaterPage, mayMakeKey }: ReceiptListView): VNode {
  if (isFiltered(query)) {
    return html`<div class="empty"><h2>No receipt is as the filter says</h2><p class="quiet">Take a filter away to see more.</p><a class="btn" href=${receiptListPath}>Clear the filter</a></div>`
  }
  if (isLaterPage) {
    return html`<div class="empty"><h2>No earlier receipts</h2><a class="btn" href=${receiptListPath}>See the newest</a></div>`
  }
  return html`<div class="empty"><h2>No receipts yet</h2><p class="quiet">A receipt is made when a verification ends.</p>${
    mayMakeKey ? html`<a class="btn go" href="/console/keys/new">Make a key</a>` : null
  }</div>`
}
