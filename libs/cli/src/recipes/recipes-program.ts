import { type AddCommands, connected, type ConnectionOptions, examples } from '../command.ts'
import { runAction } from '../run-action.ts'

/** Adds `recipes`, the published sets of conditions. */
export const addRecipesCommand: AddCommands = (program, context) => {
  connected(
    program.command('recipes').description('list the published sets of conditions, or show one of them'),
  )
    .argument('[id]', 'recipe to show, such as lead-list@1')
    .addHelpText(
      'after',
      examples(
        'outturn recipes',
        'outturn recipes lead-list@1',
        'outturn deliver leads.csv --recipe lead-list@1 --param rows=100 --max-amount 5',
      ),
    )
    .action((id: string | undefined, options: ConnectionOptions) =>
      runAction(context, options, async () =>
        (await import('./recipes-command.ts')).runRecipes(id, options, context.host),
      ),
    )
}
