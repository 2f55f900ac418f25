import { listRecipes, Recipe, Refusal, readRecipe, recipeIdPattern } from '@outturn/contracts'
import { z } from 'zod'
import { defineRoute, type Route } from '../../http/route.ts'
import { relayed } from '../bus-call.ts'
import { pageQuery, pageSize } from '../page-query.ts'

const RecipeId = z.string().max(80).regex(recipeIdPattern)

export const recipeRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/recipes',
    operation: 'list-recipes',
    summary: 'List the recipes: named sets of conditions',
    isRateLimited: true,
    query: pageQuery(RecipeId),
    success: {
      status: 200,
      description: 'The built-in recipes and those of the account.',
      content: listRecipes.output,
    },
    refuses: listRecipes.refuses,
    answer: (call) => relayed(call, listRecipes, pageSize(call.query)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/recipes/:id',
    operation: 'read-recipe',
    summary: 'Read a recipe',
    isRateLimited: true,
    params: { id: { pattern: recipeIdPattern.source, description: 'Id of the recipe, with its version.' } },
    success: { status: 200, description: 'The recipe and its hash.', content: Recipe },
    refuses: readRecipe.refuses,
    answer(call) {
      const id = RecipeId.safeParse(call.params['id'])
      if (!id.success) throw new Refusal('recipe_not_found', 'There is no such recipe.', { field: 'id' })
      return relayed(call, readRecipe, { id: id.data })
    },
  }),
]
