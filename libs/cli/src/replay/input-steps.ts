import { type JsonValue, canonicalJson, digestOf, isJsonObject } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import type { EvidenceContent } from '@outturn/agreement'
import { termOfMethod, type VerificationMethod } from '@outturn/vocabulary'
import { aggregationPolicy, contentDigest, evidencePolicyVersions, planVersion } from '@outturn/evaluation'
import { schemaId } from '@outturn/receipt-verifier/issuing'
import type { Replay } from './replay.ts'
import { counted, failed, listed, notReplayed, ok, type StepFinding } from './replay-step.ts'
import { firstDifference, isSameJson } from './same-json.ts'

export function judgeReceipt({ verdict }: Replay): StepFinding {
  // What became of the receipt afterwards does not change what the run came to; the report says it beside.
  const isAuthentic = verdict.reasons.every((reason) => reason === 'corrected' || reason === 'revoked')
  return isAuthentic && verdict.signature_valid
    ? ok('A trusted key signed it, and it is intact.')
    : failed(`It is not valid: ${verdict.reasons.join(', ')}.`)
}

export function judgeAgreement({ bundle, slug }: Replay): StepFinding {
  const { agreement, receipt } = bundle
  if (digestOf(canonicalJson(agreement), nodeSha256) !== receipt.agreement.agreement_hash) {
    return failed('The agreement does not have the agreement hash of the receipt.')
  }
  const { spool_id, agreement_version } = receipt.agreement
  const named = { schema: schemaId(slug, 'agreement'), spool_id, agreement_version }
  const stranger = Object.entries(named).find(([name, value]) => agreement[name] !== value)
  return stranger === undefined
    ? ok('It has the agreement hash of the receipt.')
    : failed(`Its ${stranger[0]} is not that of the receipt.`)
}

export function judgePlan({ bundle, slug, unusable }: Replay): StepFinding {
  const { plan, receipt } = bundle
  if (digestOf(canonicalJson(plan), nodeSha256) !== receipt.verification.plan_hash) {
    return failed('The plan does not have the plan hash of the receipt.')
  }
  if (plan.schema !== schemaId(slug, 'verification-plan')) return failed('Its schema is not that of a plan.')
  return unusable === null
    ? ok('It has the plan hash of the receipt.')
    : failed(`It cannot be run: ${unusable}.`)
}

/** The plan binds what will be judged and the agreement what was agreed; each has a hash, and neither hash binds the other. */
export function judgePlanAsAgreed({ bundle: { plan, agreement } }: Replay): StepFinding {
  const agreed = Array.isArray(agreement['conditions']) ? agreement['conditions'] : []
  const planned = plan.conditions.map(({ condition_id, required, verification_method, check }) => ({
    condition_id,
    required,
    verification_method,
    check,
  }))
  const different = firstDifference(agreed.map(agreedCondition), planned)
  if (different >= 0) {
    const id = planned[different]?.condition_id
    return failed(
      id === undefined
        ? 'A condition of the agreement is not in the plan.'
        : `The plan does not judge ${id} as it was agreed.`,
    )
  }
  if (!isSameJson(plan.unitization, agreement['unitization'] ?? null)) {
    return failed('The plan counts units other than those agreed.')
  }
  if (!isSameJson(plan.value, agreedAmount(agreement['value'] ?? null))) {
    return failed('The plan is worth another amount than was agreed.')
  }
  return ok(`It judges ${counted(planned.length, 'condition')}, as agreed, and nothing else.`)
}

/** What a plan takes of the agreed value: the preferred rail is between the parties. */
function agreedAmount(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  const { rail_preference: _rail, ...amount } = value
  return amount
}

function agreedCondition(condition: JsonValue) {
  const member = (name: string) => (isJsonObject(condition) ? (condition[name] ?? null) : null)
  const method = member('verification_method')
  return {
    condition_id: member('id'),
    required: member('required'),
    verification_method: method,
    check: agreedCheck(method, member),
  }
}

/** What the plan has as the check: the agreed checker, or the terms of another method under their own name. */
function agreedCheck(method: JsonValue, member: (name: string) => JsonValue): JsonValue {
  const name = termOfMethod[method as VerificationMethod] ?? 'deterministic_check'
  if (name === 'deterministic_check') return member(name)
  const terms = member(name)
  return terms === null ? null : { [name]: terms }
}

export function judgeRules({ bundle: { plan, receipt } }: Replay): StepFinding {
  const { verification } = receipt
  const known = {
    plan_version: [planVersion],
    // A run is judged by the rules that its plan was agreed with.
    evidence_policy_version: evidencePolicyVersions,
    aggregation_policy: [aggregationPolicy],
  }
  const names = Object.keys(known) as (keyof typeof known)[]
  const unnamed = [...names, 'compiler_version' as const].find(
    (name) => !isSameJson(plan[name], verification[name]),
  )
  if (unnamed !== undefined) return failed(`The ${unnamed} of the plan is not that of the receipt.`)
  const unknown = names.find((name) => !known[name].some((each) => isSameJson(plan[name], each)))
  return unknown === undefined
    ? ok(
        `This program judges by the same rules: ${aggregationPolicy.policy_id}@${aggregationPolicy.policy_version}.`,
      )
    : failed(`This program does not know the ${unknown} of the plan.`)
}

export function judgeContents({ bundle, gaps }: Replay): StepFinding {
  const { evidence, contents } = bundle
  const digests = new Map(
    evidence.flatMap((item) => [item.content_digest ?? item.id, item.id].map((key) => [key, item])),
  )
  for (const [key, content] of Object.entries(contents)) {
    const item = digests.get(key)
    if (item === undefined) return failed(`The content ${key} belongs to no evidence.`)
    if (!hasDigest(content, item.content_digest)) {
      return failed(`The content of ${item.id} does not have the digest that the receipt lists.`)
    }
  }
  const items = counted(evidence.length, 'evidence item')
  const { evidenceIds, erasedIds } = gaps
  const lost = [
    ...(evidenceIds.length === 0 ? [] : [`only the digest is here for ${listed(evidenceIds)}`]),
    ...(erasedIds.length === 0 ? [] : [`the address of ${listed(erasedIds)} was erased with an account`]),
  ]
  return lost.length === 0
    ? ok(`The content of ${items} has the digests that the receipt lists.`)
    : notReplayed(`Of ${items}, ${lost.join(', and ')}.`)
}

/** A reference without a digest holds nothing that one could be of; what it declares is judged by the run. */
function hasDigest(content: EvidenceContent, digest: string | null): boolean {
  if (content.kind === 'unavailable' || (content.kind === 'reference' && digest === null)) return true
  return contentDigest(content, nodeSha256) === digest
}

/** No digest binds this time. Between the last evidence and the receipt it can only be the service's word. */
export function judgeEvaluatedAt({ bundle: { evaluated_at, evidence, receipt } }: Replay): StepFinding {
  if (evaluated_at > receipt.issued_at) return failed('The run is dated after its receipt.')
  const later = evidence.find(({ received_at }) => received_at > evaluated_at)
  return later === undefined
    ? ok('The run is dated between its last evidence and its receipt.')
    : failed(`The run is dated before ${later.id} was received.`)
}
