import { canonicalJson, type CryptoSuite, digestOf } from '@outturn/canonical'
import { unprocessable } from '@outturn/contracts'
import {
  type Attestation,
  type OutcomeReceipt,
  signedReceiptText,
  type TrustSet,
  verifyAttestation,
  verifyOutcomeReceipt,
} from '@outturn/receipt-verifier'
import { composeReceipt, receiptLeafText, signedAttestationText } from '@outturn/receipt-verifier/issuing'
import type { Environment } from '@outturn/vocabulary'
import type { IssuedReceipt, Issuer } from './issue-receipt.ts'
import { toHeldUnitResults } from './held-unit-results.ts'

/** A receipt that comes back, without what no signature says: who may read it. */
export type ImportedReceipt = Omit<IssuedReceipt, 'visibleTo' | 'payerAccountId'>

type Facts = {
  readonly trustSet: TrustSet
  readonly environment: Environment
  readonly slug: string
  readonly now: Date
  readonly suite: CryptoSuite
  readonly pack: Issuer['pack']
  /** Id of the attestation of a run. */
  readonly attestationIdOf: (runId: string) => string
}

/** Reads a receipt and its attestation as they were given to their caller. Refuses what a key of this service did not sign, as it stands. */
export async function readImportedReceipt(
  sent: { receipt: unknown; attestation: unknown },
  { trustSet, environment, slug, now, suite, pack, attestationIdOf }: Facts,
): Promise<ImportedReceipt> {
  const verdict = verifyOutcomeReceipt(sent.receipt, { trustSet, environment, now, suite })
  if (!verdict.valid) throw notOurs('receipt', verdict.reasons)
  const receipt = sent.receipt as OutcomeReceipt
  const attested = verifyAttestation(sent.attestation, { trustSet, environment, now, suite })
  const reasons = attested.reasons.filter((reason) => reason !== 'expired')
  if (reasons.length > 0) throw notOurs('attestation', reasons)
  const attestation = sent.attestation as Attestation
  const runId = receipt.verification.run_id
  const spoolId = receipt.agreement.spool_id
  if (attestation.id !== attestationIdOf(runId) || attestation.spoolId !== spoolId) {
    throw notOurs('attestation', ['it belongs to another receipt'])
  }
  const signedText = signedReceiptText(receipt)
  const { unit_results: results } = receipt
  const unitResults = await toHeldUnitResults(
    results === undefined ? null : new TextEncoder().encode(canonicalJson(results)),
    pack,
  )
  return {
    receiptId: receipt.id,
    runId,
    spoolId,
    replaces: receipt.supersedes ?? null,
    signingKeyId: receipt.signing_key_id,
    attestationKeyId: attestation.signingKeyId,
    earned: receipt.amounts.earned,
    committed: receipt.amounts.committed,
    verdict: receipt.result,
    receipt: composeReceipt({
      signedText,
      signingKeyId: receipt.signing_key_id,
      signature: receipt.signature,
      detached: unitResults.text === null ? {} : { unit_results: unitResults.text },
    }),
    packedUnitResults: unitResults.packed,
    attestation: `${signedAttestationText(attestation).slice(0, -1)},"signature":"${attestation.signature}"}`,
    issuedAt: receipt.issued_at,
    logEntry: receiptLeafText(
      slug,
      { receiptId: receipt.id, receiptDigest: digestOf(signedText, suite.sha256) },
      suite.sha256,
    ),
  }
}

function notOurs(field: 'receipt' | 'attestation', reasons: readonly string[]) {
  return unprocessable(field, `The ${field} is not one that this service issued: ${reasons.join(', ')}.`, {
    reason: 'receipt_not_ours',
    remediation:
      'Give the file as its caller got it, with its receipt and its attestation, for the environment that it is of.',
  })
}
