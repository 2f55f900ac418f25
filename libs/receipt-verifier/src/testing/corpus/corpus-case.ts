import { type StrictJsonCode, isJsonObject } from '@outturn/canonical'
import type { Environment } from '@outturn/vocabulary'
import type { AttestationReason } from '../../attestation/verify-attestation.ts'
import type { LogInclusion } from '../../log/log-inclusion.ts'
import type { PolicyReason } from '../../policy/policy-rules.ts'
import { type ReceiptReason, receiptReasons } from '../../receipt/receipt-checks.ts'
import type { ReceiptAdvisory } from '../../receipt/verify-outcome-receipt.ts'
import type { KeyDocumentName } from '../issuers.ts'

/** The time of every case that does not say another. */
export const corpusNow = '2026-01-01T01:00:00.000Z'

/** What both verifiers are given. The receipt is a value, or the exact text or bytes of a file. */
export interface ReceiptInput {
  readonly receipt?: unknown
  readonly text?: string
  readonly base64?: string
  /** One of the named key documents, or one of the case's own. */
  readonly keys: KeyDocumentName | object
  readonly environment?: Environment
  readonly schemas?: readonly string[]
  readonly status?: unknown
  readonly agreement?: unknown
  readonly policy?: unknown
  readonly now: string
}

/** A document that could not be used, so nothing was judged. */
export interface Unusable {
  readonly unusable: 'receipt' | 'keys' | 'policy'
  /** Why a text is not strict JSON. */
  readonly code?: StrictJsonCode
}

export interface ExpectedVerdict {
  readonly valid: boolean
  readonly signature_valid: boolean
  readonly policy_valid: boolean
  readonly reasons: readonly ReceiptReason[]
  readonly advisories: readonly ReceiptAdvisory[]
  readonly log_inclusion: LogInclusion
  /** Names of unsigned extensions, where the case has some. */
  readonly extensions?: readonly string[]
  /** Of the policy, where the case has one. */
  readonly decision?: {
    readonly ok: boolean
    readonly reasons: readonly (ReceiptReason | PolicyReason)[]
  }
}

export interface CorpusCase extends ReceiptInput {
  readonly name: string
  readonly expect: ExpectedVerdict | Unusable
}

export interface AttestationCase {
  readonly name: string
  readonly attestation: unknown
  readonly keys: KeyDocumentName | object
  readonly environment?: Environment
  readonly evidence_root?: string
  readonly now: string
  readonly expect: { readonly valid: boolean; readonly reasons: readonly AttestationReason[] }
}

interface Outcome {
  readonly reasons?: readonly ReceiptReason[]
  readonly advisories?: readonly ReceiptAdvisory[]
  readonly log_inclusion?: LogInclusion
  readonly extensions?: readonly string[]
  /** Of the policy against a valid receipt. */
  readonly policyReasons?: readonly PolicyReason[]
}

const withoutStatus: readonly ReceiptAdvisory[] = ['status_source_unavailable']
const ofSigner: readonly ReceiptReason[] = [
  'signing_key_id_mismatch',
  'untrusted_signing_key',
  'invalid_signature',
]

/** A case whose verdict follows from the reasons that its author expects, in whatever order they are given. */
export function verdictCase(
  name: string,
  input: Omit<ReceiptInput, 'now'> & { readonly now?: string },
  { reasons = [], advisories, log_inclusion = 'not_checked', extensions, policyReasons = [] }: Outcome = {},
): CorpusCase {
  const isMalformed = reasons.includes('malformed_receipt')
  const has = (some: readonly ReceiptReason[]) => some.some((reason) => reasons.includes(reason))
  const ordered = receiptReasons.filter((reason) => reasons.includes(reason))
  const decisive = ordered.length > 0 ? ordered : policyReasons
  return {
    name,
    now: corpusNow,
    ...askedFor(input),
    ...input,
    expect: {
      valid: ordered.length === 0,
      signature_valid: !isMalformed && !has(ofSigner),
      policy_valid: !isMalformed && !has(['corrected', 'revoked']),
      reasons: ordered,
      advisories: isMalformed ? [] : (advisories ?? (input.status === undefined ? withoutStatus : [])),
      log_inclusion,
      ...(extensions === undefined ? {} : { extensions }),
      ...(input.policy === undefined ? {} : { decision: { ok: decisive.length === 0, reasons: decisive } }),
    },
  }
}

/** A demonstration is asked for, unless the case says otherwise or gives a text. */
function askedFor({ receipt }: Pick<ReceiptInput, 'receipt'>): Pick<ReceiptInput, 'environment'> {
  const isDemo = isJsonObject(receipt) && receipt['environment'] === 'demo'
  return isDemo ? { environment: 'demo' } : {}
}

/** A case in which some document cannot be used. */
export function unusableCase(name: string, input: Omit<ReceiptInput, 'now'>, expect: Unusable): CorpusCase {
  return { name, now: corpusNow, ...input, expect }
}
