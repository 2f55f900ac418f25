export const evidenceTypes = ['photo', 'text', 'file', 'url', 'dataset', 'confirmation'] as const
export type EvidenceType = (typeof evidenceTypes)[number]

/** What stands where a text of an erased account was. */
export const erasedText = '[erased]'

/** What an evidence item is evidence of. */
export const claimClasses = ['actor_identity', 'artifact_state', 'machine_fact'] as const
export type ClaimClass = (typeof claimClasses)[number]

/** Rungs of the provenance ladder that a caller may claim. */
export const claimableProvenance = [
  'caller_declared',
  'uploaded_text',
  'uploaded_json',
  'uploaded_csv',
  'uploaded_file',
] as const

/** The provenance ladder. Only the service sets the rungs that a caller may not claim. */
export const provenanceSlugs = [
  ...claimableProvenance,
  'service_fetched',
  'source_webhook_signed',
  'third_party_attested',
] as const
export type ProvenanceSlug = (typeof provenanceSlugs)[number]

/** The result of a condition whose evidence is missing. */
export const missingEvidenceResults = ['uncertain', 'fail'] as const
export type MissingEvidenceResult = (typeof missingEvidenceResults)[number]

/** What a run found of an evidence item that a condition asks for. */
export const evidenceStatuses = [
  'present',
  'missing',
  'stale',
  'unavailable',
  'provenance_unsatisfied',
] as const
export type EvidenceStatus = (typeof evidenceStatuses)[number]

/** How a receipt names a unit: by its label, or by a pseudonym of it. */
export const identityVisibilities = ['label', 'pseudonymous'] as const
export type IdentityVisibility = (typeof identityVisibilities)[number]
