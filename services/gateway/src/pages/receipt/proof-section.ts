import type { OutcomeReceiptBody } from '@outturn/contracts'
import { card, codeBlock, type Entry, html, keyValues } from '@outturn/pages'
import { readLogProof } from '@outturn/receipt-verifier'
import type { ComponentChildren, VNode } from 'preact'
import type { PageSite } from '../site.ts'
import { checkList } from './check-list.ts'
import { claim } from './claim.ts'

/** Every check with its mark, the place in the log, what the receipt is bound to, and how to verify it without this service. */
export function proofSection(receipt: OutcomeReceiptBody, { keysUrl, publicUrl }: PageSite): VNode {
  const environment = receipt.environment === 'demo' ? ' --environment demo' : ''
  return card({ id: 'proof', title: 'Proof' }, [
    checkList([]),
    logPart(receipt),
    html`<details class="more" id="identifiers">
      <summary>Identifiers and digests</summary>
      ${identifiers(receipt)}
    </details>`,
    html`<p class="small">To depend on nothing here, download the receipt and the keys, and verify them with the service switched off:</p>`,
    codeBlock(
      'Terminal',
      [
        `curl -so receipt.json ${publicUrl}/r/${receipt.id}/receipt.json`,
        `curl -so keys.json ${publicUrl}${keysUrl}`,
        `npx -p @outturn/receipt-verifier outturn-verify receipt.json --keys keys.json${environment}`,
      ].join('\n'),
    ),
  ])
}

/** Where the receipt is in the transparency log; whether its proof holds is for the reader's browser to say. */
function logPart(receipt: OutcomeReceiptBody): ComponentChildren {
  const proof = receipt.log_proof === undefined ? undefined : readLogProof(receipt.log_proof)
  const checkpointPath = receipt.environment === 'demo' ? '/log/demo/checkpoint' : '/log/checkpoint'
  const checkpoint = html`<a href=${checkpointPath}>newest checkpoint</a>`
  if (proof === undefined) {
    return html`<p class="small" id="log"><strong>Transparency log.</strong> This copy has no proof of being in the log yet. It gets one within seconds of its issue. The ${checkpoint} of the log is public.</p>`
  }
  const { index, checkpoint: signed } = proof
  return html`<p class="small" id="log"><strong>Transparency log.</strong> The receipt is leaf ${String(index)} of ${String(signed.size)} in the log <code>${signed.origin}</code>. The log only grows: all who follow its ${checkpoint} see when a receipt in it is changed or removed. <span id="log-verdict">The proof has not been checked in this browser.</span></p>`
}

function identifiers(receipt: OutcomeReceiptBody): VNode {
  const { agreement, verification, actors } = receipt
  const of = (name: string, path: string, value: string): Entry => [
    name,
    html`<code>${claim(path, value)}</code>`,
  ]
  const { mode, accepted_by: acceptedBy } = agreement.acceptance
  const acceptance = 'agreement.acceptance'
  return keyValues('identifier-list', [
    of('Receipt', 'id', receipt.id),
    of('Environment', 'environment', receipt.environment),
    of('Payer', 'actors.payer.subject', actors.payer.subject),
    of('Provider', 'actors.provider.subject', actors.provider.subject),
    [
      'Acceptance',
      html`<code>${claim(`${acceptance}.mode`, mode)}, accepted by ${claim(`${acceptance}.accepted_by`, acceptedBy)}</code>`,
    ],
    of('Spool', 'agreement.spool_id', agreement.spool_id),
    of('Agreement hash', 'agreement.agreement_hash', agreement.agreement_hash),
    of('Plan hash', 'verification.plan_hash', verification.plan_hash),
    of('Verification run', 'verification.run_id', verification.run_id),
    of('Run digest', 'verification.run_digest', verification.run_digest),
    of('Evidence root', 'evidence_root', receipt.evidence_root),
    of('Signing key', 'signing_key_id', receipt.signing_key_id),
    of('Schema', 'schema', receipt.schema),
  ])
}
