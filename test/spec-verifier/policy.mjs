// docs/spec/policy.md: what a holder demands of a valid receipt.
import { boolean, decimal, exact, exactly, hex64, id, integer, isObject, ms, oneOf, text } from './forms.mjs'
import { conditionId, environment } from './receipt-words.mjs'

export const policyForm = exact({
  'minimum_status?': oneOf('pass', 'partial'),
  'min_accepted_units?': integer(0),
  'min_accepted_ratio_bp?': integer(0, 10000),
  'min_earned?': decimal,
  'evidence_requirements?': oneOf('satisfied'),
  'max_age_seconds?': integer(0),
  'acceptance_mode?': oneOf('unilateral', 'bilateral'),
  'conditions?': (value) =>
    isObject(value) &&
    Object.entries(value).every(([name, demand]) => conditionId(name) && demand === 'pass'),
  'require_log?': boolean,
  'require_status?': boolean,
  'environment?': environment,
  'spool_id?': id('spl'),
  'agreement_hash?': hex64,
  'payer?': text,
  'provider?': text,
  'issuer?': text,
})
export function decide(policy, receipt, keys, verdict, now) {
  if (!verdict.valid) return { ok: false, reasons: verdict.reasons }
  const { total, accepted } = receipt.units ?? { total: 1, accepted: receipt.result === 'pass' ? 1 : 0 }
  const age = ms(now) - ms(receipt.issued_at)
  const passes = (demanded) => {
    const results = receipt.condition_results.filter((one) => one.condition_id === demanded)
    return results.length > 0 && results.every((one) => one.result === 'pass')
  }
  const rules = [
    // member, what meets it, the reason
    [
      'minimum_status',
      (least) => receipt.result === 'pass' || receipt.result === least,
      'minimum_status_not_met',
    ],
    ['min_accepted_units', (least) => accepted >= least, 'min_accepted_units_not_met'],
    [
      'min_accepted_ratio_bp',
      (least) => BigInt(accepted) * 10000n >= BigInt(least) * BigInt(total),
      'min_accepted_ratio_not_met',
    ],
    ['min_earned', (least) => exactly(receipt.amounts.earned) >= exactly(least), 'min_earned_not_met'],
    [
      'evidence_requirements',
      () => receipt.evidence.every((row) => row.status === 'present'),
      'evidence_requirements_not_satisfied',
    ],
    ['max_age_seconds', (most) => age >= -60_000 && age <= most * 1000, 'max_age_exceeded'],
    ['acceptance_mode', (mode) => receipt.agreement.acceptance.mode === mode, 'acceptance_mode_mismatch'],
    ['conditions', (conditions) => Object.keys(conditions).every(passes), 'condition_not_passed'],
    ['require_log', (demand) => !demand || verdict.log_inclusion === 'included', 'log_proof_required'],
    [
      'require_status',
      (demand) =>
        !demand || !verdict.advisories.some((one) => /^status_(source_unavailable|stale)$/.test(one)),
      'status_required',
    ],
    ['environment', (wanted) => receipt.environment === wanted, 'environment_mismatch'],
    ['spool_id', (wanted) => receipt.agreement.spool_id === wanted, 'spool_id_mismatch'],
    ['agreement_hash', (wanted) => receipt.agreement.agreement_hash === wanted, 'agreement_hash_mismatch'],
    ['payer', (wanted) => receipt.actors.payer.subject === wanted, 'payer_mismatch'],
    ['provider', (wanted) => receipt.actors.provider.subject === wanted, 'provider_mismatch'],
    ['issuer', (wanted) => keys.issuer === wanted, 'issuer_mismatch'],
  ]
  const reasons = rules
    .filter(([member, met]) => Object.hasOwn(policy, member) && !met(policy[member]))
    .map((rule) => rule[2])
  return { ok: reasons.length === 0, reasons }
}
