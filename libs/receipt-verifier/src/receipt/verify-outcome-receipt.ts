import { type CryptoSuite, isJsonObject, portableSuite, sortMemberNames } from '@outturn/canonical'
import type { Environment, Verdict } from '@outturn/vocabulary'
import type { Agreement } from '../preimages/agreement-preimage.ts'
import { signedReceiptText } from './receipt-body.ts'
import { schemaId, slugOfSchemaId } from '../preimages/schema-id.ts'
import { findSigner } from '../keys/signer-findings.ts'
import type { TrustSet } from '../keys/trust-set.ts'
import { type LogInclusion, findLogInclusion } from '../log/log-inclusion.ts'
import { findStatus } from '../status/status-findings.ts'
import { checkEnvironment, checkSchema } from './checks/identity-checks.ts'
import { type Finding, failed, notChecked } from './finding.ts'
import type { Expectations, Inspection } from './inspection.ts'
import type { Amounts, OutcomeReceipt, UnitCounts } from './outcome-receipt.ts'
import { type CheckName, type ReceiptReason, receiptChecks } from './receipt-checks.ts'
import { readOutcomeReceipt } from './outcome-receipt.ts'

export interface VerifyReceiptOptions {
  /** From `parseKeyDocument`. */
  readonly trustSet: TrustSet
  /** The environment the receipt must be of, by default `production`: a demonstration is valid only where one is asked for. */
  readonly environment?: Environment
  /** The answer of the service's status route for this receipt. */
  readonly status?: unknown
  /** The agreement in full, to be compared with the agreement hash. */
  readonly agreement?: Agreement
  /** Accepted schema ids; by default the receipts of the service that the keys belong to. */
  readonly schemas?: readonly string[]
  /** How old the key document may be before the verdict says so; by default 30 days. */
  readonly maxKeyAgeSeconds?: number
  /** The time by which a status is fresh or stale; by default the present. */
  readonly now?: Date
  /** By default the portable one. */
  readonly suite?: CryptoSuite
}

export type ReceiptAdvisory =
  | 'status_source_unavailable'
  | 'key_retiring'
  | 'disputed'
  | 'log_proof_absent'
  | 'log_proof_invalid'
  | 'status_stale'
  | 'key_document_stale'

export interface ReceiptCheck extends Finding {
  readonly name: CheckName
  readonly reason: ReceiptReason
}

/** What a verification found. A valid receipt shows who issued it and that it is intact, not that its evidence is true. */
export interface ReceiptVerdict {
  readonly valid: boolean
  /** A trusted key signed exactly this text; stays true when the receipt was later corrected or revoked. */
  readonly signature_valid: boolean
  /** The issuer has neither corrected nor revoked the receipt, as far as the given status says. */
  readonly policy_valid: boolean
  readonly reasons: readonly ReceiptReason[]
  readonly advisories: readonly ReceiptAdvisory[]
  /** Whether the receipt was shown to be in the transparency log of its environment. */
  readonly log_inclusion: LogInclusion
  /** This and what follows is what the receipt claims, and null when it is malformed. */
  readonly receipt_id: string | null
  readonly environment: Environment | null
  readonly result: Verdict | null
  readonly amounts: Amounts | null
  readonly units: UnitCounts | null
  /** Names of the members of `extensions`, sorted. They are not signed, and no check looks at them. */
  readonly extensions: readonly string[]
  /** Every check, in the order of the reasons. */
  readonly checks: readonly ReceiptCheck[]
}

/** Verifies an Outcome Receipt offline by the given keys. Makes every check and never throws for any receipt. */
export function verifyOutcomeReceipt(receipt: unknown, options: VerifyReceiptOptions): ReceiptVerdict {
  const expectations = expectationsOf(options)
  const reading = readOutcomeReceipt(receipt)
  if ('problem' in reading) return malformedVerdict(receipt, reading.problem, expectations)

  const inspection = inspect(reading.receipt, expectations, options)
  const { contradiction } = inspection.status
  if (contradiction !== undefined) return malformedVerdict(receipt, contradiction, expectations)
  const checks = checkNames.map((name) => reported(name, receiptChecks[name].judge(inspection)))
  return verdictOf(checks, reading.receipt, inspection)
}

const MAX_KEY_AGE_SECONDS = 30 * 24 * 60 * 60
const checkNames = Object.keys(receiptChecks) as CheckName[]

function expectationsOf(options: VerifyReceiptOptions): Expectations {
  const { trustSet, environment = 'production', agreement } = options
  return {
    trustSet,
    environment,
    agreement,
    schemas: options.schemas ?? [schemaId(trustSet.slug, 'outcome-receipt')],
    suite: options.suite ?? portableSuite,
  }
}

function inspect(
  receipt: OutcomeReceipt,
  expectations: Expectations,
  { status, now = new Date(), maxKeyAgeSeconds = MAX_KEY_AGE_SECONDS }: VerifyReceiptOptions,
): Inspection {
  const { trustSet, suite } = expectations
  const slug = slugOfSchemaId(receipt.schema, 'outcome-receipt') ?? trustSet.slug
  const signed = {
    text: signedReceiptText(receipt),
    signingKeyId: receipt.signing_key_id,
    signature: receipt.signature,
    signedAt: new Date(receipt.issued_at),
  }
  return {
    ...expectations,
    receipt,
    slug,
    signer: findSigner(signed, trustSet.receipts[receipt.environment], suite),
    status: findStatus({ receipt, slug, online: status, trustSet, suite, now }),
    logInclusion: findLogInclusion(receipt, slug, trustSet.logs[receipt.environment], suite),
    isKeyDocumentStale: !(now.getTime() - Number(trustSet.asOf ?? Number.NaN) <= maxKeyAgeSeconds * 1_000),
  }
}

/** Only what needs no particular form is judged of a malformed receipt; the rest of it cannot be relied on. */
function malformedVerdict(receipt: unknown, problem: string, expectations: Expectations): ReceiptVerdict {
  const members = isJsonObject(receipt) ? receipt : undefined
  const findings: Partial<Record<CheckName, Finding>> = {
    form: failed(`${problem}.`),
    ...(members && {
      schema: checkSchema(members['schema'], expectations),
      environment: checkEnvironment(members['environment'], expectations),
    }),
  }
  const checks = checkNames.map((name) => reported(name, findings[name] ?? notChecked('Malformed.')))
  return verdictOf(checks, null, null)
}

function verdictOf(
  checks: readonly ReceiptCheck[],
  receipt: OutcomeReceipt | null,
  inspection: Inspection | null,
): ReceiptVerdict {
  const reasons = checks.filter(({ status }) => status === 'failed').map(({ reason }) => reason)
  const isOk = (name: CheckName) => checks.some((check) => check.name === name && check.status === 'ok')
  return {
    valid: reasons.length === 0 && isOk('signature'),
    signature_valid: isOk('signing_key_id') && isOk('trusted_key') && isOk('signature'),
    policy_valid: receipt !== null && !reasons.includes('corrected') && !reasons.includes('revoked'),
    reasons,
    advisories: inspection === null ? [] : advisoriesOf(inspection),
    log_inclusion: inspection?.logInclusion ?? 'not_checked',
    receipt_id: receipt?.id ?? null,
    environment: receipt?.environment ?? null,
    result: receipt?.result ?? null,
    amounts: receipt?.amounts ?? null,
    units: receipt?.units ?? null,
    extensions: sortMemberNames(Object.keys(receipt?.extensions ?? {})),
    checks,
  }
}

function advisoriesOf({ signer, status, logInclusion, isKeyDocumentStale }: Inspection): ReceiptAdvisory[] {
  const notices: [ReceiptAdvisory, boolean][] = [
    ['status_source_unavailable', status.isUnavailable],
    ['key_retiring', signer.isRetiring],
    ['disputed', status.isDisputed],
    ['log_proof_absent', logInclusion === 'absent'],
    ['log_proof_invalid', logInclusion === 'invalid'],
    ['status_stale', status.isStale],
    ['key_document_stale', isKeyDocumentStale],
  ]
  return notices.filter(([, applies]) => applies).map(([advisory]) => advisory)
}

function reported(name: CheckName, finding: Finding): ReceiptCheck {
  return { name, reason: receiptChecks[name].reason, ...finding }
}
