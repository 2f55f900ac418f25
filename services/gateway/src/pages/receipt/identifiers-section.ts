import { keyValues, type Entry, html } from '@outturn/pages'
import type { OutcomeReceiptBody } from '@outturn/contracts'
import type { VNode } from 'preact'
import { claim } from './claim.ts'

/** What names this receipt and everything it is bound to. */
export function identifiersSection(receipt: OutcomeReceiptBody): VNode {
  const { agreement, verification, actors } = receipt
  const { mode, accepted_by: acceptedBy } = agreement.acceptance
  const of = (name: string, path: string, value: string): Entry => [
    name,
    html`<code>${claim(path, value)}</code>`,
  ]
  return html`<section aria-labelledby="identifiers-title">
    <h2 id="identifiers-title">Identifiers</h2>
    ${keyValues('identifiers', [
      of('Receipt', 'id', receipt.id),
      of('Environment', 'environment', receipt.environment),
      [
        'Issued',
        html`<time dateTime=${receipt.issued_at}>${claim('issued_at', receipt.issued_at, 'time')}</time>`,
      ],
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
    ])}
  </section>`
}

const acceptance = 'agreement.acceptance'
