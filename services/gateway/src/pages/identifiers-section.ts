import type { OutcomeReceiptBody } from '@outturn/contracts'
import type { VNode } from 'preact'
import { definitions } from './definitions.ts'
import { h } from './markup.ts'

/** What names this receipt and everything it is bound to. */
export function identifiersSection(receipt: OutcomeReceiptBody): VNode {
  const { agreement, verification, actors } = receipt
  const { mode, accepted_by: acceptedBy } = agreement.acceptance
  const entries: readonly (readonly [string, string])[] = [
    ['Receipt', receipt.id],
    ['Environment', receipt.environment],
    ['Issued', receipt.issued_at],
    ['Payer', `${actors.payer.subject} (${actors.payer.kind})`],
    ['Provider', `${actors.provider.subject} (${actors.provider.kind})`],
    ['Acceptance', `${mode}, accepted by ${acceptedBy}`],
    ['Spool', agreement.spool_id],
    ['Agreement hash', agreement.agreement_hash],
    ['Plan hash', verification.plan_hash],
    ['Verification run', verification.run_id],
    ['Run digest', verification.run_digest],
    ['Evidence root', receipt.evidence_root],
    ['Signing key', receipt.signing_key_id],
    ['Schema', receipt.schema],
  ]
  return h('section', { 'aria-labelledby': 'identifiers-title' }, [
    h('h2', { id: 'identifiers-title' }, 'Identifiers'),
    definitions(
      'identifiers',
      entries.map(([name, value]) => [name, h('code', null, value)]),
    ),
  ])
}
