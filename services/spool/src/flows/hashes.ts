import { canonicalJson, digestOf } from '@outturn/canonical'
import { nodeHmacSha256, nodeSha256 } from '@outturn/canonical/node'
import type { EvidenceContent, VerificationPlan } from '@outturn/agreement'
import { contentDigest, planHash, planText } from '@outturn/evaluation'
import {
  agreementPreimage,
  type ConfirmedItem,
  confirmedEvidenceDigest,
  quotePreimage,
  spoolEventHash,
} from '@outturn/receipt-verifier/issuing'
import type { UnhashedAgreement } from '../domain/agreement/draft-agreement.ts'
import type { ChainedEntry } from '../domain/model/history.ts'
import type { Agreement, QuoteTerms } from '../domain/model/spool.ts'
import { derivedId } from '@outturn/service'

/** The digests that a Spool carries, under one slug, by the native hash functions. */
export type SpoolHashes = {
  canonical(value: unknown): string
  sha256Hex(text: string): string
  /** `sha256:` and the digest of the canonical JSON of what a party wrote, as the history has it. */
  text(said: unknown): string
  plan(plan: VerificationPlan): string
  agreement(spoolId: string, agreement: UnhashedAgreement): string
  /** The agreement with its digests. */
  hashed(spoolId: string, agreement: UnhashedAgreement): Agreement
  /** What a confirmation of a condition binds, of the items that it is about; 64 hex digits. */
  confirmedEvidence(conditionId: string, items: readonly ConfirmedItem[]): string
  /** SHA-256 of what is held of an evidence item, 64 hex digits. */
  content(content: EvidenceContent): string | null
  /** `sha256:` and the digest of the terms of a quote. */
  quote(terms: Omit<QuoteTerms, 'quote_digest' | 'quote_id'>): string
  /** The canonical texts whose digests `agreement` and `plan` are. */
  preimages(spoolId: string, agreement: UnhashedAgreement): { agreement: string; plan: string }
  eventHash(entry: Omit<ChainedEntry, 'hash'>): string
  /** Id of the entry that a timer makes: the same for every reader and for the sweeper. */
  timerEntryId(spoolId: string, type: string): string
  /** 24 hex digits that stand for a party in the receipts of one Spool and mean nothing elsewhere. */
  pseudonym(salt: Uint8Array, partyId: string): string
}

export function spoolHashes(slug: string): SpoolHashes {
  const canonical = (value: unknown) => canonicalJson(value)
  const plan = (terms: VerificationPlan) => planHash(slug, terms, nodeSha256)
  const agreement = (spoolId: string, terms: UnhashedAgreement) =>
    digestOf(agreementText(slug, spoolId, terms), nodeSha256)
  return {
    canonical,
    sha256Hex: (text) => digestOf(text, nodeSha256),
    text: (said) => `sha256:${digestOf(canonicalJson(said), nodeSha256)}`,
    plan,
    agreement,
    hashed: (spoolId, terms) => ({
      ...terms,
      planHash: plan(terms.plan),
      agreementHash: agreement(spoolId, terms),
    }),
    confirmedEvidence: (condition, items) => confirmedEvidenceDigest(slug, condition, items, nodeSha256),
    content: (content) => contentDigest(content, nodeSha256),
    quote: (terms) => `sha256:${digestOf(quotePreimage(slug, terms), nodeSha256)}`,
    preimages: (spoolId, terms) => ({
      agreement: agreementText(slug, spoolId, terms),
      plan: planText(slug, terms.plan),
    }),
    eventHash: (entry) => spoolEventHash(entry as Parameters<typeof spoolEventHash>[0], nodeSha256),
    timerEntryId: (spoolId, type) => derivedId('event', `${spoolId}:${type}`),
    pseudonym: (salt, partyId) =>
      Buffer.from(nodeHmacSha256(salt, `party:${partyId}`))
        .toString('hex')
        .slice(0, 24),
  }
}

function agreementText(slug: string, spoolId: string, agreement: UnhashedAgreement): string {
  return agreementPreimage(slug, {
    spool_id: spoolId,
    agreement_version: agreement.version,
    type: agreement.type,
    mode: agreement.mode,
    parties: agreement.parties.map(({ role, kind, displayName, settlementAddress }) => ({
      role,
      kind,
      display_name: displayName,
      ...(settlementAddress !== undefined && { settlement_address: settlementAddress }),
    })),
    value: agreement.value,
    deliverable: agreement.deliverable,
    terms: agreement.terms,
    conditions: agreement.conditions,
    unitization: agreement.unitization,
    economics: agreement.economics,
    dispute_policy: agreement.disputePolicy,
    finality: agreement.finality,
  })
}

/**
 * The id of a condition by its Spool, the version of the agreement that added it and its place among those added. What is
 * tried and what is done then have the same ids, and so the same digests.
 */
export function conditionId(spoolId: string, agreementVersion: number, index: number): string {
  return derivedId('condition', `${spoolId}:${agreementVersion}:${index}`)
}
