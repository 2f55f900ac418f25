import {
  checkerOf,
  type EvidenceContent,
  type EvidenceItem,
  planCheckOf,
  type PlanCondition,
  type VerificationPlan,
} from '@outturn/agreement'
import { judgesOneDelivery, type RunInput, selectionOf, unitSecretsOfLeaves } from '@outturn/evaluation'
import { findParameterProblem, rulesOfVersion, rulesVersions, type ValueRules } from '@outturn/checkers'
import type { BundledCondition, ReplayBundle } from '@outturn/receipt-verifier'
import { erasedText } from '@outturn/vocabulary'

/** What is missing from a run that was asked to be replayed. */
export interface Gaps {
  /** Evidence items of which only the digest is known. */
  readonly evidenceIds: readonly string[]
  /** Evidence items that are an address which went with an erased account. */
  readonly erasedIds: readonly string[]
  /** Conditions whose result cannot be worked out without them. */
  readonly conditionIds: ReadonlySet<string>
  /** Whether all that is missing was deleted, as the bundle says: the run can never be replayed further. */
  readonly areDeleted: boolean
}

/** The input of a run, put together from a bundle. */
export interface BundledRun {
  readonly input: RunInput
  readonly gaps: Gaps
}

/** Puts the run of a bundle together. An item whose content is not there stands in as a mere reference to it. */
export function bundledRun(bundle: ReplayBundle, slug: string): BundledRun {
  const plan = runPlan(bundle)
  const missing = new Set<string>()
  const erased = new Set<string>()
  const unseen = bundle.observations.filter(isErasedRecord).map(({ condition_id }) => condition_id)
  const evidence = bundle.evidence.map((item): EvidenceItem => {
    const content = contentOf(bundle, item)
    if (content === undefined && item.content_digest !== null) missing.add(item.id)
    if (content?.kind === 'reference' && content.url === erasedText) erased.add(item.id)
    return {
      id: item.id,
      conditionId: item.condition_id,
      type: item.type,
      source: item.source,
      claimClass: item.claim_class,
      provenance: item.provenance,
      onBehalfOf: item.on_behalf_of,
      ...(item.supplied_by !== undefined && { suppliedBy: item.supplied_by }),
      contentDigest: item.content_digest,
      ...(item.content_digest !== null && bundle.contents[item.id] !== undefined && { contentKey: item.id }),
      observedAt: item.observed_at,
      receivedAt: item.received_at,
      content: content ?? absent(item.content_digest),
    }
  })
  return {
    input: {
      slug,
      runId: bundle.receipt.verification.run_id,
      plan,
      evidence,
      observations: bundle.observations.map(fetched),
      opinions: (bundle.opinions ?? []).map(fetched),
      unitSecrets: unitSecretsOfLeaves(bundle.receipt.unit_results ?? []),
      evaluatedAt: bundle.evaluated_at,
    },
    gaps: {
      evidenceIds: [...missing],
      erasedIds: [...erased],
      conditionIds:
        unreadableCheck(bundle) === null
          ? new Set([...conditionsWithout(new Set([...missing, ...erased]), plan, evidence), ...unseen])
          : new Set(),
      areDeleted:
        missing.size + erased.size + unseen.length > 0 &&
        [...missing].every((id) => deletedItems(bundle).has(id)),
    },
  }
}

/**
 * The rules that a run may have been judged by: those of the version that its results name, else every version, the one of today
 * first, for a run whose results name none.
 */
export function rulesOf({ receipt }: ReplayBundle): readonly ValueRules[] {
  const named = receipt.condition_results.find(
    ({ verifier_id: id }) => id === 'checker' || id.startsWith('checker.') || id === 'judge.verbatim',
  )
  const versions = named === undefined ? rulesVersions : [named.verifier_version]
  return versions.flatMap((version) => rulesOfVersion(version) ?? [])
}

/** The id of the first condition whose check this program does not know; null when there is none. */
function unreadableCheck({ plan }: ReplayBundle): string | null {
  const unknown = plan.conditions.find(
    ({ check, verification_method: method }) =>
      check !== null && !planCheckOf[method].safeParse(check).success,
  )
  return unknown?.condition_id ?? null
}

/** Says what no program could run in a plan; null when there is nothing. */
export function unusablePlan(bundle: ReplayBundle, rules: ValueRules): string | null {
  const unknown = unreadableCheck(bundle)
  if (unknown !== null) return `the check of ${unknown} is none that this program knows`
  for (const { condition_id, check, verification_method } of bundle.plan.conditions) {
    if (check === null) continue
    const agreed = checkerOf(planCheckOf[verification_method].parse(check))
    const bad = agreed === null ? null : findParameterProblem(agreed, rules)
    if (bad !== null) return `${bad.field} of the check of ${condition_id} ${bad.message}`
  }
  return null
}

// The parameters are those that `unusablePlan` has read; they are passed on as they are, because they are hashed so.
function runPlan({ plan: { schema: _, ...plan } }: ReplayBundle): VerificationPlan {
  return { ...plan, conditions: plan.conditions.map((condition) => condition as PlannedCheck) }
}

type PlannedCheck = BundledCondition & PlanCondition

function absent(digest: string | null): EvidenceContent {
  return digest === null ? { kind: 'unavailable' } : { kind: 'reference', sha256: digest }
}

/** A finding of the service, in the form in which a run is given it. */
function fetched<Finding extends BundledFinding>(finding: Finding) {
  const { evidence_id, condition_id, observed_at, received_at, ...found } = finding
  return {
    evidenceId: evidence_id,
    conditionId: condition_id,
    observedAt: observed_at,
    receivedAt: received_at,
    ...found,
  }
}

type BundledFinding = Record<'evidence_id' | 'condition_id' | 'observed_at' | 'received_at', string>

function conditionsWithout(
  missing: ReadonlySet<string>,
  plan: VerificationPlan,
  evidence: readonly EvidenceItem[],
): ReadonlySet<string> {
  const selection = selectionOf(plan, evidence)
  const lacks = (condition: PlanCondition) => selection.of(condition).some(({ id }) => missing.has(id))
  const affected = plan.conditions.filter(lacks)
  // The first dataset of a run says which unit is which: without it no later one can be laid out.
  const isLaidOutByIdentity = plan.unitization?.identity !== undefined
  // Whether the labels make several deliveries of one depends on what each item holds.
  const isOneDelivery = affected.length > 0 && judgesOneDelivery(plan) && !haveEqualContents(plan, selection)
  const all = affected.length > 0 && (isLaidOutByIdentity || isOneDelivery) ? plan.conditions : affected
  return new Set(all.map(({ condition_id }) => condition_id))
}

function haveEqualContents(plan: VerificationPlan, selection: ReturnType<typeof selectionOf>): boolean {
  const contents = plan.conditions.map((condition) =>
    selection.contentsOf(condition).map(({ id, contentDigest }) => contentDigest ?? id),
  )
  return new Set(contents.filter((each) => each.length > 0).map((each) => each.join(' '))).size <= 1
}

/** The content of an item: under its own id where the same bytes are there in another form too, else under its digest. */
export function contentOf(
  { contents }: Pick<ReplayBundle, 'contents'>,
  { id, content_digest: digest }: Pick<ReplayBundle['evidence'][number], 'id' | 'content_digest'>,
): ReplayBundle['contents'][string] | undefined {
  return contents[id] ?? (digest === null ? undefined : contents[digest])
}

/** Whether the addresses that the service visited went with an erased account: no address is that text. */
export function isErasedRecord({
  observations,
}: Pick<ReplayBundle['observations'][number], 'observations'>): boolean {
  return observations.some(({ url }) => url === erasedText)
}

/** The items whose content was deleted, as the bundle says. */
export function deletedItems({ withheld = [] }: Pick<ReplayBundle, 'withheld'>): ReadonlySet<string> {
  return new Set(withheld.map(({ evidence_id: id }) => id))
}
