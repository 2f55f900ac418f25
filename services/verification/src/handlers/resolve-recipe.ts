import type { resolveRecipe } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { ConditionDeps } from '../deps.ts'
import { knownRecipe } from '../flows/known-recipe.ts'

export function handleResolveRecipe({ policies, db }: ConditionDeps): Handler<typeof resolveRecipe> {
  return async ({ accountId, recipe: reference }, { deadline: until }) => {
    const recipe = await knownRecipe(db, accountId, reference.id)
    const conditions = await policies.resolve({ accountId, until }, { recipe, reference })
    return { id: recipe.id, recipeHash: recipe.recipe_hash, conditions }
  }
}
