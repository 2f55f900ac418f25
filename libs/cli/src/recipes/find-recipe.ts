import { type Client, isRefused, type Recipe } from '@outturn/sdk'
import { UnusableInput } from '../output.ts'
import { nearestName } from '../nearest-name.ts'

/** The recipe of this ID. Throws UnusableInput with the nearest ID where there is none. */
export async function findRecipe({ recipes }: Client, id: string, signal: AbortSignal): Promise<Recipe> {
  try {
    return await recipes.get(id, { signal })
  } catch (error) {
    if (!isRefused(error, 'recipe_not_found')) throw error
    const all = await recipes.list({ signal }).all()
    const near = nearestName(
      id,
      all.map((each) => each.id),
    )
    const next = near === undefined ? 'List them: outturn recipes' : `Did you mean ${near}?`
    throw new UnusableInput(`There is no recipe ${JSON.stringify(id)}. ${next}`)
  }
}
