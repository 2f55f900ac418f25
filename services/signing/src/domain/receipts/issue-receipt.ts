import { type Sha256, digestOf, toBase64Url } from '@outturn/canonical'
import {
  type AttestedVerdict,
  composeReceipt,
  freezeReceiptBody,
  receiptLeafText,
  signedAttestationText,
  type UnsignedAttestation,
  verificationDigest,
} from '@outturn/receipt-verifier/issuing'
import { type IssueCommand, type IssuerFacts, refuseUnsignable } from './refuse-unsignable.ts'
import type { Verdict } from '@outturn/vocabulary'
import type { Signer } from '../keys/signer.ts'
import { toHeldUnitResults } from './held-unit-results.ts'
import type { ReceiptText } from './receipt-text.ts'

/** A receipt and its attestation as they are stored: texts that nothing rebuilds. */
export type IssuedReceipt = ReceiptText & {
  readonly receiptId: string
  readonly runId: string
  readonly spoolId: string
  readonly visibleTo: readonly string[]
  readonly payerAccountId: string | null
  /** The receipt that it replaces; null for the first of its Spool. */
  readonly replaces: string | null
  readonly signingKeyId: string
  readonly attestationKeyId: string
  /** Decimal text with two places. */
  readonly earned: string
  /** Decimal text with two places. */
  readonly committed: string
  readonly verdict: Verdict
  readonly attestation: string
  readonly issuedAt: string
  /** Text of its leaf in the transparency log. */
  readonly logEntry: string
}

export type Issuer = IssuerFacts & {
  readonly receiptSigner: Signer
  readonly attestationSigner: Signer
  readonly attestationTtlMs: number
  readonly sha256: Sha256
  /** Makes the gzip file of a text, beside other work. */
  readonly pack: (text: Uint8Array) => Promise<Uint8Array>
}

/**
 * Signs the receipt of one run and the attestation of the same verdict. A function of the command and the keys alone, so
 * asking twice gives the same bytes. Throws the refusal `conflict` for a body that must not be signed.
 */
export async function issueReceipt(
  command: IssueCommand,
  attestationId: string,
  issuer: Issuer,
): Promise<IssuedReceipt> {
  const body = await refuseUnsignable(command, issuer, issuer.sha256)
  const { id, signedText } = freezeReceiptBody(body, issuer.sha256)
  const [signature, attestation, unitResults] = await Promise.all([
    issuer.receiptSigner.sign(signedText),
    attest(command, attestationId, issuer),
    toHeldUnitResults(command.unitResults?.bytes ?? null, issuer.pack),
  ])
  return {
    receiptId: id,
    runId: command.runId,
    spoolId: command.spoolId,
    visibleTo: command.visibleTo,
    payerAccountId: command.payerAccountId,
    replaces: command.supersedes?.receiptId ?? null,
    signingKeyId: issuer.receiptSigner.keyId,
    attestationKeyId: issuer.attestationSigner.keyId,
    earned: body.amounts.earned,
    committed: body.amounts.committed,
    verdict: body.result,
    receipt: composeReceipt({
      signedText,
      signingKeyId: issuer.receiptSigner.keyId,
      signature,
      detached: unitResults.text === null ? {} : { unit_results: unitResults.text },
    }),
    packedUnitResults: unitResults.packed,
    attestation,
    issuedAt: command.issuedAt,
    logEntry: receiptLeafText(
      issuer.slug,
      { receiptId: id, receiptDigest: digestOf(signedText, issuer.sha256) },
      issuer.sha256,
    ),
  }
}

/** The id that the receipt of a command has, whichever key signs it. Throws as `issueReceipt` does. */
export async function receiptIdOf(
  command: IssueCommand,
  issuer: IssuerFacts,
  sha256: Sha256,
): Promise<string> {
  return freezeReceiptBody(await refuseUnsignable(command, issuer, sha256), sha256).id
}

async function attest(command: IssueCommand, attestationId: string, issuer: Issuer): Promise<string> {
  const verdict: AttestedVerdict = { spoolId: command.spoolId, ...command.attestation }
  const unsigned: UnsignedAttestation = {
    id: attestationId,
    environment: issuer.environment,
    ...verdict,
    verificationDigest: verificationDigest(verdict, issuer.sha256),
    issuedAt: command.issuedAt,
    expiresAt: new Date(Date.parse(command.issuedAt) + issuer.attestationTtlMs).toISOString(),
    nonce: attestationNonce(command.runId, issuer.sha256),
    signingKeyId: issuer.attestationSigner.keyId,
  }
  const signedText = signedAttestationText(unsigned)
  return `${signedText.slice(0, -1)},"signature":"${await issuer.attestationSigner.sign(signedText)}"}`
}

/** 16 bytes that one run always gets: drawn anew, a repetition would be another attestation. */
function attestationNonce(runId: string, sha256: Sha256): string {
  return toBase64Url(sha256(`attestation-nonce:${runId}`).subarray(0, 16))
}
