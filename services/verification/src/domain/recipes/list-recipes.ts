import type { CommandOutput, listRecipes, Recipe } from '@outturn/contracts'
import { builtInRecipes } from './built-in-recipes.ts'

/** Where a page starts: within the built-in recipes, or among the account's own after an id. */
export type RecipePageStart = { readonly builtIn: readonly Recipe[]; readonly ownAfter: string | null }

/** Built-in recipes come first in their order, then those of the account by id. */
export function recipePageStart(after: string | undefined): RecipePageStart {
  const index = builtInRecipes.findIndex(({ id }) => id === after)
  if (after === undefined || index >= 0) return { builtIn: builtInRecipes.slice(index + 1), ownAfter: null }
  return { builtIn: [], ownAfter: after }
}

/** One page of at most `limit`; `own` has one more than could be needed, if there is one. */
export function recipePage(
  { builtIn }: RecipePageStart,
  own: readonly Recipe[],
  limit: number,
): CommandOutput<typeof listRecipes> {
  const all = [...builtIn, ...own]
  const data = all.slice(0, limit)
  const hasMore = all.length > limit
  return { data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null }
}
