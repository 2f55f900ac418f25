import { readJson } from '@outturn/canonical'
import { Recipe } from '@outturn/contracts'
import type { Database, Tx } from '@outturn/postgres/typed'
import type { Tables } from './tables.ts'

/** Keeps a recipe of an account; its id is derived from its content, so a second one is the same. */
export async function recordRecipe(
  tx: Tx<Tables>,
  accountId: string,
  recipe: Recipe,
  createdAt: Date,
): Promise<void> {
  await tx
    .insertInto('recipe')
    .values({ account_id: accountId, id: recipe.id, entry: JSON.stringify(recipe), created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .execute()
}

/** A recipe of this account, or null. */
export async function findRecipe(
  db: Database<Tables>,
  accountId: string,
  id: string,
): Promise<Recipe | null> {
  const row = await db
    .selectFrom('recipe')
    .select('entry')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : fromEntry(row.entry)
}

/** Recipes of this account by id, after one of them. */
export async function listOwnRecipes(
  db: Database<Tables>,
  accountId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<Recipe[]> {
  const rows = await db
    .selectFrom('recipe')
    .select('entry')
    .where('account_id', '=', accountId)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ entry }) => fromEntry(entry))
}

function fromEntry(entry: string): Recipe {
  return Recipe.parse(readJson(entry))
}
