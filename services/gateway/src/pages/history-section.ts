import type { OutcomeReceiptBody, ReceiptStatusV1 } from '@outturn/contracts'
import type { ComponentChildren, VNode } from 'preact'
import { claim } from './claim.ts'
import { h } from './markup.ts'

/** What became of the receipt, oldest first: public like the receipt, and nothing of the Spool beside it. */
export function historySection(receipt: OutcomeReceiptBody, { advisories }: ReceiptStatusV1): VNode {
  const supersedes = receipt['supersedes']
  const issued: ComponentChildren = [
    'Issued',
    typeof supersedes === 'string' ? [' in place of ', receiptLink(supersedes)] : null,
    '.',
  ]
  return h('section', { 'aria-labelledby': 'history-title' }, [
    h('h2', { id: 'history-title' }, 'History'),
    h('ol', { id: 'history' }, [
      entry(receipt.issued_at, issued, claim('issued_at', receipt.issued_at)),
      ...advisories
        .toSorted((a, b) => (a.at < b.at ? -1 : 1))
        .map(({ code, message, at, replacement_receipt_id: replacement }) =>
          entry(at, [
            h('strong', null, code.replaceAll('_', ' ')),
            `: ${message}`,
            replacement === undefined ? null : [' Replaced by ', receiptLink(replacement), '.'],
          ]),
        ),
    ]),
  ])
}

function entry(at: string, what: ComponentChildren, shown: ComponentChildren = at): VNode {
  return h('li', null, [h('time', { dateTime: at }, shown), ' ', what])
}

function receiptLink(receiptId: string): VNode {
  return h('a', { href: `/r/${receiptId}` }, receiptId)
}
