import { type Recipe, Refusal } from '@outturn/contracts'
import type { Database } from '@outturn/postgres/typed'
import { builtInRecipes } from '../domain/recipes/built-in-recipes.ts'
import { findRecipe } from '../store/recipe-store.ts'
import type { Tables } from '../store/tables.ts'

/** A built-in recipe or one of the account; that of another account does not exist. */
export async function knownRecipe(db: Database<Tables>, accountId: string, id: string): Promise<Recipe> {
  const recipe =
    builtInRecipes.find((candidate) => candidate.id === id) ?? (await findRecipe(db, accountId, id))
  if (recipe === null) throw new Refusal('recipe_not_found', `There is no recipe ${JSON.stringify(id)}.`)
  return recipe
}
