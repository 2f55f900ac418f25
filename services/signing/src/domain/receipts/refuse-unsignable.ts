import { type Sha256, digestOf } from '@outturn/canonical'
import type { Environment } from '@outturn/vocabulary'
import {
  type CommandInput,
  conflict,
  type ErrorReason,
  type issueReceipt,
  type Refusal,
} from '@outturn/contracts'
import { bodyOfReceipt, parseAmount, readOutcomeReceipt, type ReceiptBody } from '@outturn/receipt-verifier'
import { evidenceRoot, runPreimage, schemaId } from '@outturn/receipt-verifier/issuing'
import { countItems } from './count-items.ts'

export type IssueCommand = CommandInput<typeof issueReceipt>

export type IssuerFacts = {
  readonly slug: string
  readonly environment: Environment
  /** Lets other work have its turn while megabytes of unit results are counted. */
  readonly pause: () => Promise<unknown>
}

/** Members that the signer adds, or that come apart from the body: a body that has one already is not a body. */
const notOfBody = [
  'id',
  'signing_key_id',
  'signature',
  'unit_results',
  'unit_disclosures',
  'log_proof',
  'status_proof',
  'extensions',
]

/** Stands for the members that do not exist yet while the form of a body is judged. */
const unsigned = { id: '', signing_key_id: '', signature: '' }

/**
 * Refuses a body that this signer must not put its name to: one that is malformed, of another service, environment, run
 * or Spool, whose digests or amounts do not hold, or with an attestation that says something else than the receipt.
 * Returns the body as what it was found to be.
 */
export async function refuseUnsignable(
  command: IssueCommand,
  issuer: IssuerFacts,
  sha256: Sha256,
): Promise<ReceiptBody> {
  const added = notOfBody.find((name) => Object.hasOwn(command.body, name))
  if (added !== undefined) throw unsignable('malformed_receipt', `a body has no member ${added}`)
  const reading = readOutcomeReceipt({ ...command.body, ...unsigned })
  if ('problem' in reading) throw unsignable('malformed_receipt', reading.problem)
  const body = bodyOfReceipt(reading.receipt)
  const { unitResults } = command
  const unitCount = unitResults === null ? null : await countItems(unitResults.bytes, issuer.pause)
  for (const [reason, holds] of claims(command, { body, unitCount }, issuer, sha256)) {
    if (!holds()) throw unsignable(reason, reason)
  }
  return body
}

function unsignable(reason: ErrorReason, problem: string): Refusal {
  return conflict(`This receipt is not signed: ${problem}.`, { reason })
}

type Claim = readonly [reason: ErrorReason, holds: () => boolean]

function claims(
  { runId, spoolId, issuedAt, unitResults, attestation, supersedes }: IssueCommand,
  { body, unitCount }: { readonly body: ReceiptBody; readonly unitCount: number | null },
  { slug, environment }: IssuerFacts,
  sha256: Sha256,
): readonly Claim[] {
  return [
    ['unknown_schema', () => body.schema === schemaId(slug, 'outcome-receipt')],
    ['environment_mismatch', () => body.environment === environment],
    ['run_id_mismatch', () => body.verification.run_id === runId],
    ['spool_id_mismatch', () => body.agreement.spool_id === spoolId],
    ['issued_at_mismatch', () => body.issued_at === issuedAt],
    ['invalid_evidence_root', () => evidenceRoot(body.evidence, sha256) === body.evidence_root],
    ['invalid_run_digest', () => runDigestOf(slug, body, sha256) === body.verification.run_digest],
    ['invalid_agreement_hash', () => /^[0-9a-f]{64}$/.test(body.agreement.agreement_hash)],
    ['earned_amount_mismatch', () => earnsWhatItSays(body)],
    // Unit results come with a new receipt as one list, of as many as the body counts.
    ['detached_mismatch', () => unitResults === null || unitCount === body.units?.total],
    ['attestation_mismatch', () => saysTheSame(attestation, body)],
    ['supersedes_mismatch', () => body.supersedes === supersedes?.receiptId],
  ]
}

function runDigestOf(slug: string, body: ReceiptBody, sha256: Sha256): string {
  const { verification, evidence_root, condition_results, result, units, amounts } = body
  const { run_id, plan_version, plan_hash, compiler_version, evidence_policy_version, aggregation_policy } =
    verification
  const preimage = runPreimage(slug, {
    run_id,
    plan_version,
    plan_hash,
    compiler_version,
    evidence_policy_version,
    aggregation_policy,
    evidence_root,
    condition_results,
    result,
    units,
    amounts,
  })
  return digestOf(preimage, sha256)
}

/** Earned follows from the units, else it is all or nothing by the result; it is never more than was committed. */
function earnsWhatItSays({ amounts, units, result }: ReceiptBody): boolean {
  const minor = (amount: string) => parseAmount(amount, amounts.decimals)
  const earned = minor(amounts.earned)
  const committed = minor(amounts.committed)
  if (earned === undefined || committed === undefined || earned > committed) return false
  if (units === null) return earned === (result === 'pass' ? committed : 0n)
  const { total, accepted, rejected, uncertain, earning_rule } = units
  const perUnit = minor(earning_rule.unit_amount)
  if (perUnit === undefined || accepted + rejected + uncertain !== total) return false
  return earned === BigInt(accepted) * perUnit && committed === BigInt(total) * perUnit
}

/** The attestation authorises money, so it must not say one word more than the receipt beside it. */
function saysTheSame(attestation: IssueCommand['attestation'], body: ReceiptBody): boolean {
  return (
    attestation.result === body.result &&
    attestation.approvedAmount === body.amounts.earned &&
    attestation.maximumAmount === body.amounts.committed &&
    attestation.assetOrCurrency === body.amounts.asset &&
    attestation.compilationVersion === body.verification.compiler_version &&
    attestation.verificationPlanVersion === body.verification.plan_version &&
    attestation.evidenceDigest === `sha256:${body.evidence_root}`
  )
}
