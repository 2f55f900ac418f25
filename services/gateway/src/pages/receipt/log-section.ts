import { keyValues, html } from '@outturn/pages'
import type { OutcomeReceiptBody } from '@outturn/contracts'
import { readLogProof } from '@outturn/receipt-verifier'
import type { VNode } from 'preact'

/** Where the receipt is in the transparency log; whether its proof holds is for the reader's browser to say. */
export function logSection(receipt: OutcomeReceiptBody): VNode {
  const proof = receipt.log_proof === undefined ? undefined : readLogProof(receipt.log_proof)
  const checkpointPath = receipt.environment === 'demo' ? '/log/demo/checkpoint' : '/log/checkpoint'
  return html`<section aria-labelledby="log-title">
    <h2 id="log-title">Transparency log</h2>
    ${
      proof === undefined
        ? html`<p id="log">This copy has no proof of being in the log yet. It gets one within seconds of its issue.</p>`
        : [
            html`<p id="log">A log that only grows: everyone who follows it sees when a receipt in it is changed or taken back. <span id="log-verdict">The proof has not been checked in this browser.</span></p>`,
            keyValues('log-place', [
              ['Log', html`<code>${proof.checkpoint.origin}</code>`],
              ['Leaf', String(proof.index)],
              ['Leaves under the checkpoint', String(proof.checkpoint.size)],
            ]),
          ]
    }
    <p class="quiet">The <a href=${checkpointPath}>newest checkpoint</a> of the log can be followed by everyone with <code>outturn audit</code>.</p>
  </section>`
}
