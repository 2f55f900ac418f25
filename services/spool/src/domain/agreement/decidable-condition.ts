import type { EvidenceRequirement } from '@outturn/agreement'
import { type DeterministicCheck, type JudgedPart, judgedPartOf, millisecondsOf } from '@outturn/checkers'
import { Refusal, unprocessable } from '@outturn/contracts'
import { claimableProvenance, type EvidenceType, isOneOf } from '@outturn/vocabulary'
import { isSourceId } from '../model/casework/required-sources.ts'
import type { Condition } from '../model/spool.ts'

/** A part of evidence that a checker reads. */
type Reading = 'rows' | 'text' | 'json' | 'anything'

/** The types of evidence that can hold it. A photo holds an image, and a URL a reference or rows. */
const typesWith: Record<Reading, readonly EvidenceType[] | null> = {
  rows: ['dataset', 'file', 'url', 'confirmation'],
  text: ['text', 'file', 'dataset', 'confirmation'],
  json: ['dataset', 'file', 'text', 'url', 'confirmation'],
  anything: null,
}

/** Claims of an upload that evidence of a type cannot make, because it holds no such upload. */
const impossibleClaims: Partial<Record<EvidenceType, readonly string[]>> = {
  url: ['uploaded_text', 'uploaded_csv', 'uploaded_file'],
}

/**
 * Refuses a required condition that nothing could ever decide. An optional one is agreed all the same, and stays uncertain. `field` is the
 * place of the condition in the request.
 */
export function assertDecidable(condition: Condition, field: string): void {
  if (!condition.required) return
  assertHasTerms(condition, field)
  const requirements = condition.evidence_requirements ?? []
  requirements.forEach((requirement, index) => {
    const place = `${field}.evidence_requirements[${index}]`
    assertSuppliable(requirement, condition, place)
    assertOwnSource(requirement, requirements.slice(0, index), place)
  })
  assertReadable(condition, field)
}

/** Why nothing could ever decide a required condition, as one may have been agreed before it was refused; null where something can. */
export function whyUndecidable(condition: Condition): string | null {
  try {
    assertDecidable(condition, '')
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** Refuses a required deadline for the delivery itself that has passed, its grace included. */
export function assertDeadlineAhead(condition: Condition, field: string, now: Date): void {
  const { required, deterministic_check: check } = condition
  if (!required || check?.checker !== 'deadline_met' || (check.basis ?? 'received_at') !== 'received_at')
    return
  const deadline = millisecondsOf(check.deadline)
  if (deadline === null || deadline + (check.grace_seconds ?? 0) * 1_000 > now.getTime()) return
  throw unprocessable(
    `${field}.deterministic_check.deadline`,
    `The deadline ${check.deadline} has passed${check.grace_seconds ? ', with its grace' : ''}: no delivery could meet it.`,
    { remediation: 'Send a deadline that lies ahead, or leave this condition out.' },
  )
}

function assertHasTerms(condition: Condition, field: string): void {
  if (condition.verification_method === 'external_tool' && condition.external_judge === undefined) {
    throw unprocessable(
      `${field}.external_judge`,
      'A required condition of external_tool needs the judge that decides it; this one declares none.',
      {
        remediation:
          'Send external_judge with the id, name and proof of the judge, or required false to keep the condition as a note.',
      },
    )
  }
  if (condition.verification_method === 'ai_assisted' && condition.claim_cited === undefined) {
    throw unprocessable(
      `${field}.claim_cited`,
      'A required condition of ai_assisted needs the claim that is judged; this one declares none.',
      { remediation: 'Send claim_cited with the claim, or required false to keep the condition as a note.' },
    )
  }
}

/** Refuses a requirement that no evidence can satisfy, by where evidence of its type can come from. */
function assertSuppliable(
  { provenance, expected_type: type, source_ref: source }: EvidenceRequirement,
  { verification_method: method }: Condition,
  place: string,
): void {
  if (provenance === undefined) return
  if (isSourceId(source)) return assertReportable(provenance, place)
  const impossible = impossibleClaims[type] ?? []
  const isPossible = provenance.some(
    (each) =>
      (isOneOf(claimableProvenance, each) && !impossible.includes(each)) ||
      (each === 'third_party_attested' && method === 'external_tool' && type === 'confirmation'),
  )
  if (isPossible) return
  const possible = claimableProvenance.filter((each) => !impossible.includes(each))
  throw unprocessable(
    `${place}.provenance`,
    `No evidence of type ${type} for this condition can have the provenance ${provenance.join(' or ')}.`,
    {
      remediation: `Leave provenance out, or add one that a party can supply: ${possible.join(', ')}. What the service fetches itself needs no requirement: use the checker http_status.`,
    },
  )
}

/** Refuses a requirement of a registered source by a provenance that its facts never have. */
function assertReportable(provenance: NonNullable<EvidenceRequirement['provenance']>, place: string): void {
  if (provenance.some((each) => isOneOf(reportedProvenance, each))) return
  throw unprocessable(
    `${place}.provenance`,
    `No fact of a source has the provenance ${provenance.join(' or ')}.`,
    { remediation: `Leave provenance out, or add one of ${reportedProvenance.join(', ')}.` },
  )
}

/** How facts of a source come here. */
const reportedProvenance = ['source_webhook_signed', 'service_fetched'] as const

/** Refuses a requirement whose evidence would take the place of that of an earlier one: the latest item of a source counts alone. */
function assertOwnSource(
  requirement: EvidenceRequirement,
  earlier: readonly EvidenceRequirement[],
  place: string,
): void {
  const same = earlier.find(
    (other) =>
      other.source_ref === requirement.source_ref &&
      (other.supplier ?? 'provider') === (requirement.supplier ?? 'provider'),
  )
  if (same === undefined) return
  if (same.expected_type !== requirement.expected_type) {
    throw unprocessable(
      `${place}.source_ref`,
      `The source ${requirement.source_ref} is required as ${same.expected_type} and as ${requirement.expected_type}, but the latest item of a source replaces the one before.`,
      { remediation: 'Name another source in one of the two requirements.' },
    )
  }
  const { provenance: first } = same
  const { provenance: second } = requirement
  if (first === undefined || second === undefined || first.some((each) => second.includes(each))) return
  throw unprocessable(
    `${place}.provenance`,
    `The source ${requirement.source_ref} is required with two provenances that no item has both of.`,
    { remediation: 'Name another source in one of the two requirements, or a provenance that both allow.' },
  )
}

/** Refuses requirements of which none asks for evidence that the check, or the claim, can be judged on. */
function assertReadable(condition: Condition, field: string): void {
  const {
    deterministic_check: check,
    claim_cited: claim,
    evidence_requirements: requirements = [],
  } = condition
  if (requirements.length === 0) return
  if (claim?.evidence_ref !== undefined) {
    const isAgreed = requirements.some(({ source_ref: source }) => source === claim.evidence_ref)
    if (!isAgreed) {
      throw unprocessable(
        `${field}.claim_cited.evidence_ref`,
        `The claim is about the source ${claim.evidence_ref}, which no evidence requirement of the condition asks for.`,
        { remediation: 'Name a source_ref of the evidence_requirements, or leave evidence_ref out.' },
      )
    }
  }
  const reading = check === undefined ? null : readingOf(check)
  const types = reading === null ? null : typesWith[reading]
  if (types === null || requirements.some(({ expected_type: type }) => types.includes(type))) return
  const asked = [...new Set(requirements.map(({ expected_type: type }) => type))].join(' and ')
  throw unprocessable(
    `${field}.evidence_requirements[0].expected_type`,
    `The checker ${check?.checker} reads ${reading}, and the requirements ask for ${asked} alone.`,
    { remediation: `Ask for evidence of type ${types.join(', ')}.` },
  )
}

const readingOfPath: Partial<Record<JudgedPart, Reading>> = { rows: 'rows', text: 'text' }

function readingOf(check: DeterministicCheck): Reading {
  switch (check.checker) {
    case 'row_count':
    case 'completeness':
    case 'duplicate_rate':
      return 'rows'
    case 'text_contains':
      return check.field === undefined ? 'text' : 'rows'
    case 'json_path':
      return readingOfPath[judgedPartOf(check)] ?? 'json'
    case 'hash_matches':
      if (check.field !== undefined) return 'rows'
      return check.over === 'canonical_json' ? 'json' : 'anything'
    case 'url_format':
    case 'http_status':
      return check.field === undefined ? 'anything' : 'rows'
    case 'deadline_met':
      return check.basis === 'field' ? 'rows' : 'anything'
    default:
      return check satisfies never
  }
}
