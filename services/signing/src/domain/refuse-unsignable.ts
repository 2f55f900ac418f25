import { type CommandInput, type Environment, type issueReceipt, Refusal } from '@outturn/contracts'
import {
  digestOf,
  evidenceRoot,
  type ReceiptBody,
  runPreimage,
  type Sha256,
  schemaId,
} from '@outturn/receipt-verifier'

/** Members that a body may have; the id, the key and the signature are the signer's, the detachable ones come apart. */
const bodyMembers = {
  schema: true,
  environment: true,
  agreement: true,
  verification: true,
  evidence_root: true,
  evidence: true,
  condition_results: true,
  result: true,
  units: true,
  amounts: true,
  actors: true,
  declared_intent: true,
  supersedes: true,
  recipe: true,
  issued_at: true,
  nonce: true,
  algorithm: true,
} as const satisfies Record<keyof ReceiptBody, true>

export type IssueCommand = CommandInput<typeof issueReceipt>

export type IssuerFacts = { readonly slug: string; readonly environment: Environment }

/**
 * Refuses a body that this signer must not put its name to: one of another schema, environment, run or Spool, one whose
 * digests or amounts do not hold, or an attestation that says something else than the receipt. Returns the body as what
 * it was found to be.
 */
export function refuseUnsignable(command: IssueCommand, issuer: IssuerFacts, sha256: Sha256): ReceiptBody {
  const body = command.body as unknown as ReceiptBody
  const foreign = Object.keys(command.body).find((name) => !Object.hasOwn(bodyMembers, name))
  if (foreign !== undefined) throw unsignable('foreign_member', `A receipt body has no member ${foreign}.`)
  for (const [reason, holds] of claims(command, body, issuer, sha256)) {
    if (!isTrue(holds))
      throw unsignable(reason, `The receipt of run ${command.runId} is not signed: ${reason}.`)
  }
  return body
}

/** A body of the wrong shape makes a claim throw; then it does not hold. */
function isTrue(holds: () => boolean): boolean {
  try {
    return holds()
  } catch {
    return false
  }
}

type Claim = readonly [reason: string, holds: () => boolean]

/** In order: what a later claim reads, an earlier one has found to be there. */
function claims(
  command: IssueCommand,
  body: ReceiptBody,
  { slug, environment }: IssuerFacts,
  sha256: Sha256,
): readonly Claim[] {
  const { attestation, detached } = command
  return [
    ['unknown_schema', () => body.schema === schemaId(slug, 'outcome-receipt')],
    ['environment_mismatch', () => body.environment === environment],
    ['unknown_algorithm', () => body.algorithm === 'Ed25519'],
    ['run_id_mismatch', () => body.verification.run_id === command.runId],
    ['spool_id_mismatch', () => body.agreement.spool_id === command.spoolId],
    ['issued_at_mismatch', () => body.issued_at === command.issuedAt],
    ['malformed_nonce', () => /^n_[0-9a-f]{24}$/.test(String(body.nonce))],
    [
      'invalid_evidence_root',
      () => isList(body.evidence) && evidenceRoot(body.evidence, sha256) === body.evidence_root,
    ],
    ['invalid_run_digest', () => runDigestOf(slug, body, sha256) === body.verification.run_digest],
    ['invalid_amounts', () => isWithin(body.amounts.earned, body.amounts.committed)],
    ['detached_mismatch', () => areBoundByBody(detached, body)],
    ['result_mismatch', () => attestation.result === body.result],
    ['approved_amount_mismatch', () => attestation.approvedAmount === body.amounts.earned],
    ['maximum_amount_mismatch', () => attestation.maximumAmount === body.amounts.committed],
    ['asset_mismatch', () => attestation.assetOrCurrency === body.amounts.asset],
    ['evidence_digest_mismatch', () => attestation.evidenceDigest === `sha256:${body.evidence_root}`],
  ]
}

function unsignable(reason: string, message: string): Refusal {
  return new Refusal('conflict', message, { reason })
}

function runDigestOf(slug: string, body: ReceiptBody, sha256: Sha256): string {
  const { plan_version, plan_hash, compiler_version, evidence_policy_version, aggregation_policy } =
    body.verification
  const preimage = runPreimage(slug, {
    run_id: body.verification.run_id,
    plan_version,
    plan_hash,
    compiler_version,
    evidence_policy_version,
    aggregation_policy,
    evidence_root: body.evidence_root,
    condition_results: body.condition_results,
    result: body.result,
    units: body.units,
    amounts: body.amounts,
  })
  return digestOf(preimage, sha256)
}

/** Two amounts of two decimals, the first no more than the second. */
function isWithin(earned: unknown, committed: unknown): boolean {
  const cents = (amount: unknown) =>
    typeof amount === 'string' && /^\d{1,15}\.\d{2}$/.test(amount) ? BigInt(amount.replace('.', '')) : null
  const earnedCents = cents(earned)
  const committedCents = cents(committed)
  return earnedCents !== null && committedCents !== null && earnedCents <= committedCents
}

/** Only unit results come with a new receipt, one for each unit that the body counts. */
function areBoundByBody(detached: IssueCommand['detached'], body: ReceiptBody): boolean {
  const { unit_results: unitResults, ...others } = detached
  if (Object.keys(others).length > 0) return false
  if (unitResults === undefined) return true
  return isList(unitResults) && body.units !== null && unitResults.length === body.units.total
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}
