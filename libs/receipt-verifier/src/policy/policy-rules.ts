import { scaledAmount } from '../receipt/decimal-amount.ts'
import { type Finding, failed, ok } from '../receipt/finding.ts'
import type { OutcomeReceipt } from '../receipt/outcome-receipt.ts'
import type { ReceiptVerdict } from '../receipt/verify-outcome-receipt.ts'
import type { OutcomePolicy, PolicyMember } from './outcome-policy.ts'

const CLOCK_SKEW_MS = 60_000

/** A valid receipt before a policy. */
export interface PolicySubject {
  readonly receipt: OutcomeReceipt
  readonly verdict: ReceiptVerdict
  /** Of the key document. */
  readonly issuer: string | null
  readonly now: Date
}

interface PolicyRule<Member extends PolicyMember> {
  readonly reason: string
  readonly judge: (demand: NonNullable<OutcomePolicy[Member]>, subject: PolicySubject) => Finding
}

type PolicyRules = { readonly [Member in PolicyMember]: PolicyRule<Member> }

/** One rule for each member of a policy. Their order is the order of reasons. */
export const policyRules = {
  minimum_status: { reason: 'minimum_status_not_met', judge: judgeResult },
  min_accepted_units: { reason: 'min_accepted_units_not_met', judge: judgeAcceptedUnits },
  min_accepted_ratio_bp: { reason: 'min_accepted_ratio_not_met', judge: judgeAcceptedRatio },
  min_earned: { reason: 'min_earned_not_met', judge: judgeEarned },
  evidence_requirements: {
    reason: 'evidence_requirements_not_satisfied',
    judge: (_, subject) => judgeEvidence(subject),
  },
  max_age_seconds: { reason: 'max_age_exceeded', judge: judgeAge },
  acceptance_mode: { reason: 'acceptance_mode_mismatch', judge: judgeAcceptance },
  conditions: { reason: 'condition_not_passed', judge: judgeConditions },
  require_log: { reason: 'log_proof_required', judge: judgeLog },
  require_status: { reason: 'status_required', judge: judgeStatus },
  environment: {
    reason: 'environment_mismatch',
    judge: isBound('environment', ({ receipt }) => receipt.environment),
  },
  spool_id: {
    reason: 'spool_id_mismatch',
    judge: isBound('Spool', ({ receipt }) => receipt.agreement.spool_id),
  },
  agreement_hash: {
    reason: 'agreement_hash_mismatch',
    judge: isBound('agreement', ({ receipt }) => receipt.agreement.agreement_hash),
  },
  payer: { reason: 'payer_mismatch', judge: isBound('payer', ({ receipt }) => receipt.actors.payer.subject) },
  provider: {
    reason: 'provider_mismatch',
    judge: isBound('provider', ({ receipt }) => receipt.actors.provider.subject),
  },
  issuer: { reason: 'issuer_mismatch', judge: isBound('issuer', ({ issuer }) => issuer) },
} as const satisfies PolicyRules

export type PolicyReason = (typeof policyRules)[PolicyMember]['reason']

/** What one member of a policy demands and what the receipt shows; undefined for a member that is not given. */
export function judgeMember<Member extends PolicyMember>(
  member: Member,
  policy: OutcomePolicy,
  subject: PolicySubject,
): Finding | undefined {
  const rules: PolicyRules = policyRules
  const demand = policy[member]
  return demand === undefined ? undefined : rules[member].judge(demand, subject)
}

function judgeResult(minimum: 'pass' | 'partial', { receipt: { result } }: PolicySubject): Finding {
  const isMet = result === 'pass' || result === minimum
  return isMet ? ok(`The result is ${result}.`) : failed(`The result is ${result}, not ${minimum} or better.`)
}

function judgeAcceptedUnits(minimum: number, subject: PolicySubject): Finding {
  const { accepted, total } = unitsOf(subject)
  const count = `${accepted} of ${total} units accepted`
  return accepted >= minimum ? ok(`${count}.`) : failed(`${count}, fewer than ${minimum}.`)
}

function judgeAcceptedRatio(minimum: number, subject: PolicySubject): Finding {
  const { accepted, total } = unitsOf(subject)
  const count = `${accepted} of ${total} units accepted`
  // Exact, where a quotient of large counts would be rounded.
  return BigInt(accepted) * 10_000n >= BigInt(minimum) * BigInt(total)
    ? ok(`${count}.`)
    : failed(`${count}, less than ${minimum} of 10000.`)
}

function judgeEarned(minimum: string, { receipt: { amounts } }: PolicySubject): Finding {
  const earned = `Earned ${amounts.earned} ${amounts.asset}`
  return scaledAmount(amounts.earned) >= scaledAmount(minimum)
    ? ok(`${earned}.`)
    : failed(`${earned}, less than ${minimum}.`)
}

function judgeEvidence({ receipt: { evidence } }: PolicySubject): Finding {
  const unmet = evidence.find(({ status }) => status !== 'present')
  return unmet
    ? failed(`Evidence for ${unmet.condition_id} is ${unmet.status}.`)
    : ok(`Each of ${evidence.length} evidence rows is present.`)
}

function judgeAge(maximum: number, { receipt, now }: PolicySubject): Finding {
  const ageMs = now.getTime() - Date.parse(receipt.issued_at)
  if (ageMs < -CLOCK_SKEW_MS) return failed(`It was issued at ${receipt.issued_at}, which is yet to come.`)
  return ageMs <= maximum * 1_000
    ? ok(`It was issued at ${receipt.issued_at}.`)
    : failed(`It was issued at ${receipt.issued_at}, more than ${maximum} s ago.`)
}

function judgeAcceptance(mode: string, { receipt: { agreement } }: PolicySubject): Finding {
  const accepted = `The agreement was accepted in ${agreement.acceptance.mode} mode`
  return agreement.acceptance.mode === mode ? ok(`${accepted}.`) : failed(`${accepted}, not ${mode}.`)
}

function judgeConditions(demanded: Readonly<Record<string, 'pass'>>, { receipt }: PolicySubject): Finding {
  const hasPassed = (id: string) => {
    const results = receipt.condition_results.filter(({ condition_id }) => condition_id === id)
    return results.length > 0 && results.every(({ result }) => result === 'pass')
  }
  const ids = Object.keys(demanded)
  const unmet = ids.filter((id) => !hasPassed(id))
  return unmet.length === 0
    ? ok(`Each of ${ids.length} named conditions passed.`)
    : failed(`Did not pass or is not in the receipt: ${unmet.join(', ')}.`)
}

function judgeLog(isDemanded: boolean, { verdict }: PolicySubject): Finding {
  if (!isDemanded) return ok('No proof of the transparency log is demanded.')
  return verdict.log_inclusion === 'included'
    ? ok('The receipt is in the transparency log.')
    : failed('The receipt was not shown to be in the transparency log.')
}

function judgeStatus(isDemanded: boolean, { verdict: { advisories } }: PolicySubject): Finding {
  if (!isDemanded) return ok('No status is demanded.')
  if (advisories.includes('status_source_unavailable')) return failed('No usable status was given.')
  return advisories.includes('status_stale')
    ? failed('The status is too old to rely on.')
    : ok('A fresh status was given.')
}

/** The receipt is about what the policy names. */
function isBound(name: string, valueOf: (subject: PolicySubject) => string | null) {
  return (demanded: string, subject: PolicySubject): Finding => {
    const value = valueOf(subject)
    return value === demanded
      ? ok(`The ${name} is ${demanded}.`)
      : failed(`The ${name} is ${value}, not ${demanded}.`)
  }
}

function unitsOf({ receipt: { units, result } }: PolicySubject): { accepted: number; total: number } {
  return units ?? { accepted: result === 'pass' ? 1 : 0, total: 1 }
}
