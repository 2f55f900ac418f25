import { agreementModes, environments } from '@outturn/vocabulary'
import {
  type Shaped,
  boolean,
  decimal,
  exactObject,
  hex64,
  id,
  integer,
  mapOf,
  oneOf,
  text,
} from '../shape.ts'

const members = {
  /** The least good result: `partial` is met by `partial` and by `pass`. */
  minimum_status: oneOf('pass', 'partial'),
  /** A receipt without units counts as one unit, accepted when its result is `pass`; so below. */
  min_accepted_units: integer(0),
  /** Accepted of all units in basis points, 0 to 10 000. */
  min_accepted_ratio_bp: integer(0, 10_000),
  /** Decimal text, in the asset of the receipt. */
  min_earned: decimal(),
  /** Every evidence row of the receipt is `present`. */
  evidence_requirements: oneOf('satisfied'),
  /** Since the receipt was issued. One dated more than 60 s ahead has no known age and is refused. */
  max_age_seconds: integer(0),
  acceptance_mode: oneOf(...agreementModes),
  /** Conditions by id that must be in the receipt and must have passed. */
  conditions: mapOf(id('cond_'), oneOf('pass')),
  /** The receipt carries a proof, which holds, that it is in the transparency log of its environment. */
  require_log: boolean(),
  /** A usable and fresh status of the receipt was given. */
  require_status: boolean(),
  /** What the receipt must be about. It names its parties by pseudonyms, which mean something within its Spool only. */
  environment: oneOf(...environments),
  spool_id: id('spl_'),
  agreement_hash: hex64(),
  payer: text(),
  provider: text(),
  /** The address that the key document gives as its issuer. */
  issuer: text(),
}

const policyShape = exactObject({}, members)

/** What a valid receipt must show before its holder acts on it. Every member that is given must be met. */
export interface OutcomePolicy extends Shaped<typeof policyShape> {}
export type PolicyMember = keyof OutcomePolicy

/** A policy that cannot be applied; the message names the member. Nothing was judged. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
}

/**
 * Reads a policy. Throws {@link PolicyError} for an unknown member or value, because a rule that is not understood must not
 * pass for one that is met.
 */
export function parsePolicy(value: unknown): OutcomePolicy {
  const problem = policyShape(value, '')
  if (problem === undefined) return value as OutcomePolicy
  throw new PolicyError(`${problem}. A policy has any of ${Object.keys(members).join(', ')}.`)
}
