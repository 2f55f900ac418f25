import { type AddCommands, connected, examples } from '../command.ts'
import { runAction } from '../run-action.ts'
import type { RequestsOptions } from './requests-command.ts'

/** Adds the command that shows why requests of the account were refused. */
export const addRequestsCommand: AddCommands = (program, context) => {
  connected(
    program
      .command('requests')
      .description('list the requests of the account that were refused, or show one: why, and what to do'),
  )
    .argument('[id]', 'request, such as req_…: the request_id of an error')
    .option('--all', 'also requests that succeeded, of the last 7 days')
    .option('--code <code>', 'only requests that were refused with this error code')
    .option('--path <path>', 'only requests whose path begins like this')
    .option('--since <time>', 'a while ago, such as 30m, 24h or 7d, or a time (default: 24h)')
    .option('--limit <n>', 'number of requests, from 1 to 100 (default: 20)')
    .addHelpText(
      'after',
      examples(
        'outturn requests',
        'outturn requests req_…',
        'outturn requests --code validation_failed --since 7d',
        "outturn requests --json | jq -r '.data[].id'",
      ),
    )
    .action((id: string | undefined, options: RequestsOptions) =>
      runAction(context, options, async () =>
        (await import('./requests-command.ts')).runRequests(id, options, context.host),
      ),
    )
}
