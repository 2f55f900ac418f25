import { canonicalJson, digestOf, merkleInclusionProof, toHex } from '@outturn/canonical'
import { type Ed25519Signer, nodeSha256 } from '@outturn/canonical/node'
import { evidenceRoot } from '../preimages/evidence-root.ts'
import { receiptIdOf } from '../receipt/receipt-body.ts'
import { runPreimage } from '../preimages/run-preimage.ts'
import { slugOfSchemaId } from '../preimages/schema-id.ts'
import { signedStatusText } from '../status/status-statement.ts'
import { unitLeafText, unitResultsDigest } from '../preimages/unit-results.ts'
import { formatAmount, parseAmount } from '../receipt/decimal-amount.ts'
import type {
  Amounts,
  OutcomeReceipt,
  ReceiptBody,
  StatusProof,
  UnitDisclosure,
  UnitLeaf,
} from '../receipt/outcome-receipt.ts'
import type { ReceiptReason } from '../receipt/receipt-checks.ts'
import { signers, slug } from './issuers.ts'
import type { DraftReceipt } from './sample-receipt.ts'

/** What is wrong with a receipt on purpose. */
export type Defects = ReadonlySet<ReceiptReason>

export const noDefects: Defects = new Set()

/** Makes every digest, the id and the signature, each of them wrongly where that is the defect. */
export function issueReceipt({ body, leaves }: DraftReceipt, defects: Defects = noDefects): OutcomeReceipt {
  const stated = withFalseStatements(body, defects)
  const bound = withDigests(stated, leaves, defects)
  const derivedId = receiptIdOf(canonicalJson(bound), nodeSha256)
  const id = defects.has('receipt_id_mismatch') ? `ocr_${'0'.repeat(24)}` : derivedId
  const signer = signerOf(bound, defects)
  const signedText = canonicalJson({ ...bound, id })
  const signature = signer.sign(isSigned(defects) ? signedText : `${signedText} `)
  const { keyId } = bound.environment === 'demo' ? signers.demo : signers.production
  return { ...bound, id, signing_key_id: keyId, signature }
}

/** Signs a body as it is, by any key. */
export function signBody(body: ReceiptBody, signer: Ed25519Signer): OutcomeReceipt {
  const id = receiptIdOf(canonicalJson(body), nodeSha256)
  const signature = signer.sign(canonicalJson({ ...body, id }))
  return { ...body, id, signing_key_id: signer.keyId, signature }
}

/** A signed statement on a receipt's status, with members replaced before it is signed. */
export function statusProofOf(
  receipt: OutcomeReceipt,
  change: Partial<StatusProof> = {},
  signer: Ed25519Signer = receipt.environment === 'demo' ? signers.statusDemo : signers.statusProduction,
): StatusProof {
  const statement = {
    schema: receipt.schema.replace('/outcome-receipt@', '/status@'),
    receipt_id: receipt.id,
    status: 'active' as const,
    issued_at: '2026-01-01T00:30:00.000Z',
    expires_at: '2026-01-02T00:30:00.000Z',
    signing_key_id: signer.keyId,
    ...change,
  }
  return { ...statement, signature: signer.sign(signedStatusText(statement)) }
}

/** The leaf of one unit with the proof that it is among the others. */
export function disclosureOf(leaves: readonly UnitLeaf[], index: number): UnitDisclosure {
  const proof = merkleInclusionProof(leaves.map(unitLeafText), index, nodeSha256).map(toHex)
  return { leaf: leaves[index] as UnitLeaf, index, proof }
}

/** The body with its digests, right or wrong. */
export function withDigests(
  body: ReceiptBody,
  leaves: readonly UnitLeaf[] | null,
  defects: Defects = noDefects,
): ReceiptBody {
  const digest = leaves && unitResultsDigest(leaves.map(unitLeafText), nodeSha256)
  const units = body.units && {
    ...body.units,
    unit_results_digest: digest ?? body.units.unit_results_digest,
  }
  const root = evidenceRoot(body.evidence, nodeSha256)
  const judged = {
    ...body,
    units,
    evidence_root: defects.has('invalid_evidence_root') ? wrongDigest : root,
  }
  const named = slugOfSchemaId(body.schema, 'outcome-receipt') ?? slug
  const runDigest = digestOf(runPreimage(named, { ...judged.verification, ...judged }), nodeSha256)
  return {
    ...judged,
    verification: {
      ...judged.verification,
      run_digest: defects.has('invalid_run_digest') ? wrongDigest : runDigest,
    },
  }
}

const wrongDigest = 'f'.repeat(64)

function withFalseStatements(body: ReceiptBody, defects: Defects): ReceiptBody {
  const { agreement, verification, units } = body
  const isInconsistent = defects.has('aggregation_inconsistent')
  return {
    ...body,
    ...(defects.has('unknown_schema') ? { schema: 'strange/outcome-receipt@1' } : {}),
    ...(defects.has('invalid_agreement_hash')
      ? { agreement: { ...agreement, agreement_hash: agreement.agreement_hash.slice(1) } }
      : {}),
    ...(isInconsistent && units ? { units: { ...units, rejected: units.rejected + 1 } } : {}),
    ...(isInconsistent && !units
      ? {
          verification: {
            ...verification,
            aggregation_policy: { policy_id: 'any_pass', policy_version: '1' },
          },
        }
      : {}),
    amounts: falseAmounts(body.amounts, defects),
  }
}

/** Earned one minor unit beyond committed, or one beside what is due. */
function falseAmounts(amounts: Amounts, defects: Defects): Amounts {
  const { decimals } = amounts
  const earned = parseAmount(amounts.earned, decimals) ?? 0n
  const committed = parseAmount(amounts.committed, decimals) ?? 0n
  const stating = (minor: bigint) => ({ ...amounts, earned: formatAmount(minor, decimals) })
  if (defects.has('earned_exceeds_committed')) return stating(committed + 1n)
  if (defects.has('earned_amount_mismatch')) return stating(earned > 0n ? earned - 1n : earned + 1n)
  return amounts
}

// Under a misnamed key the second signer's key goes by the name of the first. Where it does not, a signature of the second
// under the name of the first is a swapped name and does not hold.
function signerOf({ environment }: ReceiptBody, defects: Defects): Ed25519Signer {
  if (defects.has('signing_key_id_mismatch')) return signers.second
  return environment === 'demo' ? signers.demo : signers.production
}

function isSigned(defects: Defects): boolean {
  const isOnlySwapped = defects.has('signing_key_id_mismatch') && !defects.has('untrusted_signing_key')
  return !defects.has('invalid_signature') || isOnlySwapped
}
