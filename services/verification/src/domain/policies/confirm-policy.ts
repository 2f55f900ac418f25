import { canonicalJson, digestOf } from '@outturn/canonical'
import { answerPolicy } from '@outturn/policy'
import type { ConditionInput } from '@outturn/agreement'
import {
  ambiguous,
  type CompilePolicyRequest,
  conflict,
  type ConfirmedPolicy,
  type ConfirmPolicyRequest,
  type Recipe,
  unprocessable,
} from '@outturn/contracts'
import { schemaId } from '@outturn/receipt-verifier/issuing'
import { addedConditions } from './added-conditions.ts'
import { conditionOf, draftPolicy, type PolicyDraft, termOf, valueOf } from './policy-draft.ts'
import { policyRecipe } from './policy-recipe.ts'

/** The most conditions that an agreement has. */
const maxConditions = 100

/** What a draft was confirmed to be, and the recipe that was asked for with it. */
export type Confirmation = {
  readonly policy: ConfirmedPolicy
  readonly recipe: Recipe | null
}

/** Confirms a kept draft. Its text is read again: what another compiler would read now was never shown. */
export function confirmStored(
  stored: { readonly request: CompilePolicyRequest; readonly digest: string },
  request: ConfirmPolicyRequest,
  slug: string,
): Confirmation {
  const draft = draftPolicy(stored.request, slug)
  if (draft.digest !== stored.digest) {
    throw conflict('The policy was compiled by another version of the compiler.', {
      field: 'policy_digest',
      reason: 'compiler_changed',
      remediation: 'Compile the text again and confirm what is answered then.',
    })
  }
  return confirmPolicy(draft, request, slug)
}

/**
 * The conditions that the caller chose: accepted suggestions and answered questions in the order of the text, then those
 * added. Nothing binds by it.
 */
export function confirmPolicy(draft: PolicyDraft, request: ConfirmPolicyRequest, slug: string): Confirmation {
  const accepted = acceptedIds(draft, request.accept)
  const answers = knownAnswers(draft, request.answers ?? {})
  const answered = answerPolicy(draft.reading, answers, {
    unitization: draft.declared,
    fields: draft.fields,
  })
  if (!answered.ok) {
    throw ambiguous(`answers.${answered.ambiguityId}`, answered.message, {
      reason: answered.code,
      remediation: `Answer exactly: ${answered.question}`,
    })
  }
  const fromText = draft.reading.parts.flatMap((part): ConditionInput[] => {
    if (part.kind === 'condition') return accepted.has(part.id) ? [conditionOf(part)] : []
    if (part.kind !== 'ambiguity') return []
    return answered.conditions.filter(({ ambiguityId }) => ambiguityId === part.id).map(conditionOf)
  })
  const kept = new Map(answered.terms.map(({ ambiguityId, text }) => [ambiguityId, text]))
  const texts = draft.reading.parts.flatMap((part) => {
    const text =
      part.kind === 'ambiguity' ? kept.get(part.id) : part.kind === 'term' ? part.span.text : undefined
    return text === undefined ? [] : [termOf(text)]
  })
  const conditions = [...fromText, ...addedConditions(request.add_conditions ?? [])]
  refuseTooMany(conditions.length)
  const terms = {
    conditions,
    unitization: answered.unitization,
    value: valueOf(answered.valueCents),
    terms: texts,
  }
  const hash = digestOf(canonicalJson({ schema: schemaId(slug, 'policy'), ...terms }))
  const recipe = request.create_recipe === true ? policyRecipe(hash, conditions) : null
  return {
    policy: {
      policy_id: request.policy_id,
      status: 'confirmed',
      ...terms,
      policy_hash: `sha256:${hash}`,
      recipe: recipe === null ? null : { id: recipe.id, recipe_hash: recipe.recipe_hash },
    },
    recipe,
  }
}

function acceptedIds({ content }: PolicyDraft, accept: readonly string[]): ReadonlySet<string> {
  const known = new Set(content.suggested_conditions.map(({ suggestion_id }) => suggestion_id))
  const index = accept.findIndex((id) => !known.has(id))
  if (index < 0) return new Set(accept)
  throw unprocessable(`accept[${index}]`, `The policy has no suggestion ${accept[index]}.`, {
    remediation: known.size === 0 ? 'It suggests nothing.' : `Its suggestions are ${[...known].join(', ')}.`,
  })
}

function knownAnswers({ content }: PolicyDraft, given: Record<string, string>): Map<string, string> {
  const known = new Set(content.ambiguities.map(({ ambiguity_id }) => ambiguity_id))
  const unknown = Object.keys(given).find((id) => !known.has(id))
  if (unknown === undefined) return new Map(Object.entries(given))
  throw unprocessable(`answers.${unknown}`, `The policy has no question ${unknown}.`, {
    remediation: known.size === 0 ? 'It asks nothing.' : `Its questions are ${[...known].join(', ')}.`,
  })
}

function refuseTooMany(count: number): void {
  if (count <= maxConditions) return
  throw unprocessable('accept', `An agreement has at most ${maxConditions} conditions, not ${count}.`, {
    remediation: 'Accept or add fewer conditions.',
  })
}
