import { z } from 'zod'

/** Every id prefix of the contract, by what it names. */
export const idPrefixes = {
  account: 'acc',
  spool: 'spl',
  condition: 'cond',
  evidence: 'ev',
  run: 'vr',
  receipt: 'ocr',
  attestation: 'att',
  share: 'shr',
  party: 'pty',
  event: 'evt',
  key: 'key',
  grant: 'crg',
  purchase: 'cpp',
  request: 'req',
  session: 'sbs',
  quote: 'quo',
  policy: 'pol',
  payment: 'pay',
  anomaly: 'pan',
  note: 'pnt',
  invitation: 'inv',
  consumption: 'csm',
  revocation: 'rvk',
  settlement: 'stl',
  dispute: 'dsp',
  discrepancy: 'dsc',
  review: 'rev',
  audit: 'aud',
  recovery: 'rcy',
  source: 'src',
  sourceSecret: 'sec',
  sync: 'syn',
  fact: 'fct',
  claim: 'clm',
  matchRun: 'mrn',
  match: 'mch',
} as const
export type IdKind = keyof typeof idPrefixes

const hex24 = '[0-9a-f]{24}'

/** Pattern of an id of this kind: prefix, underscore, 24 lower-case hex digits. */
export function idPattern(kind: IdKind): RegExp {
  return new RegExp(`^${idPrefixes[kind]}_${hex24}$`)
}

/**
 * Strings that the request log may keep as they were sent: closed forms that cannot hold a text of the caller. Every other string is
 * kept as its length. A registry of its own, so that the mark stands in no published schema.
 */
export const logMarks = z.registry<{ readonly log: 'plain' }>()

/** An id as readers of a document see it: by the name of its kind, with an example. */
function idSchema(kind: IdKind) {
  return z
    .string()
    .regex(idPattern(kind))
    .meta({
      id: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Id`,
      examples: [`${idPrefixes[kind]}_0123456789abcdef01234567`],
    })
    .register(logMarks, { log: 'plain' })
}

export const AccountId = idSchema('account')
export const SpoolId = idSchema('spool')
export const ConditionId = idSchema('condition')
export const EvidenceId = idSchema('evidence')
export const RunId = idSchema('run')
export const ReceiptId = idSchema('receipt')
export const AttestationId = idSchema('attestation')
/** A holder of it may read the Spool, so logs do not keep it. */
export const ShareId = idSchema('share')
logMarks.remove(ShareId)
export const PartyId = idSchema('party')
export const KeyId = idSchema('key')
export const GrantId = idSchema('grant')
export const PurchaseId = idSchema('purchase')
export const QuoteId = idSchema('quote')
export const PolicyId = idSchema('policy')
export const PaymentId = idSchema('payment')
export const AnomalyId = idSchema('anomaly')
export const InvitationId = idSchema('invitation')
export const ConsumptionId = idSchema('consumption')
export const RevocationId = idSchema('revocation')
export const SettlementId = idSchema('settlement')
export const DisputeId = idSchema('dispute')
export const DiscrepancyId = idSchema('discrepancy')
export const ReviewId = idSchema('review')
/** Id of a case that may hold the money of a Spool. */
export const CaseId = z
  .string()
  .regex(new RegExp(`^(?:dsp|dsc|rev)_${hex24}$`))
  .register(logMarks, { log: 'plain' })
export const RecoveryId = idSchema('recovery')
export const AuditId = idSchema('audit')
export const RequestId = idSchema('request')
export const SourceId = idSchema('source')
export const SourceSecretId = idSchema('sourceSecret')
export const SyncId = idSchema('sync')
export const FactId = idSchema('fact')
export const ClaimId = idSchema('claim')
export const MatchRunId = idSchema('matchRun')
export const MatchId = idSchema('match')

/** 64 lower-case hex digits of a SHA-256. */
export const Sha256Hex = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({
    id: 'Sha256Hex',
    description: 'A SHA-256 digest as 64 lower-case hexadecimal digits.',
    examples: ['0123456789abcdef'.repeat(4)],
  })
/** The same, marked with its algorithm, as quotes and attestations carry it. */
export const Sha256Digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .meta({
    id: 'Sha256Digest',
    description: 'A SHA-256 digest: `sha256:` and 64 lower-case hexadecimal digits.',
    examples: [`sha256:${'0123456789abcdef'.repeat(4)}`],
  })
/** RFC 3339 in UTC with exactly three fractional digits. */
export const Timestamp = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
    'must be a time in UTC with milliseconds, such as 2026-01-31T17:00:00.000Z',
  )
  .meta({
    id: 'Timestamp',
    description: 'A time in UTC with milliseconds (RFC 3339).',
    examples: ['2026-01-31T17:00:00.000Z'],
  })
  .register(logMarks, { log: 'plain' })

/** The same with up to nine fractional digits, and no zero at their end beyond the third: a time that is kept as exactly as it was sent. */
export const ExactTimestamp = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}(?:\d{0,5}[1-9])?Z$/,
    'must be a time in UTC with milliseconds or more, such as 2026-01-31T17:00:00.000Z',
  )
  .meta({
    id: 'ExactTimestamp',
    description: 'A time in UTC with three to nine fractional digits (RFC 3339).',
    examples: ['2026-01-31T17:00:00.000Z'],
  })
  .register(logMarks, { log: 'plain' })
