import { canonicalJson, digestOf } from '@outturn/canonical'
import type { Recipe } from '@outturn/contracts'

/** An entry of the registry before its hash. */
export type RecipeEntry = Omit<Recipe, 'recipe_hash'>

/** The entry with its hash, which covers all of it: the same id never stands for two sets of conditions unnoticed. */
export function hashedRecipe(entry: RecipeEntry): Recipe {
  return { ...entry, recipe_hash: `sha256:${digestOf(canonicalJson(entry))}` }
}
