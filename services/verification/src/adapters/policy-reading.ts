import { type DeterministicCheck, findParameterProblem, type ParameterProblem } from '@outturn/checkers'
import {
  type CompilePolicyRequest,
  type ConfirmPolicyRequest,
  type Recipe,
  type RecipeReference,
  Refusal,
  refusalToMessage,
} from '@outturn/contracts'
import { type Compiled, compileTexts, type Texts } from '../domain/texts/compile-conditions.ts'
import { type Confirmation, confirmStored } from '../domain/policies/confirm-policy.ts'
import { keptRewrites, type RewriteTask } from '../domain/policies/model-rewrites.ts'
import { draftPolicy, type PolicyDraft } from '../domain/policies/policy-draft.ts'
import { type ResolvedCondition, resolveRecipe } from '../domain/recipes/resolve-recipe.ts'

export type DraftTask = { readonly request: CompilePolicyRequest; readonly slug: string }

export type ConfirmTask = {
  /** The draft as it is kept. */
  readonly stored: { readonly request: CompilePolicyRequest; readonly digest: string }
  readonly request: ConfirmPolicyRequest
  readonly slug: string
}

export type ResolveTask = { readonly recipe: Recipe; readonly reference: RecipeReference }

/** A draft as it is shown; what was read for it stays where it was read. */
export type ShownDraft = Pick<PolicyDraft, 'content' | 'digest'>

/** Null for a check that can be agreed. */
export type FoundProblems = (ParameterProblem | null)[]

/** What came of a text, or why it is refused, as data: an error does not leave a thread as what it was. */
export type ReadingResult<Result> = { readonly result: Result } | { readonly refusal: unknown }

/** Reads a text as a draft, in whichever thread this module was loaded. */
export function draft({ request, slug }: DraftTask): ReadingResult<ShownDraft> {
  return asData(() => {
    const { content, digest } = draftPolicy(request, slug)
    return { content, digest }
  })
}

/** Reads a kept text again, with the answers to its questions. */
export function confirm({ stored, request, slug }: ConfirmTask): ReadingResult<Confirmation> {
  return asData(() => confirmStored(stored, request, slug))
}

/** Reads what a model answered for the open clauses of a text. */
export function rewrites(task: RewriteTask): ReadingResult<readonly (readonly string[])[]> {
  return asData(() => keptRewrites(task))
}

/** Reads each of these texts as the checks that it states. */
export function compile(texts: Texts): ReadingResult<Compiled> {
  return asData(() => compileTexts(texts))
}

/** Reads the conditions that a recipe stands for. */
export function resolve({ recipe, reference }: ResolveTask): ReadingResult<ResolvedCondition[]> {
  return asData(() => resolveRecipe(recipe, reference))
}

/** What would make each of these checks unusable. */
export function findProblems(checks: readonly DeterministicCheck[]): ReadingResult<FoundProblems> {
  return { result: checks.map((check) => findParameterProblem(check)) }
}

function asData<Result>(read: () => Result): ReadingResult<Result> {
  try {
    return { result: read() }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: refusalToMessage(error) }
    throw error
  }
}
