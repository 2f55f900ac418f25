import { assertOwnLabel } from '../model/casework/required-sources.ts'
import { contentKeyOf, type EvidenceContent } from '@outturn/agreement'
import type { TableReaders } from '@outturn/checkers'
import { defaultClaimClass } from '@outturn/evaluation'
import { assertItemSize, conflict, forbidden, unprocessable } from '@outturn/contracts'
import type { Decision } from '../model/decision.ts'
import { addEvidence } from './add-evidence.ts'
import type { ConfirmationHashes } from '../confirmations/confirmed-evidence.ts'
import { voidConfirmations } from '../confirmations/void-confirmations.ts'
import { assertDescriptionSize, type KeptContent, keptContent } from '../evidence/evidence-content.ts'
import type { Evidence, Spool } from '../model/spool.ts'
import { maxEvidenceItems, submittedBy, submittingSides } from '../model/held-items.ts'
import { sideNamed } from '../evidence/named-side.ts'
import type { EvidenceDraft } from '../evidence/evidence-draft.ts'
import { assertTrueProvenance } from '../evidence/claimed-provenance.ts'
import { assertReadable } from '../evidence/readable-content.ts'
import { readSubmitted, type SubmittedContent, submittedContent } from '../evidence/submitted-content.ts'
import type { Side } from '@outturn/vocabulary'
import { actorOf, sideOf, type Viewer } from '../model/viewer.ts'

/** The functions that a content is written and hashed by. */
export type ContentTools = {
  canonical: (value: unknown) => string
  sha256Hex: (text: string) => string
  /** SHA-256 of what is held, 64 hex digits. */
  digestOf: (content: EvidenceContent) => string | null
}

export type SubmissionFacts = ContentTools & { at: string; evidenceId: string }

/** What an item holds, which follows from what was sent alone. */
export type ReadContent = ReturnType<typeof readContent>

/** The content of a draft as it is kept; refuses what cannot be kept or judged as it was sent. This is most of the work for an item. */
export function readContent(
  draft: EvidenceDraft,
  tools: ContentTools,
  submitted: SubmittedContent = submittedContent(draft),
) {
  const kept = keptContent(submitted.content, tools)
  const bytes = bytesOf(draft, submitted.extras, kept, tools)
  assertItemSize(bytes, 'metadata')
  return { ...submitted, kept, bytes, ...rowsWithin(submitted) }
}

/** The same of a draft whose file, where it claims to hold rows, was found to hold them; it pauses while that is read. */
export async function readableContent(
  draft: EvidenceDraft,
  tools: ContentTools,
  readers: TableReaders,
): Promise<ReadContent> {
  return readContent(draft, tools, await readSubmitted(draft, readers))
}

/** An item before it is decided whether the Spool takes it, with the text of its content. */
export type Submission = { item: Evidence; text: string }

/** The evidence item that a draft makes, with its content where that was read before; refuses what cannot be kept or judged. */
export function submission(
  draft: EvidenceDraft,
  spool: Spool,
  viewer: Viewer,
  facts: SubmissionFacts,
  read: ReadContent = readContent(draft, facts),
): Submission {
  const { content, provenance, extras, kept, bytes, rows, characters = 0 } = read
  assertOwnLabel(draft.source, 'source')
  assertTrueProvenance(draft.provenance, content, { at: facts.at, field: 'provenance' })
  const conditionId = knownCondition(draft, spool)
  const onBehalfOf = suppliedBy(draft, spool, viewer)
  const sender = actorOf(spool, viewer, onBehalfOf)
  assertReadable(draft, read, spool.agreement, onBehalfOf)
  const detail = draft.provenance ?? { method: provenance }
  const item: Evidence = {
    id: facts.evidenceId,
    conditionId,
    type: draft.type,
    source: draft.source,
    claimClass: draft.claimClass ?? defaultClaimClass(draft.type),
    provenance: detail.method,
    provenanceDetail: detail,
    onBehalfOf,
    // A digest that was only declared is not one of anything held; it stays in the reference.
    contentDigest: content.kind === 'reference' ? null : kept.digest,
    bytes,
    ...(content.kind === 'reference' && { referenceDigest: facts.sha256Hex(kept.text) }),
    ...(rows !== undefined && { rows }),
    ...(characters > bytes && { characters }),
    ...(content.kind === 'bytes' && content.dialect !== undefined && { dialect: content.dialect }),
    observedAt: detail.observed_at ?? null,
    receivedAt: facts.at,
    ...(sender !== null && { submittedBy: sender.partyId }),
    ...sentInNameOfOther(onBehalfOf, spool, viewer),
    ...(Object.keys(extras).length > 0 && { metadata: extras }),
  }
  assertDescriptionSize(item)
  return { text: kept.text, item }
}

function rowsWithin({ content, rows }: SubmittedContent): Pick<Evidence, 'rows'> {
  if (content.kind === 'rows') return { rows: content.rows.length }
  return rows === undefined ? {} : { rows }
}

/** UTF-8 bytes of the canonical JSON of what was sent; those of its rows or its JSON are known already. */
function bytesOf(
  { sent, metadata }: EvidenceDraft,
  extras: EvidenceDraft['metadata'],
  { valueBytes }: KeptContent,
  { canonical }: ContentTools,
): number {
  if (valueBytes === null) return Buffer.byteLength(canonical(sent))
  const member = Object.hasOwn(metadata, 'rows') ? 'rows' : 'json'
  const placeholder = ''
  const around = { ...sent, metadata: { ...extras, [member]: placeholder } }
  return Buffer.byteLength(canonical(around)) - canonical(placeholder).length + valueBytes
}

/** The Spool with one more evidence item. */
export function submitEvidence(
  { spool, evidence, viewer }: { spool: Spool; evidence: readonly Evidence[]; viewer: Viewer },
  { item: sent, text }: Submission,
  heldText: string | null,
  hashes: ConfirmationHashes,
): Decision {
  const item = keptApart(sent, text, heldText)
  const side = countedSide(item, spool, viewer)
  assertRoomOf(side, spool)
  assertOwnSource(item, evidence, spool)
  const added = addEvidence(spool, [item], {
    held: evidence,
    at: item.receivedAt,
    partyId: item.submittedBy ?? null,
    side,
    contents: [{ digest: contentKeyOf(item), text }],
    data: {
      evidence_ids: [item.id],
      condition_id: item.conditionId,
      content_digest: item.contentDigest,
    },
  })
  return voidConfirmations(added, evidence, { at: item.receivedAt, hashes })
}

/** The side whose limit an item counts against: that of its submitter, in whatever name it was submitted. */
function countedSide({ onBehalfOf }: Evidence, spool: Spool, viewer: Viewer): Side {
  const sides = submittingSides(spool, viewer)
  return sides.find((side) => side === onBehalfOf) ?? sides[0] ?? 'provider'
}

function assertRoomOf(side: Side, { state }: Spool): void {
  if (submittedBy(side, state) < maxEvidenceItems) return
  throw conflict(`This Spool has taken ${maxEvidenceItems} evidence items from the ${side}.`, {
    reason: 'evidence_limit_reached',
    remediation: 'Verify with the evidence that is recorded; agree on a new Spool for the rest.',
  })
}

/**
 * A later item takes the place of an earlier one from the same side and source. What a party submitted for itself, the
 * other one cannot put aside in its name.
 */
function assertOwnSource(item: Evidence, evidence: readonly Evidence[], { agreement }: Spool): void {
  const replaced = evidence.findLast(
    ({ conditionId, onBehalfOf, source, submittedBy: submitter }) =>
      submitter !== undefined &&
      conditionId === item.conditionId &&
      onBehalfOf === item.onBehalfOf &&
      source === item.source,
  )
  if (replaced === undefined || replaced.submittedBy === item.submittedBy) return
  const owner = agreement.parties.find(({ partyId }) => partyId === replaced.submittedBy)
  if (owner === undefined || sideOf(owner.role) !== item.onBehalfOf) return
  throw conflict(`The ${item.onBehalfOf} has submitted evidence of the source "${item.source}".`, {
    field: 'source',
    reason: 'source_of_other_party',
    remediation: 'Send it under another source, or leave on_behalf_of out to speak for your own side.',
  })
}

/** Content is kept once for each digest in the form it first came in; in another form it is kept for its item, and judged in that form. */
function keptApart(item: Evidence, text: string, heldText: string | null): Evidence {
  return heldText === null || heldText === text ? item : { ...item, contentKey: item.id }
}

function knownCondition({ conditionId: id }: EvidenceDraft, spool: Spool): string {
  if (spool.agreement.conditions.some((condition) => condition.id === id)) return id
  throw unprocessable('condition_id', `This Spool has no condition ${id}.`, {
    remediation: 'Read the Spool and send the id of one of its conditions.',
  })
}

/**
 * The side that the item comes from: the caller's own unless it says otherwise; the provider's where the caller speaks for
 * both sides or the Spool is unilateral, because evidence is what was delivered.
 */
function suppliedBy(draft: EvidenceDraft, spool: Spool, viewer: Viewer): Side {
  const { onBehalfOf: named } = draft
  if (named === null) {
    const isForBoth = spool.agreement.mode === 'unilateral' || viewer.sides.length > 1
    return isForBoth || viewer.party === null ? 'provider' : sideOf(viewer.party.role)
  }
  const side = sideNamed(named, spool)
  assertMaySupply(side, draft, spool, viewer)
  return side
}

/** That a party sent an item in the name of the other one, who reads it; in a unilateral Spool one party sends for both. */
function sentInNameOfOther(
  side: Side,
  { agreement }: Spool,
  { party, sides }: Viewer,
): Pick<Evidence, 'suppliedBy'> {
  if (agreement.mode === 'unilateral' || party === null || sides.includes(side)) return {}
  return { suppliedBy: sideOf(party.role) }
}

/** Where the agreement says which side supplies the evidence, the other side cannot say so in its place. */
function assertMaySupply(
  side: Side,
  { conditionId: id }: EvidenceDraft,
  { agreement }: Spool,
  { sides }: Viewer,
): void {
  if (agreement.mode === 'unilateral' || sides.includes(side)) return
  const { evidence_requirements: requirements = [] } =
    agreement.conditions.find((each) => each.id === id) ?? {}
  if (requirements.every(({ supplier }) => supplier !== side)) return
  throw forbidden(`The agreement has the ${side} supply this evidence.`, {
    field: 'on_behalf_of',
    reason: `${side}_side_only`,
    remediation: `Leave this to a key of the ${side}.`,
  })
}
