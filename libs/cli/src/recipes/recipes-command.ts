import type { Recipe } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus } from '../output.ts'
import { printAnswer, printItems } from '../print-answer.ts'
import { shown } from '../terminal/shown.ts'
import { tableLines } from '../terminal/table.ts'
import { findRecipe } from './find-recipe.ts'
import { parameterOption } from './recipe-parameters.ts'

/** Lists the recipes, or shows the one that is named. */
export async function runRecipes(
  id: string | undefined,
  options: ConnectionOptions,
  host: Host,
): Promise<ExitStatus> {
  const { client } = openClient(options, host)
  const { signal } = host
  if (id !== undefined) {
    const recipe = await findRecipe(client, id, signal)
    printAnswer(host, options, recipe, () => recipeLines(recipe))
    return exitStatus.agrees
  }
  const all = await client.recipes.list({ signal }).all()
  printItems(host, options, all, () => [
    ...tableLines(
      ['RECIPE', 'TITLE', 'NEEDS'],
      all.map(({ id: name, title, params }) => [
        name,
        title,
        params.flatMap((each) => (each.required ? [each.name] : [])).join(', '),
      ]),
    ),
    'Show one: outturn recipes <id>',
  ])
  return exitStatus.agrees
}

function recipeLines(recipe: Recipe): string[] {
  const { id, title, description, conditions, params, recipe_hash: hash } = recipe
  const needed = params.filter(({ required }) => required).map((each) => ` ${parameterOption(each)}`)
  return [
    `${id}: ${shown(title)}`,
    shown(description),
    'Conditions:',
    ...conditions.map(({ description: words }) => `  ${shown(String(words))}`),
    'Parameters:',
    ...params.map((each) => {
      const fallback =
        each.default === undefined ? '' : ` (default: ${[each.default].flat().map(String).join(',')})`
      return `  ${parameterOption(each)}  ${shown(each.description)}${each.required ? '' : fallback}`
    }),
    `Hash: ${hash}`,
    `Use it: outturn deliver FILE --recipe ${id}${needed.join('')} --max-amount 5`,
  ]
}
