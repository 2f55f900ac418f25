import {
  acceptors,
  agreementModes,
  conditionOutcomes,
  conditionRequirements,
  decisionAuthorities,
  environments,
  evidenceStatuses,
  receiptStatuses,
  sides,
  unitVerdicts,
  verdicts,
} from '@outturn/vocabulary'
import { readLogProof } from '../log/log-proof.ts'
import {
  type Shape,
  type Shaped,
  anyText,
  anything,
  boolean,
  decimal,
  exactObject,
  hex64,
  id,
  integer,
  listOf,
  mapOf,
  oneOf,
  orNull,
  prefixedDigest,
  text,
  time,
} from '../shape.ts'
import { parseAmount } from './decimal-amount.ts'

const result = oneOf(...verdicts)
const actor = exactObject({ subject: text(), kind: text() })
export const aggregationPolicy = exactObject({ policy_id: text(), policy_version: text() })
export type AggregationPolicy = Shaped<typeof aggregationPolicy>

// Members with a check of their own (ids, digests, keys, signature) need only be text here, so that theirs is the reason given.
const judgedElsewhere = anyText()

const acceptance = exactObject(
  {
    mode: oneOf(...agreementModes),
    provider_accepted_in_spoolis: boolean(),
    accepted_by: oneOf(...acceptors),
  },
  { accepted_at: time() },
)
export type Acceptance = Shaped<typeof acceptance>

const agreement = exactObject(
  {
    spool_id: id('spl_'),
    agreement_version: integer(1),
    agreement_hash: judgedElsewhere,
    acceptance,
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
    aggregation_policy: aggregationPolicy,
  },
  {
    decision_authority: oneOf(...decisionAuthorities),
    attempt: integer(1),
  },
)

const anyEvidenceRow = exactObject(
  {
    evidence_id: orNull(id('ev_')),
    condition_id: id('cond_'),
    status: oneOf(...evidenceStatuses),
    type: text(),
    claim_class: text(),
    provenance: text(),
    content_digest: orNull(hex64()),
    observed_at: orNull(time(true)),
    received_at: orNull(time()),
  },
  {
    /** What the evidence of the condition was when a party confirmed it; see confirmedEvidenceDigest. */
    confirmed_evidence_digest: hex64(),
    /** The side that sent the item, where it sent it in the name of the other. */
    supplied_by: oneOf(...sides),
    /** That other side. */
    on_behalf_of: oneOf(...sides),
  },
)
export type EvidenceRow = Shaped<typeof anyEvidenceRow>

const evidenceRow: Shape<EvidenceRow> = (value, path) => {
  const problem = anyEvidenceRow(value, path)
  if (problem !== undefined) return problem
  const row = value as EvidenceRow
  const { type, confirmed_evidence_digest: confirmed, supplied_by: supplier, on_behalf_of: named } = row
  if (confirmed !== undefined && type !== 'confirmation')
    return `${path}.confirmed_evidence_digest belongs to confirmations`
  if ((supplier === undefined) !== (named === undefined))
    return `${path}.supplied_by and ${path}.on_behalf_of belong together`
  return supplier !== undefined && supplier === named
    ? `${path}.supplied_by is the side in whose name it was sent`
    : undefined
}

/** The last event of the Spool's history before the run: the chain of hashes that ends here is what the run stood on. */
const history = exactObject({ seq: integer(1), hash: hex64() })
export type HistoryHead = Shaped<typeof history>

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
export type ConditionResult = Shaped<typeof conditionResult>

const units = exactObject({
  total: integer(1),
  accepted: integer(0),
  rejected: integer(0),
  uncertain: integer(0),
  earning_rule: exactObject({ type: oneOf('per_unit'), unit_amount: decimal() }),
  rejection_summary: listOf(exactObject({ reason: text(), count: integer(1) })),
  unit_results_digest: judgedElsewhere,
})
export type UnitCounts = Shaped<typeof units>

const unitLeaf = exactObject(
  {
    /** 1 for the first unit. */
    unit: integer(1),
    result: oneOf(...unitVerdicts),
    reasons: listOf(
      exactObject({ condition_id: id('cond_'), code: text() }, { unit: integer(1), field: anyText() }),
    ),
    salt: text(),
  },
  {
    /** How many reasons there are beyond those listed. */
    more_reasons: integer(1),
    identity: exactObject({ id: id('uid_') }, { label: anyText() }),
  },
)
export type UnitLeaf = Shaped<typeof unitLeaf>

const unitDisclosure = exactObject({
  leaf: unitLeaf,
  /** Zero-based. */
  index: integer(0),
  /** Sibling hashes up to the root, 64 hexadecimal digits each. */
  proof: listOf(judgedElsewhere),
})
export type UnitDisclosure = Shaped<typeof unitDisclosure>

const statusProof = exactObject({
  schema: text(),
  receipt_id: text(),
  status: oneOf(...receiptStatuses),
  issued_at: time(),
  expires_at: time(),
  signing_key_id: text(),
  signature: text(),
})
export type StatusProof = Shaped<typeof statusProof>

const logProof: Shape<string> = (value, path) =>
  typeof value === 'string' && readLogProof(value) !== undefined ? undefined : `${path} must be a tlog-proof`

const decimals: Shape<number> = (value, path) =>
  integer(0)(value, path) ?? ((value as number) > 18 ? `${path} must be at most 18` : undefined)

/** Fixed-point decimal strings with exactly `decimals` digits behind the point. */
const amounts = exactObject({ earned: decimal(), committed: decimal(), asset: text(), decimals })
export type Amounts = Shaped<typeof amounts>

/** Members outside id and signature that may be stripped; each but `extensions` is bound by a digest or a proof of its own. */
const detachable = {
  unit_results: listOf(unitLeaf),
  unit_disclosures: listOf(unitDisclosure),
  log_proof: logProof,
  status_proof: statusProof,
  /** Co-signatures and whatever else others add. Nothing here is signed or judged: a verdict only lists the names. */
  extensions: mapOf(anyText(), anything()),
}
export type DetachableMember = keyof typeof detachable

const receiptShape = exactObject(
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
    amounts,
    history,
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
    ...detachable,
  },
)
export interface OutcomeReceipt extends Shaped<typeof receiptShape> {}
/** What the id is derived from and, with the id, what is signed. */
export type ReceiptBody = Omit<OutcomeReceipt, 'id' | 'signing_key_id' | 'signature' | DetachableMember>

export type ReceiptReading = { readonly receipt: OutcomeReceipt } | { readonly problem: string }

/** Reads a value as a receipt, or says what is wrong with its form. */
export function readOutcomeReceipt(candidate: unknown): ReceiptReading {
  const problem = receiptShape(candidate, '') ?? amountProblem(candidate as OutcomeReceipt)
  return problem === undefined ? { receipt: candidate as OutcomeReceipt } : { problem }
}

function amountProblem({ amounts: given, units: counts }: OutcomeReceipt): string | undefined {
  const written: [string, string | undefined][] = [
    ['amounts.earned', given.earned],
    ['amounts.committed', given.committed],
    ['units.earning_rule.unit_amount', counts?.earning_rule.unit_amount],
  ]
  const odd = written.find(
    ([, amount]) => amount !== undefined && parseAmount(amount, given.decimals) === undefined,
  )
  return odd && `${odd[0]} must have exactly ${given.decimals} digits behind the point`
}
