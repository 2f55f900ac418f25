import type { OutcomeReceiptBody } from '@outturn/contracts'
import { readLogProof } from '@outturn/receipt-verifier'
import type { VNode } from 'preact'
import { definitions } from './definitions.ts'
import { h } from './markup.ts'

/** Where the receipt is in the transparency log; whether its proof holds is for the reader's browser to say. */
export function logSection(receipt: OutcomeReceiptBody): VNode {
  const proof = receipt.log_proof === undefined ? undefined : readLogProof(receipt.log_proof)
  const checkpointPath = receipt.environment === 'demo' ? '/log/demo/checkpoint' : '/log/checkpoint'
  return h('section', { 'aria-labelledby': 'log-title' }, [
    h('h2', { id: 'log-title' }, 'Transparency log'),
    proof === undefined
      ? h(
          'p',
          { id: 'log' },
          'This copy has no proof of being in the log yet. It gets one within seconds of its issue.',
        )
      : [
          h('p', { id: 'log' }, [
            'A log that only grows: whoever follows it sees when a receipt in it is changed or taken back. ',
            h('span', { id: 'log-verdict' }, 'The proof has not been checked in this browser.'),
          ]),
          definitions('log-place', [
            ['Log', h('code', null, proof.checkpoint.origin)],
            ['Leaf', String(proof.index)],
            ['Leaves under the checkpoint', String(proof.checkpoint.size)],
          ]),
        ],
    h('p', { class: 'quiet' }, [
      'The ',
      h('a', { href: checkpointPath }, 'newest checkpoint'),
      ' of the log can be followed by anybody with ',
      h('code', null, 'outturn audit'),
      '.',
    ]),
  ])
}
