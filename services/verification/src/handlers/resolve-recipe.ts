import type { resolveRecipe } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { Database } from '@outturn/postgres/typed'
import { resolveRecipe as resolveConditions } from '../domain/recipes/resolve-recipe.ts'
import type { Tables } from '../store/tables.ts'
import { knownRecipe } from '../flows/known-recipe.ts'

export function handleResolveRecipe(db: Database<Tables>): Handler<typeof resolveRecipe> {
  return async ({ accountId, recipe: reference }) => {
    const recipe = await knownRecipe(db, accountId, reference.id)
    return {
      id: recipe.id,
      recipeHash: recipe.recipe_hash,
      conditions: resolveConditions(recipe, reference),
    }
  }
}
