import {
  acceptors,
  agreementModes,
  conditionOutcomes,
  conditionRequirements,
  decisionAuthorities,
  environments,
  evidenceStatuses,
  receiptStatuses,
  unitVerdicts,
  verdicts,
} from '@outturn/vocabulary'
import { readLogProof } from '../log/log-proof.ts'
import {
  type Shape,
  anyText,
  boolean,
  decimal,
  exactObject,
  hex64,
  id,
  integer,
  listOf,
  oneOf,
  orNull,
  prefixedDigest,
  text,
  time,
} from '../shape.ts'
import { parseAmount } from './decimal-amount.ts'
import type { OutcomeReceipt } from './outcome-receipt.ts'

const result = oneOf(...verdicts)
const actor = exactObject({ subject: text(), kind: text() })
const policy = exactObject({ policy_id: text(), policy_version: text() })

// Members with a check of their own (ids, digests, keys, signature) need only be text here, so that theirs is the reason given.
const judgedElsewhere = anyText()

const agreement = exactObject(
  {
    spool_id: id('spl_'),
    agreement_version: integer(1),
    agreement_hash: judgedElsewhere,
    acceptance: exactObject(
      {
        mode: oneOf(...agreementModes),
        provider_accepted_in_spoolis: boolean(),
        accepted_by: oneOf(...acceptors),
      },
      { accepted_at: time() },
    ),
  },
  { quote_digest: prefixedDigest() },
)

const verification = exactObject(
  {
    plan_version: text(),
    plan_hash: hex64(),
    compiler_version: text(),
    evidence_policy_version: text(),
    run_id: id('vr_'),
    run_digest: judgedElsewhere,
    aggregation_policy: policy,
  },
  {
    decision_authority: oneOf(...decisionAuthorities),
    attempt: integer(1),
  },
)

const evidenceRow = exactObject({
  evidence_id: orNull(id('ev_')),
  condition_id: id('cond_'),
  status: oneOf(...evidenceStatuses),
  type: text(),
  claim_class: text(),
  provenance: text(),
  content_digest: orNull(hex64()),
  observed_at: orNull(time()),
  received_at: orNull(time()),
})

const conditionResult = exactObject({
  condition_id: id('cond_'),
  requirement: oneOf(...conditionRequirements),
  result: oneOf(...conditionOutcomes),
  method: text(),
  verifier_id: text(),
  verifier_version: text(),
  evidence_refs: listOf(text()),
  reason: anyText(),
})

const units = exactObject({
  total: integer(1),
  accepted: integer(0),
  rejected: integer(0),
  uncertain: integer(0),
  earning_rule: exactObject({ type: oneOf('per_unit'), unit_amount: decimal() }),
  rejection_summary: listOf(exactObject({ reason: text(), count: integer(1) })),
  unit_results_digest: judgedElsewhere,
})

const unitLeaf = exactObject(
  {
    unit: integer(1),
    result: oneOf(...unitVerdicts),
    reasons: listOf(exactObject({ condition_id: id('cond_'), code: text() }, { field: anyText() })),
    salt: text(),
  },
  { identity: exactObject({ id: id('uid_') }, { label: anyText() }) },
)

const statusProof = exactObject({
  schema: text(),
  receipt_id: text(),
  status: oneOf(...receiptStatuses),
  issued_at: time(),
  expires_at: time(),
  signing_key_id: text(),
  signature: text(),
})

const logProof: Shape = (value, path) =>
  typeof value === 'string' && readLogProof(value) !== undefined ? undefined : `${path} must be a tlog-proof`

const receiptShape: Shape = exactObject(
  {
    schema: text(),
    id: judgedElsewhere,
    environment: oneOf(...environments),
    agreement,
    verification,
    evidence_root: judgedElsewhere,
    evidence: listOf(evidenceRow),
    condition_results: listOf(conditionResult),
    result,
    units: orNull(units),
    amounts: exactObject({
      earned: decimal(),
      committed: decimal(),
      asset: text(),
      decimals: (value, path) =>
        integer(0)(value, path) ?? ((value as number) > 18 ? `${path} must be at most 18` : undefined),
    }),
    actors: exactObject({ payer: actor, provider: actor }),
    issued_at: time(),
    nonce: id('n_'),
    algorithm: oneOf('Ed25519'),
    signing_key_id: judgedElsewhere,
    signature: judgedElsewhere,
  },
  {
    declared_intent: exactObject({}, { gated_action: text(), note: anyText() }),
    supersedes: id('ocr_'),
    recipe: exactObject({ id: text(), recipe_hash: text() }),
    unit_results: listOf(unitLeaf),
    unit_disclosures: listOf(
      exactObject({ leaf: unitLeaf, index: integer(0), proof: listOf(judgedElsewhere) }),
    ),
    log_proof: logProof,
    status_proof: statusProof,
  },
)

export type ReceiptReading = { readonly receipt: OutcomeReceipt } | { readonly problem: string }

/** Reads a value as a receipt, or says what is wrong with its form. */
export function readOutcomeReceipt(candidate: unknown): ReceiptReading {
  const problem = receiptShape(candidate, '') ?? amountProblem(candidate as OutcomeReceipt)
  return problem === undefined ? { receipt: candidate as OutcomeReceipt } : { problem }
}

function amountProblem({ amounts, units: counts }: OutcomeReceipt): string | undefined {
  const written: [string, string | undefined][] = [
    ['amounts.earned', amounts.earned],
    ['amounts.committed', amounts.committed],
    ['units.earning_rule.unit_amount', counts?.earning_rule.unit_amount],
  ]
  const odd = written.find(
    ([, amount]) => amount !== undefined && parseAmount(amount, amounts.decimals) === undefined,
  )
  return odd && `${odd[0]} must have exactly ${amounts.decimals} digits behind the point`
}
