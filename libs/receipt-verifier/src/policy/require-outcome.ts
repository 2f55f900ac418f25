import type { Finding } from '../receipt/finding.ts'
import type { OutcomeReceipt } from '../receipt/outcome-receipt.ts'
import type { ReceiptReason } from '../receipt/receipt-checks.ts'
import {
  type ReceiptVerdict,
  type VerifyReceiptOptions,
  verifyOutcomeReceipt,
} from '../receipt/verify-outcome-receipt.ts'
import { type OutcomePolicy, type PolicyMember, parsePolicy } from './outcome-policy.ts'
import { type PolicyReason, type PolicySubject, judgeMember, policyRules } from './policy-rules.ts'

export interface PolicyCheck extends Finding {
  readonly name: PolicyMember
  readonly reason: PolicyReason
}

/** What a policy gate decided. */
export interface OutcomeDecision {
  /** The receipt is valid and shows everything that the policy demands. */
  readonly ok: boolean
  /** Those of an invalid receipt, of which nothing else is judged; of a valid one, those of the policy in their order. */
  readonly reasons: readonly (ReceiptReason | PolicyReason)[]
  /** Every member that the policy gives, in the order of the reasons; none for an invalid receipt. */
  readonly checks: readonly PolicyCheck[]
  readonly verdict: ReceiptVerdict
}

const members = Object.keys(policyRules) as PolicyMember[]

/** Every reason a policy can have against a valid receipt, in the order in which decisions list them. */
export const policyReasons: readonly PolicyReason[] = members.map((member) => policyRules[member].reason)

/**
 * Verifies a receipt and holds it against a policy: the gate before a payment, a merge or a publication. Where no
 * environment is expected, it is that of the policy.
 * Throws PolicyError for a policy that cannot be applied, and for nothing else.
 */
export function requireOutcome(
  receipt: unknown,
  policy: OutcomePolicy,
  { now = new Date(), ...options }: VerifyReceiptOptions,
): OutcomeDecision {
  const demands = parsePolicy(policy)
  const { environment = demands.environment ?? 'production', ...rest } = options
  const verdict = verifyOutcomeReceipt(receipt, { ...rest, environment, now })
  if (!verdict.valid) return { ok: false, reasons: verdict.reasons, checks: [], verdict }
  // A valid receipt is a well-formed one.
  const checks = checksOf(demands, {
    receipt: receipt as OutcomeReceipt,
    verdict,
    issuer: options.trustSet.issuer,
    now,
  })
  const reasons = checks.filter(({ status }) => status === 'failed').map(({ reason }) => reason)
  return { ok: reasons.length === 0, reasons, checks, verdict }
}

function checksOf(policy: OutcomePolicy, subject: PolicySubject): PolicyCheck[] {
  return members.flatMap((name) => {
    const finding = judgeMember(name, policy, subject)
    return finding ? [{ name, reason: policyRules[name].reason, ...finding }] : []
  })
}
