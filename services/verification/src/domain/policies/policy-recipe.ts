import type { ConditionInput } from '@outturn/agreement'
import { type Recipe, unprocessable } from '@outturn/contracts'
import { hashedRecipe } from '../recipes/recipe-hash.ts'

/**
 * The recipe that a confirmed policy makes, named by its hash, so that the same conditions are the same recipe. One-call
 * verifications resolve recipes, so it holds checks alone.
 */
export function policyRecipe(policyHash: string, conditions: readonly ConditionInput[]): Recipe {
  refuseWithoutChecks(conditions)
  const number = conditions.length === 1 ? 'One condition' : `${conditions.length} conditions`
  return hashedRecipe({
    id: `policy-${policyHash.slice(0, 24)}@1`,
    title: 'Confirmed policy',
    description: `${number} confirmed from a policy text.`,
    conditions: conditions.map((condition) => ({ ...condition })),
    params: [],
  })
}

function refuseWithoutChecks(conditions: readonly ConditionInput[]): void {
  const other = conditions.find(
    ({ verification_method: method, evidence_requirements: requirements }) =>
      method !== 'deterministic' || requirements !== undefined,
  )
  if (conditions.length > 0 && other === undefined) return
  throw unprocessable(
    'create_recipe',
    other === undefined
      ? 'A recipe has at least one condition.'
      : `A recipe holds deterministic conditions without evidence requirements: ${JSON.stringify(other.description)} is not one.`,
    { remediation: 'Confirm without create_recipe, or with deterministic conditions alone.' },
  )
}
