import type { Refusal } from '@outturn/contracts'
import { type HtmlPage, html, type Site } from '@outturn/pages'
import type { VNode } from 'preact'
import { errorPage } from '../error-page.ts'

type Asked = {
  readonly requestId: string
  readonly now: Date
  readonly params: Readonly<Record<string, string>>
}

/** Characters of a receipt id behind its prefix. */
const idLength = 24

/** The page in place of a receipt that cannot be shown, with a form to open another one. */
export function absentReceipt(site: Site, refusal: Refusal, { requestId, now, params }: Asked): HtmlPage {
  const id = params['receipt_id'] ?? ''
  const help = refusal.status === 404 ? [explained(id), openReceiptForm(id)] : null
  return errorPage(site, { refusal, requestId, now, thing: 'receipt', help })
}

function explained(id: string): VNode {
  const length = id.replace(/^ocr_/, '').length
  const counted =
    id.startsWith('ocr_') && length !== idLength
      ? html`The receipt id <span class="mono">${id.slice(0, 80)}</span> has ${length} ${length === 1 ? 'character' : 'characters'} after its prefix; a receipt id has ${idLength}. `
      : null
  return html`<p class="lead">${counted}A link may have been cut when it was copied.</p>`
}

/** A form that leads to a receipt by its id. */
export function openReceiptForm(id = ''): VNode {
  return html`<form class="row bottom" action="/r" method="get">
    <div class="field">
      <label for="receipt-id">Open a receipt by its id</label>
      <input id="receipt-id" name="id" class="mono" value=${id.slice(0, 80)} size="32" maxlength="200" autocomplete="off" spellcheck="false" />
    </div>
    <button class="btn go" type="submit">Open receipt</button>
  </form>`
}
