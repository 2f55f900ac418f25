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
import { conditionOf } from '../texts/condition-of.ts'
import { draftPolicy, type PolicyDraft, termOf, valueOf } from './policy-draft.ts'
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
  const undecided = undecidedIds(draft, request)
  const answers = knownAnswers(draft, request.answers ?? {})
  const answered = answerPolicy(draft.reading, answers, draft.options)
  if (!answered.ok) {
    throw ambiguous(`answers.${answered.ambiguityId}`, answered.message, {
      reason: answered.code,
      remediation: `Answer exactly: ${answered.question}`,
    })
  }
  refuseAllLeftOpen(undecided, request.accept)
  const accepted = new Set(request.accept)
  const fromText = draft.reading.parts.flatMap((part): ConditionInput[] => {
    if (part.kind === 'condition') return accepted.has(part.id) ? [conditionOf(part)] : []
    if (part.kind !== 'ambiguity') return []
    return answered.conditions.filter(({ ambiguityId }) => ambiguityId === part.id).map(conditionOf)
  })
  const kept = new Map(answered.terms.map(({ ambiguityId, text }) => [ambiguityId, text]))
  const added = new Set(request.add_conditions?.map(({ description }) => description))
  const texts = draft.reading.parts.flatMap((part) => {
    const text = keptText(part, kept)
    return text === undefined || added.has(text) ? [] : [termOf(text)]
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

/** The words of a part that no check decides; what a condition is added for stands there, and no requirement is dropped. */
function keptText(part: PolicyPart, answeredTerms: ReadonlyMap<string, string>): string | undefined {
  if (part.kind === 'ambiguity') return answeredTerms.get(part.id)
  return part.kind === 'term' || part.kind === 'unsupported' ? part.span.text : undefined
}

type PolicyPart = PolicyDraft['reading']['parts'][number]

/** The suggestions that the request neither accepts nor declines; refuses ids that there are not. */
function undecidedIds(
  { content }: PolicyDraft,
  { accept, decline = [] }: ConfirmPolicyRequest,
): readonly string[] {
  const known = new Set(content.suggested_conditions.map(({ suggestion_id }) => suggestion_id))
  refuseUnknown(known, accept, 'accept')
  refuseUnknown(known, decline, 'decline')
  const both = decline.findIndex((id) => accept.includes(id))
  if (both >= 0) {
    throw unprocessable(`decline[${both}]`, `The suggestion ${decline[both]} is accepted and declined.`, {
      remediation: 'List it in accept or in decline.',
    })
  }
  return [...known].filter((id) => !accept.includes(id) && !decline.includes(id))
}

/** An empty list of accepted suggestions may be a mistake, so that it stands only where all of them are declined. */
function refuseAllLeftOpen(undecided: readonly string[], accept: readonly string[]): void {
  if (accept.length > 0 || undecided.length === 0) return
  throw unprocessable('accept', 'The text states conditions, and accept is empty.', {
    reason: 'suggestions_open',
    remediation: `Accept suggestions, or list in decline those that shall not bind: ${undecided.join(', ')}.`,
  })
}

function refuseUnknown(known: ReadonlySet<string>, ids: readonly string[], member: string): void {
  const index = ids.findIndex((id) => !known.has(id))
  if (index < 0) return
  throw unprocessable(`${member}[${index}]`, `The policy has no suggestion ${ids[index]}.`, {
    remediation: known.size === 0 ? 'It suggests nothing.' : `Its suggestions are ${[...known].join(', ')}.`,
  })
}

type Answers = NonNullable<ConfirmPolicyRequest['answers']>

function knownAnswers({ content }: PolicyDraft, given: Answers): Map<string, Answers[string]> {
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
