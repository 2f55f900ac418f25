import type { CryptoSuite } from '@outturn/canonical'
import type { Environment } from '@outturn/vocabulary'
import { schemaId } from '../preimages/schema-id.ts'
import { signedStatusText } from './status-statement.ts'
import { findSigner } from '../keys/signer-findings.ts'
import type { TrustSet } from '../keys/trust-set.ts'
import { type Finding, failed, notChecked, ok } from '../receipt/finding.ts'
import type { OutcomeReceipt, StatusProof } from '../receipt/outcome-receipt.ts'
import { readReceiptStatus } from './receipt-status.ts'

const STATUS_TTL_MS = 24 * 60 * 60 * 1000

export interface StatusFindings {
  readonly notCorrected: Finding
  readonly notRevoked: Finding
  readonly isDisputed: boolean
  /** There is no usable word on the receipt's status. */
  readonly isUnavailable: boolean
  /** There is one, but the latest is too old to rely on. */
  readonly isStale: boolean
}

/** Where to look for word on a receipt's status, and how to judge it. */
export interface StatusInquiry {
  readonly receipt: OutcomeReceipt
  readonly slug: string
  /** A status route's answer as the caller got it, or undefined. */
  readonly online: unknown
  readonly trustSet: TrustSet
  readonly suite: CryptoSuite
  readonly now: Date
}

interface Statement {
  readonly status: StatusProof['status']
  readonly isFresh: boolean
}

/** Gathers what the online answer and the signed statements say; a correction or revocation counts however old. */
export function findStatus(inquiry: StatusInquiry): StatusFindings {
  const { receipt, now } = inquiry
  const answer = readReceiptStatus(inquiry.online)
  const online = answer?.receipt_id === receipt.id ? answer : undefined
  const proofs = [online?.status_proof, receipt.status_proof].filter(
    (proof) => proof !== undefined && proof !== null,
  )
  const statements: Statement[] = proofs
    .filter((proof) => isProven(proof, inquiry))
    .map((proof) => ({ status: proof.status, isFresh: now <= new Date(proof.expires_at) }))
  if (online && online.status !== 'unknown') {
    const age = now.getTime() - new Date(online.checked_at).getTime()
    statements.push({ status: online.status, isFresh: age <= STATUS_TTL_MS })
  }
  return {
    notCorrected: judge(statements, 'corrected', 'A corrected receipt has replaced this one.'),
    notRevoked: judge(statements, 'revoked', 'The issuer has revoked this receipt.'),
    isDisputed: online?.advisories.some(({ code }) => code === 'disputed') ?? false,
    isUnavailable: statements.length === 0,
    isStale: statements.length > 0 && !statements.some(({ isFresh }) => isFresh),
  }
}

function judge(statements: readonly Statement[], status: 'corrected' | 'revoked', meaning: string): Finding {
  if (statements.length === 0) return notChecked('No usable status was given.')
  return statements.some((statement) => statement.status === status)
    ? failed(meaning)
    : ok(`The receipt was not ${status} when its status was asked.`)
}

function isProven(proof: StatusProof, { receipt, slug, trustSet, suite }: StatusInquiry): boolean {
  if (proof.schema !== schemaId(slug, 'status') || proof.receipt_id !== receipt.id) return false
  const environment: Environment = receipt.environment
  const signed = {
    text: signedStatusText(proof),
    signingKeyId: proof.signing_key_id,
    signature: proof.signature,
    signedAt: new Date(proof.issued_at),
  }
  const { keyId, trust, signature } = findSigner(signed, trustSet.status[environment], suite)
  return [keyId, trust, signature].every(({ status }) => status === 'ok')
}
