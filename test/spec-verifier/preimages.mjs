// docs/spec/preimages.md: what the run digest and the agreement hash are of.
import { list, open, pick } from './forms.mjs'
import { digestOf } from './hashing.mjs'

export const runDigest = (slug, receipt) =>
  digestOf({
    schema: `${slug}/verification-run@1`,
    ...pick(receipt.verification, [
      'run_id',
      'plan_version',
      'plan_hash',
      'compiler_version',
      'evidence_policy_version',
      'aggregation_policy',
    ]),
    ...pick(receipt, ['evidence_root', 'condition_results', 'result', 'units', 'amounts']),
  })
const any = () => true
const agreementForm = open({
  spool_id: any,
  agreement_version: any,
  type: any,
  mode: any,
  parties: list(open({ role: any, kind: any, display_name: any })),
  value: open({ amount_cents: any, currency: any }),
  deliverable: any,
  terms: any,
  conditions: any,
  unitization: any,
  economics: open({}),
  dispute_policy: any,
  finality: any,
})
/** Undefined where the agreement has no hash. */
export function agreementHash(slug, agreement) {
  if (!agreementForm(agreement)) return undefined
  return digestOf({
    ...pick(agreement, [
      'spool_id',
      'agreement_version',
      'type',
      'mode',
      'deliverable',
      'terms',
      'conditions',
      'unitization',
      'dispute_policy',
      'finality',
    ]),
    schema: `${slug}/agreement@1`,
    parties: agreement.parties.map((party) =>
      pick(party, ['role', 'kind', 'display_name', 'settlement_address']),
    ),
    value: pick(agreement.value, ['amount_cents', 'currency', 'rail_preference']),
    economics: pick(agreement.economics, ['fee_cents', 'expiry']),
  })
}
