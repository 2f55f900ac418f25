import type { CryptoSuite } from '@outturn/canonical'
import type { Environment } from '@outturn/vocabulary'
import { schemaId } from '../preimages/schema-id.ts'
import { signedStatusText } from './status-statement.ts'
import { isSignedByTrusted } from '../keys/signer-findings.ts'
import type { TrustSet } from '../keys/trust-set.ts'
import { type Finding, failed, notChecked, ok } from '../receipt/finding.ts'
import type { OutcomeReceipt, StatusProof } from '../receipt/outcome-receipt.ts'
import { type ReceiptStatus, readReceiptStatus } from './receipt-status.ts'

const CLOCK_SKEW_MS = 60_000

export interface StatusFindings {
  readonly notCorrected: Finding
  readonly notRevoked: Finding
  readonly isDisputed: boolean
  /** There is no usable word on the receipt's status. */
  readonly isUnavailable: boolean
  /** There is one, but the latest is too old to rely on. */
  readonly isStale: boolean
  /** What the answer says otherwise than the signed statement in it; undefined when nothing. */
  readonly contradiction: string | undefined
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

/** What a route calls the receipt beside the status. */
const states = { active: 'current', corrected: 'superseded', revoked: 'revoked' } as const

/**
 * Gathers what signed statements say, the one of the online answer and the one in the receipt; nothing else counts. A
 * correction or revocation counts however old the statement is, anything else only from the time that it was signed on.
 */
export function findStatus(inquiry: StatusInquiry): StatusFindings {
  const { receipt, now } = inquiry
  const answer = readReceiptStatus(inquiry.online)
  const proven = (proof: StatusProof | null | undefined) => (proof && isProven(proof, inquiry) ? [proof] : [])
  const answered = proven(answer?.status_proof)
  const statements = [...answered, ...proven(receipt.status_proof)].filter(
    ({ status, issued_at }) => status !== 'active' || Date.parse(issued_at) <= now.getTime() + CLOCK_SKEW_MS,
  )
  const isFresh = ({ expires_at }: StatusProof) => now <= new Date(expires_at)
  return {
    notCorrected: judge(statements, 'corrected', 'A corrected receipt has replaced this one.'),
    notRevoked: judge(statements, 'revoked', 'The issuer has revoked this receipt.'),
    isDisputed:
      answer?.receipt_id === receipt.id && answer.advisories.some(({ code }) => code === 'disputed'),
    isUnavailable: statements.length === 0,
    isStale: statements.length > 0 && !statements.some(isFresh),
    contradiction: answer && answered[0] && contradictionOf(answer, answered[0]),
  }
}

function contradictionOf(answer: ReceiptStatus, proof: StatusProof): string | undefined {
  const { receipt_id, status, state = states[proof.status] } = answer
  const isSame = receipt_id === proof.receipt_id && status === proof.status && state === states[proof.status]
  return isSame ? undefined : `The status says ${status}, and the signed statement in it ${proof.status}`
}

function judge(
  statements: readonly StatusProof[],
  status: 'corrected' | 'revoked',
  meaning: string,
): Finding {
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
  return isSignedByTrusted(signed, trustSet.status[environment], suite)
}
