import type { listRecipes } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { Database } from '@outturn/postgres/typed'
import { actingAccount } from '../domain/acting-account.ts'
import { recipePage, recipePageStart } from '../domain/recipes/list-recipes.ts'
import { listOwnRecipes } from '../store/recipe-store.ts'
import type { Tables } from '../store/tables.ts'

export function handleListRecipes(db: Database<Tables>): Handler<typeof listRecipes> {
  return async ({ limit, after }, { principal }) => {
    const accountId = actingAccount(principal)
    const start = recipePageStart(after)
    const own = await listOwnRecipes(db, accountId, { after: start.ownAfter, limit: limit + 1 })
    return recipePage(start, own, limit)
  }
}
