import { type AgreementMode, agreementModes } from '@outturn/vocabulary'
import { type Shape, boolean, decimal, exactObject, id, integer, mapOf, oneOf } from '../shape.ts'

/** What a valid receipt must show before its holder acts on it. Every member that is given must be met. */
export interface OutcomePolicy {
  /** The least good result: `partial` is met by `partial` and by `pass`. */
  readonly minimum_status?: 'pass' | 'partial'
  /** A receipt without units counts as one unit, accepted when its result is `pass`; so below. */
  readonly min_accepted_units?: number
  /** Accepted of all units in basis points, 0 to 10 000. */
  readonly min_accepted_ratio_bp?: number
  /** Decimal text, in the asset of the receipt. */
  readonly min_earned?: string
  /** Every evidence row of the receipt is `present`. */
  readonly evidence_requirements?: 'satisfied'
  /** Since the receipt was issued. One dated more than 60 s ahead has no known age and is refused. */
  readonly max_age_seconds?: number
  readonly acceptance_mode?: AgreementMode
  /** Conditions by id that must be in the receipt and must have passed. */
  readonly conditions?: Readonly<Record<string, 'pass'>>
  /** The receipt carries a proof, which holds, that it is in the transparency log of its environment. */
  readonly require_log?: boolean
  /** A usable and fresh word on the receipt's status was given. */
  readonly require_status?: boolean
}

export type PolicyMember = keyof OutcomePolicy

/** A policy that cannot be applied; the message names the member. Nothing was judged. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
}

const members: Readonly<Record<PolicyMember, Shape>> = {
  minimum_status: oneOf('pass', 'partial'),
  min_accepted_units: integer(0),
  min_accepted_ratio_bp: integer(0, 10_000),
  min_earned: decimal(),
  evidence_requirements: oneOf('satisfied'),
  max_age_seconds: integer(0),
  acceptance_mode: oneOf(...agreementModes),
  conditions: mapOf(id('cond_'), oneOf('pass')),
  require_log: boolean(),
  require_status: boolean(),
}

const policyShape = exactObject({}, members)

/**
 * Reads a policy. Throws {@link PolicyError} for an unknown member or value, because a rule that is not understood must not
 * pass for one that is met.
 */
export function parsePolicy(value: unknown): OutcomePolicy {
  const problem = policyShape(value, '')
  if (problem === undefined) return value as OutcomePolicy
  throw new PolicyError(`${problem}. A policy has any of ${Object.keys(members).join(', ')}.`)
}
