import type { OutcomeReceiptBody, ReceiptStatusV1 } from '@outturn/contracts'
import { card, html, minuteText, timeline } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { claim } from './claim.ts'

/** What became of the receipt, newest first: public like the receipt, and nothing of the Spool beside it. */
export function historySection(receipt: OutcomeReceiptBody, { advisories }: ReceiptStatusV1): VNode {
  const supersedes = receipt['supersedes']
  const issued: ComponentChildren = [
    'Issued',
    typeof supersedes === 'string' ? [' in place of ', receiptLink(supersedes)] : null,
    '.',
  ]
  const { issued_at: at } = receipt
  return card(
    { id: 'history', title: 'History' },
    timeline('history-entries', [
      ...advisories
        .toSorted((a, b) => (a.at < b.at ? 1 : -1))
        .map(({ code, message, at: changedAt, replacement_receipt_id: replacement }) => ({
          at: changedAt,
          shownAt: minuteText(changedAt),
          content: [
            html`<strong>${code.replaceAll('_', ' ')}</strong>`,
            `: ${message}`,
            replacement === undefined ? null : [' Replaced by ', receiptLink(replacement), '.'],
          ],
        })),
      { at, shownAt: claim('issued_at', at, 'time'), content: issued },
    ]),
  )
}

function receiptLink(receiptId: string): VNode {
  return html`<a href=${`/r/${receiptId}`}>${receiptId}</a>`
}
