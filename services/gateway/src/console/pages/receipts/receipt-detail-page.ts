import type { SearchHit } from '@outturn/contracts'
import { card, type Entry, html, icon, keyValues, note, printButton } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import { headline } from '../../../pages/receipt/bought.ts'
import { receiptParts, type ReceiptPageView } from '../../../pages/receipt/receipt-page.ts'
import type { PageSite } from '../../../pages/site.ts'
import { receiptListPath, type SpoolNames } from './receipt-list-page.ts'
import { usdOf } from './receipt-words.ts'

export type ReceiptDetailView = ReceiptPageView & {
  readonly runId: string
  readonly spoolId: string
  /** Null where it could not be read. */
  readonly name: NonNullable<ReturnType<SpoolNames['get']>> | null
  /** The charge for the run; null for who paid nothing for it, and where it could not be read. */
  readonly charge: SearchHit | null
  /** Whether something above could not be read. */
  readonly isPartial: boolean
  readonly maySeeSpools: boolean
  readonly mayDispute: boolean
}

/** A receipt for a party of it: the public page, with what the receipt itself does not say. */
export function receiptDetailContent(view: ReceiptDetailView, site: PageSite): ComponentChildren {
  const { receipt, name, spoolId, maySeeSpools } = view
  // An agreement that one party set alone has no other party to dispute with.
  const mayDispute = view.mayDispute && receipt.agreement.acceptance.mode === 'bilateral'
  const parts = receiptParts(view, site)
  return [
    html`<p class="crumbs"><a href=${receiptListPath}>Receipts</a> / <span class="mono">${receipt.id}</span></p>`,
    html`<div class="title"><div><h1><bdi dir="auto">${name?.title ?? headline(receipt)}</bdi></h1><p>${headline(receipt)}</p></div>
      <div class="row noprint">
        <a class="btn" href=${`/r/${receipt.id}/receipt.json`} download=${`${receipt.id}.json`}>${icon('download')}Download</a>
        <a class="btn" href=${`/r/${receipt.id}`}>Public page</a>
        ${printButton()}
        ${mayDispute ? html`<a class="btn" href=${`/console/spools/${spoolId}/dispute`}>Open a dispute</a>` : null}
      </div>
    </div>`,
    html`<div class="stack">
      ${view.isPartial ? note('warn', html`Names or the charge could not be read. The rest of this page is current. <a href=${`${receiptListPath}/${receipt.id}`}>Try again</a>`) : null}
      ${parts.warnings}
      <div class="cols two">
        ${parts.slip}
        <div class="stack">
          ${card({ id: 'about', title: 'About this receipt' }, keyValues('about-facts', factsOf(view)))}
          ${parts.why}
        </div>
      </div>
      ${parts.details}
    </div>`,
    parts.data,
    maySeeSpools ? null : html`<p class="small quiet">Your role sees no Spools.</p>`,
  ]
}

function factsOf({
  receipt,
  name,
  spoolId,
  runId,
  charge,
  maySeeSpools,
}: ReceiptDetailView): readonly Entry[] {
  const mono = (id: string, what: string) => html`<span class="mono small" data-copy=${what}>${id}</span>`
  return [
    ...(name === null
      ? []
      : ([
          ['Buyer', html`<bdi dir="auto">${name.buyer}</bdi>`],
          ['Seller', html`<bdi dir="auto">${name.provider}</bdi>`],
        ] as const)),
    ['Receipt', mono(receipt.id, 'receipt ID')],
    [
      'Spool',
      maySeeSpools
        ? html`<a class="mono small" href=${`/console/spools/${spoolId}`}>${spoolId}</a>`
        : mono(spoolId, 'Spool ID'),
    ],
    ['Run', mono(runId, 'run ID')],
    ...(charge === null ? [] : [['Charge', chargeText(charge)] as const]),
    ['Related', html`<a href=${`/console/search?q=${spoolId}`}>Everything about this Spool</a>`],
  ]
}

function chargeText({ amount = '0.00', state }: SearchHit): string {
  if (state === 'voided') return 'Nothing: the run was not charged'
  if (amount === '0.00') return 'Nothing: one of the included runs'
  return `${usdOf(amount)} USD for the verification${state === 'held' ? ', reserved' : ''}`
}
