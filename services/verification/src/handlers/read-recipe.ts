import type { readRecipe } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { Database } from '@outturn/postgres/typed'
import { actingAccount } from '../domain/acting-account.ts'
import { knownRecipe } from '../flows/known-recipe.ts'
import type { Tables } from '../store/tables.ts'

export function handleReadRecipe(db: Database<Tables>): Handler<typeof readRecipe> {
  return ({ id }, { principal }) => knownRecipe(db, actingAccount(principal), id)
}
