import { html, minuteText } from '@outturn/pages'
import type { OutcomeReceiptBody, ReceiptStatusV1 } from '@outturn/contracts'
import type { ComponentChildren, VNode } from 'preact'
import { claim } from './claim.ts'

/** What became of the receipt, oldest first: public like the receipt, and nothing of the Spool beside it. */
export function historySection(receipt: OutcomeReceiptBody, { advisories }: ReceiptStatusV1): VNode {
  const supersedes = receipt['supersedes']
  const issued: ComponentChildren = [
    'Issued',
    typeof supersedes === 'string' ? [' in place of ', receiptLink(supersedes)] : null,
    '.',
  ]
  return html`<section aria-labelledby="history-title">
    <h2 id="history-title">History</h2>
    <ol id="history">
      ${entry(receipt.issued_at, issued, claim('issued_at', receipt.issued_at, 'time'))}
      ${advisories
        .toSorted((a, b) => (a.at < b.at ? -1 : 1))
        .map(({ code, message, at, replacement_receipt_id: replacement }) =>
          entry(at, [
            html`<strong>${code.replaceAll('_', ' ')}</strong>`,
            `: ${message}`,
            replacement === undefined ? null : [' Replaced by ', receiptLink(replacement), '.'],
          ]),
        )}
    </ol>
  </section>`
}

function entry(at: string, what: ComponentChildren, shown: ComponentChildren = minuteText(at)): VNode {
  return html`<li><time dateTime=${at}>${shown}</time> ${what}</li>`
}

function receiptLink(receiptId: string): VNode {
  return html`<a href=${`/r/${receiptId}`}>${receiptId}</a>`
}
