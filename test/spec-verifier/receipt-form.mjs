// docs/spec/receipt.md, the table of members and the forms below it.
import {
  anyText,
  boolean,
  decimal,
  digest,
  exact,
  hex64,
  id,
  integer,
  isObject,
  list,
  nullOr,
  oneOf,
  text,
  exactTime,
  time,
} from './forms.mjs'
import { readLogProof } from './log-proof.mjs'
import { conditionId, conditionOutcome, environment, requirement, result } from './receipt-words.mjs'
import { statement } from './status.mjs'

export const DETACHABLE = [
  'signing_key_id',
  'signature',
  'unit_results',
  'unit_disclosures',
  'log_proof',
  'status_proof',
  'extensions',
]
const evidenceRow = (row) =>
  exact({
    evidence_id: nullOr(id('ev')),
    condition_id: conditionId,
    status: oneOf('present', 'missing', 'stale', 'unavailable', 'provenance_unsatisfied'),
    type: text,
    claim_class: text,
    provenance: text,
    content_digest: nullOr(hex64),
    observed_at: nullOr(exactTime),
    received_at: nullOr(time),
    'confirmed_evidence_digest?': hex64,
    'supplied_by?': oneOf('buyer', 'provider'),
    'on_behalf_of?': oneOf('buyer', 'provider'),
  })(row) &&
  (row.confirmed_evidence_digest === undefined || row.type === 'confirmation') &&
  (row.supplied_by === undefined) === (row.on_behalf_of === undefined) &&
  (row.supplied_by === undefined || row.supplied_by !== row.on_behalf_of)
const unitLeaf = exact({
  unit: integer(1),
  result: oneOf('pass', 'fail', 'uncertain'),
  salt: text,
  'identity?': exact({ id: id('uid'), 'label?': anyText }),
  reasons: list(exact({ condition_id: conditionId, code: text, 'field?': anyText, 'unit?': integer(1) })),
  'more_reasons?': integer(1),
})
const receiptMembers = exact({
  schema: text,
  id: anyText,
  environment,
  agreement: exact({
    spool_id: id('spl'),
    agreement_version: integer(1),
    agreement_hash: anyText,
    'quote_digest?': digest,
    acceptance: exact({
      mode: oneOf('bilateral', 'unilateral'),
      provider_accepted_in_spoolis: boolean,
      accepted_by: oneOf('initiator', 'provider', 'buyer', 'both'),
      'accepted_at?': time,
    }),
  }),
  verification: exact({
    plan_version: text,
    plan_hash: hex64,
    compiler_version: text,
    evidence_policy_version: text,
    run_id: id('vr'),
    run_digest: anyText,
    aggregation_policy: exact({ policy_id: text, policy_version: text }),
    'attempt?': integer(1),
    'decision_authority?': oneOf('deterministic', 'buyer_confirmation', 'both_confirm', 'none'),
  }),
  evidence_root: anyText,
  evidence: list(evidenceRow),
  condition_results: list(
    exact({
      condition_id: conditionId,
      requirement,
      result: conditionOutcome,
      method: text,
      verifier_id: text,
      verifier_version: text,
      evidence_refs: list(text),
      reason: anyText,
    }),
  ),
  result,
  units: nullOr(
    exact({
      total: integer(1),
      accepted: integer(0),
      rejected: integer(0),
      uncertain: integer(0),
      unit_results_digest: anyText,
      earning_rule: exact({ type: oneOf('per_unit'), unit_amount: decimal }),
      rejection_summary: list(exact({ reason: text, count: integer(1) })),
    }),
  ),
  amounts: exact({ earned: decimal, committed: decimal, asset: text, decimals: integer(0, 18) }),
  history: exact({ seq: integer(1), hash: hex64 }),
  actors: exact({
    payer: exact({ subject: text, kind: text }),
    provider: exact({ subject: text, kind: text }),
  }),
  issued_at: time,
  nonce: id('n'),
  algorithm: oneOf('Ed25519'),
  'declared_intent?': exact({ 'gated_action?': text, 'note?': anyText }),
  'supersedes?': id('ocr'),
  'recipe?': exact({ id: text, recipe_hash: text }),
  signing_key_id: anyText,
  signature: anyText,
  'unit_results?': list(unitLeaf),
  'unit_disclosures?': list(exact({ leaf: unitLeaf, index: integer(0), proof: list(anyText) })),
  'log_proof?': (value) => text(value) && readLogProof(value) !== null,
  'status_proof?': exact({ ...statement, signing_key_id: text, signature: text }),
  'extensions?': (value) => isObject(value) && Object.keys(value).every((name) => name.isWellFormed()),
})
export function receiptForm(value) {
  if (!receiptMembers(value)) return false
  const { earned, committed, decimals } = value.amounts
  const amounts = [earned, committed, ...(value.units ? [value.units.earning_rule.unit_amount] : [])]
  return amounts.every((amount) => (amount.split('.')[1] ?? '').length === decimals)
}
