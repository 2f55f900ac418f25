import { canonicalJson, digestOf } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import type { Environment } from '@outturn/vocabulary'
import type { OutcomeReceipt } from '../../receipt/outcome-receipt.ts'
import { statusAnswer } from '../corpus/answers.ts'
import { replacedAt } from '../corpus/json-edit.ts'
import { issueReceipt } from '../issue-receipt.ts'
import { bareKeys, published, signers, slug } from '../issuers.ts'
import { type DraftReceipt, smallReceipt } from '../sample-receipt.ts'
import { headOf, sampleHistory } from './sample-history.ts'

/** What stood behind the receipt of the files: a Spool of four events, of which its run knew three. */
export const fileEvents = sampleHistory().slice(0, 3)

function receiptOf(environment: Environment, change: object = {}): OutcomeReceipt {
  const { body, leaves } = smallReceipt('files', { environment, units: 3, result: 'partial' })
  return issueReceipt({ body: { ...body, history: headOf(fileEvents), ...change }, leaves })
}

export const fileReceipt = receiptOf('production')
export const demoReceipt = receiptOf('demo')
/** A receipt that says which one it replaces. */
export const correction = receiptOf('production', { supersedes: `ocr_${'1'.repeat(24)}` })
/** Another valid receipt, of the same form and the same keys. */
export const otherReceipt = receiptOf('production', { nonce: `n_${'2'.repeat(24)}` })

/** A receipt of two units of which one is accepted, and one without units. */
export const halfReceipt = issueReceipt(
  smallReceipt('half', { environment: 'production', units: 2, result: 'partial' }),
)
export const unitlessReceipt = issueReceipt(
  smallReceipt('unitless', { environment: 'production', units: 0, result: 'pass' }),
)

/** A receipt whose earned amount, without its point, is beyond any integer of JSON. */
export const vastReceipt = issueReceipt(vastDraft())

function vastDraft(): DraftReceipt {
  const { body, leaves } = smallReceipt('vast', { environment: 'production', units: 2, result: 'partial' })
  const unit = '10000000000000000.00'
  const amounts = { ...body.amounts, earned: unit, committed: '20000000000000000.00', decimals: 2 }
  return {
    body: { ...(replacedAt(body, 'units.earning_rule.unit_amount', () => unit) as typeof body), amounts },
    leaves,
  }
}

export function earnedCentsOf({ amounts }: OutcomeReceipt): number {
  return Number(amounts.earned.replace('.', ''))
}

/** The members of the answer that holds an attestation; it is not verified as part of a file. */
export function attestationIn(receipt: OutcomeReceipt) {
  return {
    id: `att_${'1'.repeat(24)}`,
    environment: receipt.environment,
    spoolId: receipt.agreement.spool_id,
    result: receipt.result,
    approvedAmount: receipt.amounts.earned,
    maximumAmount: receipt.amounts.committed,
    evidenceDigest: `sha256:${receipt.evidence_root}`,
  }
}

const receipt_url = 'https://sample.example/r/receipt'

/** What a service answers with a receipt in it. */
export const answersWith = {
  'a stored receipt': (receipt: OutcomeReceipt) => ({
    receipt,
    status: statusAnswer(receipt),
    receipt_url,
    spool_id: receipt.agreement.spool_id,
    attestation: attestationIn(receipt),
  }),
  'a one-call verification': (receipt: OutcomeReceipt) => ({
    receipt,
    receipt_url,
    spool_id: receipt.agreement.spool_id,
    verification_run_id: receipt.verification.run_id,
    earned_cents: earnedCentsOf(receipt),
  }),
  'the verify action': (receipt: OutcomeReceipt) => ({
    receipt,
    receipt_url,
    id: receipt.agreement.spool_id,
    verification_run_id: receipt.verification.run_id,
    earned_cents: earnedCentsOf(receipt),
  }),
  'a correction': (receipt: OutcomeReceipt) => ({
    receipt,
    receipt_url,
    attestation: attestationIn(receipt),
    ...(receipt.supersedes !== undefined && { superseded: receipt.supersedes }),
  }),
} as const

const content = { kind: 'rows', rows: [{ email: 'a@sample.example', note: 'Größe 😀' }] }
const digest = digestOf(canonicalJson(content.rows), nodeSha256)

/** The members of a bundle but its manifest. */
export function bundleOf(receipt: OutcomeReceipt) {
  return {
    schema: `${slug}/bundle@1`,
    receipt,
    agreement: { schema: `${slug}/agreement@1`, spool_id: receipt.agreement.spool_id },
    plan: {
      schema: `${slug}/verification-plan@1`,
      plan_version: '1',
      compiler_version: '1.0.0',
      evidence_policy_version: '1',
      aggregation_policy: receipt.verification.aggregation_policy,
      conditions: [],
      unitization: null,
      value: { amount_cents: 500, currency: 'USD' },
    },
    evidence: [
      {
        id: `ev_${'1'.repeat(24)}`,
        condition_id: null,
        type: 'dataset',
        source: 'upload',
        claim_class: 'artifact_state',
        provenance: 'uploaded_json',
        on_behalf_of: 'provider',
        content_digest: digest,
        observed_at: null,
        received_at: '2025-12-31T00:02:00.000Z',
      },
    ],
    contents: { [digest]: content, [`ev_${'2'.repeat(24)}`]: { kind: 'text', text: 'as it was delivered' } },
    observations: [],
    evaluated_at: '2025-12-31T23:59:59.000Z',
    events: fileEvents,
    keys: bareKeys(published(signers.production)),
  }
}
