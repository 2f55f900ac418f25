// docs/spec/receipt.md, Verification: the agreement, the units, the amounts and the aggregation.
import { jcs } from './canonical-json.mjs'
import { exactly, hex64 } from './forms.mjs'
import { proofHolds, rootOverJcs } from './hashing.mjs'
import { agreementHash } from './preimages.mjs'

export function agreementFits(receipt, agreement, slug) {
  const { spool_id, agreement_version, agreement_hash } = receipt.agreement
  if (!hex64(agreement_hash)) return false
  return (
    agreement === undefined ||
    agreement === null ||
    (agreement.spool_id === spool_id &&
      agreement.agreement_version === agreement_version &&
      agreementHash(slug, agreement) === agreement_hash)
  )
}
export function unitsFit({ units, unit_results, unit_disclosures }) {
  if (
    unit_results &&
    !(
      units !== null &&
      unit_results.length === units.total &&
      unit_results.every((leaf, i) => leaf.unit === i + 1) &&
      units.unit_results_digest === rootOverJcs(unit_results)
    )
  )
    return false
  const isShown = ({ leaf, index, proof }) =>
    units !== null &&
    hex64(units.unit_results_digest) &&
    leaf.unit === index + 1 &&
    proof.every(hex64) &&
    proofHolds(
      jcs(leaf),
      index,
      units.total,
      proof.map((one) => Buffer.from(one, 'hex')),
      Buffer.from(units.unit_results_digest, 'hex'),
    )
  return (unit_disclosures ?? []).every(isShown)
}
export function earnedFits({ units, amounts, result: outcome }) {
  const earned = exactly(amounts.earned),
    committed = exactly(amounts.committed)
  if (units === null) return earned === (outcome === 'pass' ? committed : 0n)
  const unitAmount = exactly(units.earning_rule.unit_amount)
  return committed === BigInt(units.total) * unitAmount && earned === BigInt(units.accepted) * unitAmount
}
export function aggregationFollows(receipt) {
  const { policy_id, policy_version } = receipt.verification.aggregation_policy
  if (policy_id !== 'all_mandatory_pass' || policy_version !== '1') return false
  const mandatory = receipt.condition_results
    .filter((one) => one.requirement === 'mandatory')
    .map((one) => one.result)
  const counted = mandatory.filter((one) => one !== 'not_applicable')
  const among = (...outcomes) => counted.some((one) => outcomes.includes(one))
  let conditions = 'uncertain'
  if (counted.length === 0) conditions = mandatory.length > 0 ? 'pass' : 'uncertain'
  else if (among('fail', 'partial')) conditions = 'fail'
  else if (counted.every((one) => one === 'pass')) conditions = 'pass'

  const { units, unit_results, result: outcome } = receipt
  if (units === null) return outcome === conditions
  const { total, accepted, rejected, uncertain } = units
  if (BigInt(accepted) + BigInt(rejected) + BigInt(uncertain) !== BigInt(total)) return false
  if (
    outcome !==
    (accepted === total ? 'pass' : accepted > 0 ? 'partial' : uncertain > 0 ? 'uncertain' : 'fail')
  )
    return false
  const leaves = (kind) => unit_results.filter((leaf) => leaf.result === kind).length
  if (
    unit_results &&
    (leaves('pass') !== accepted || leaves('fail') !== rejected || leaves('uncertain') !== uncertain)
  )
    return false
  if (conditions === 'pass') return accepted === total
  return among('partial') && !among('fail', 'uncertain', 'not_evaluated') ? accepted < total : accepted === 0
}
