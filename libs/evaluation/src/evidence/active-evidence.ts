import { type Sha256, canonicalJson, digestOf } from '@outturn/canonical'
import type { EvidenceRow } from '@outturn/receipt-verifier'
import { confirmedEvidenceDigest } from '@outturn/receipt-verifier/issuing'
import { type Instant, isOlderThan, parseInstant } from '@outturn/checkers'
import {
  type ClaimClass,
  type EvidenceStatus,
  type EvidenceType,
  isOneOf,
  type Side,
} from '@outturn/vocabulary'
import {
  contentKeyOf,
  type EvidenceItem,
  type EvidenceRequirement,
  type Fetched,
  type PlanCondition,
  type VerificationPlan,
} from '@outturn/agreement'
import { judgesWholeDelivery } from '../plan.ts'
import type { RunInput } from '../run-input.ts'
import { confirmedItems } from './confirmed-evidence.ts'
import { deliveringSide, deliveryOf, supplierOf } from './delivery.ts'
import { canRead, formOf, preferredForm, readOf } from './content-form.ts'
import { differentDeliveries } from './different-deliveries.ts'
import type { ConditionEvidence, GatheredCondition, UnmetRequirement } from './condition-evidence.ts'
import { answers, type EvidenceSelection, isUnbound, selectEvidence } from './selected-evidence.ts'

const claimClasses: Record<EvidenceType, ClaimClass> = {
  photo: 'artifact_state',
  text: 'artifact_state',
  file: 'artifact_state',
  dataset: 'artifact_state',
  url: 'machine_fact',
  confirmation: 'actor_identity',
}

/** What a piece of evidence claims when its submitter does not say. */
export function defaultClaimClass(type: EvidenceType): ClaimClass {
  return claimClasses[type]
}

/** The part of a run's input that its evidence is. */
export type EvidenceInput = Pick<
  RunInput,
  'slug' | 'plan' | 'evidence' | 'observations' | 'opinions' | 'evaluatedAt'
>

/** The evidence of each condition of the plan, in their order, held against what was agreed about it. */
export function gatherRun(input: EvidenceInput, sha256: Sha256): readonly GatheredCondition[] {
  const selection = selectionOf(input.plan, input.evidence)
  const gathered = input.plan.conditions.map((condition) => ({
    condition,
    evidence: gatherEvidence(condition, selection, input, sha256),
  }))
  const different = differentDeliveries(
    input.plan,
    gathered.map(({ condition, evidence: { delivery } }) => ({ condition, delivery })),
  )
  if (different.size === 0) return gathered
  return gathered.map(({ condition, evidence }) => ({
    condition,
    evidence: { ...evidence, different: different.get(condition) ?? null },
  }))
}

/** Selects the active evidence of a condition and holds it against what was agreed about it. */
function gatherEvidence(
  condition: PlanCondition,
  selection: EvidenceSelection<EvidenceItem>,
  input: EvidenceInput,
  sha256: Sha256,
): ConditionEvidence {
  const { condition_id } = condition
  const active = selection.of(condition)
  const isVoid = voidIn(condition_id, input, sha256)
  const observed = input.observations.find(({ conditionId }) => conditionId === condition_id) ?? null
  const opinion = input.opinions.find(({ conditionId }) => conditionId === condition_id) ?? null
  const now = parseInstant(input.evaluatedAt)
  const statuses = new Map<EvidenceItem, EvidenceStatus>()
  const missing: EvidenceRow[] = []
  let unmet: UnmetRequirement | null = null

  for (const requirement of condition.evidence_requirements) {
    const candidates = active.filter((item) => !isReview(item) && answers(item, requirement))
    if (candidates.length === 0) {
      missing.push(missingRow(condition_id, requirement))
      unmet ??= { status: 'missing', fails: requirement.on_missing === 'fail' }
      continue
    }
    const found = candidates.map((item) => (isVoid(item) ? 'stale' : statusOf(item, requirement, now)))
    candidates.forEach((item, index) => {
      const status = found[index] ?? 'present'
      if ((statuses.get(item) ?? 'present') === 'present') statuses.set(item, status)
    })
    const [first] = found
    if (first !== undefined && first !== 'present' && !found.includes('present')) {
      unmet ??= { status: first, fails: false }
    }
  }

  const isAgreed = condition.evidence_requirements.length > 0
  const judged = active.map((item) => ({
    item,
    status: statuses.get(item) ?? (isVoid(item) ? 'stale' : plainStatus(item)),
  }))
  const present = judged.filter(({ status }) => status === 'present')
  const side = deliveringSide(condition)
  const usable = present
    .filter(({ item }) => !isStatement(item) && (isAgreed ? statuses.has(item) : item.onBehalfOf === side))
    .map(({ item }) => item)
  return {
    rows: [
      ...judged.map(({ item, status }) => evidenceRow(condition_id, item, status)),
      ...missing,
      ...(observed === null
        ? []
        : [fetchedRow(observed, ['url', 'machine_fact'], observed.observations, sha256)]),
      ...(opinion === null ? [] : [fetchedRow(opinion, ['text', 'artifact_state'], opinion.opinion, sha256)]),
    ],
    usable,
    delivery: deliveryOf(condition, usable, new Set(tablesFor(condition, selection, input.plan))),
    statements: present.map(({ item }) => item).filter((item) => isStatement(item) && !isReview(item)),
    review: present.findLast(({ item }) => isReview(item))?.item ?? null,
    observed,
    opinion,
    unmet,
    different: null,
  }
}

/**
 * The items whose rows a condition is judged on. In a plan that judges the whole delivery there are none beside documents that the condition
 * was agreed to be about, and one table under several sources that were not agreed is one table.
 */
function tablesFor(
  condition: PlanCondition,
  selection: EvidenceSelection<EvidenceItem>,
  plan: VerificationPlan,
): readonly EvidenceItem[] {
  const contents = selection.contentsOf(condition)
  if (!judgesWholeDelivery(plan)) return contents
  const tables = preferredForm(condition) === 'json' ? readOf(condition, contents) : contents
  if (!isUnbound(condition)) return tables
  const keys = tables.map((item) => [item.onBehalfOf, item.type, contentKeyOf(item)].join(' '))
  return tables.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}

/** Which items of a run count for which condition of its plan. */
export function selectionOf(
  plan: VerificationPlan,
  evidence: readonly EvidenceItem[],
): EvidenceSelection<EvidenceItem> {
  return selectEvidence(plan, evidence, { isStatement, canRead, formOf, preferredForm })
}

/** Tells a confirmation or a review that was made of other evidence than there is now; it counts no longer. */
function voidIn(
  conditionId: string,
  { slug, plan, evidence }: EvidenceInput,
  sha256: Sha256,
): (item: EvidenceItem) => boolean {
  return ({ content }) => {
    if (!bindsEvidence(content)) return false
    const submitted = evidence.filter((item) => !isStatement(item))
    const references = content.kind === 'confirmation' ? content.evidence_refs : []
    const items = confirmedItems(conditionId, plan, submitted, references)
    const digest = confirmedEvidenceDigest(slug, conditionId, items.map(confirmedItem), sha256)
    return digest !== content.confirmed_evidence_digest
  }
}

function confirmedItem({ id, contentDigest }: EvidenceItem) {
  return { evidence_id: id, content_digest: contentDigest }
}

/** Whether the service recorded the item itself, for a party or judge whose word it is; no submitted content is one. */
function isStatement({ content }: EvidenceItem): boolean {
  return content.kind === 'external_result' || bindsEvidence(content)
}

/** Whether an item has outcomes that a reviewer, or the end of a dispute, decided. It satisfies no requirement: it decides the condition whatever was submitted. */
function isReview({ content }: EvidenceItem): boolean {
  return content.kind === 'review' || content.kind === 'dispute'
}

type BoundContent = Extract<EvidenceItem['content'], { kind: 'confirmation' | 'dispute' | 'review' }>

/** Whether a content is about certain evidence, and void once there is other. */
function bindsEvidence(content: EvidenceItem['content']): content is BoundContent {
  return content.kind === 'confirmation' || content.kind === 'review' || content.kind === 'dispute'
}

function statusOf(item: EvidenceItem, requirement: EvidenceRequirement, now: Instant | null): EvidenceStatus {
  if (plainStatus(item) === 'unavailable') return 'unavailable'
  if (requirement.freshness !== undefined) {
    const seenAt = parseInstant(item.observedAt ?? item.receivedAt)
    const isOld =
      seenAt === null || now === null || isOlderThan(seenAt, requirement.freshness.max_age_seconds, now)
    if (isOld) return 'stale'
  }
  const isProven = requirement.provenance === undefined || isOneOf(requirement.provenance, item.provenance)
  // Statements are of the side that made them; any other evidence is the provider's to supply unless agreed otherwise.
  const supplier = isStatement(item) ? requirement.supplier : supplierOf(requirement)
  const isFromSupplier = supplier === undefined || supplier === item.onBehalfOf
  return isProven && isFromSupplier ? 'present' : 'provenance_unsatisfied'
}

function plainStatus(item: EvidenceItem): 'present' | 'unavailable' {
  return item.content.kind === 'unavailable' ? 'unavailable' : 'present'
}

function evidenceRow(conditionId: string, item: EvidenceItem, status: EvidenceStatus): EvidenceRow {
  return {
    evidence_id: item.id,
    condition_id: conditionId,
    status,
    type: item.type,
    claim_class: item.claimClass,
    provenance: item.provenance,
    content_digest: item.contentDigest,
    observed_at: item.observedAt,
    received_at: item.receivedAt,
    ...(item.suppliedBy !== undefined && {
      supplied_by: item.suppliedBy,
      on_behalf_of: item.onBehalfOf as Side,
    }),
    ...(bindsEvidence(item.content) && {
      confirmed_evidence_digest: item.content.confirmed_evidence_digest,
    }),
  }
}

function missingRow(conditionId: string, requirement: EvidenceRequirement): EvidenceRow {
  return {
    evidence_id: null,
    condition_id: conditionId,
    status: 'missing',
    type: requirement.expected_type,
    claim_class: defaultClaimClass(requirement.expected_type),
    provenance: requirement.provenance?.[0] ?? 'caller_declared',
    content_digest: null,
    observed_at: null,
    received_at: null,
  }
}

/** What the service saw or was told is evidence too: a replay judges by the same and asks no one. */
function fetchedRow(
  fetched: Fetched,
  [type, claimClass]: readonly [EvidenceType, ClaimClass],
  content: unknown,
  sha256: Sha256,
): EvidenceRow {
  return {
    evidence_id: fetched.evidenceId,
    condition_id: fetched.conditionId,
    status: 'present',
    type,
    claim_class: claimClass,
    provenance: 'service_fetched',
    content_digest: digestOf(canonicalJson(content), sha256),
    observed_at: fetched.observedAt,
    received_at: fetched.receivedAt,
  }
}
