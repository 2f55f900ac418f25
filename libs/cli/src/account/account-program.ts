import { type AddCommands, connected, examples } from '../command.ts'
import { runAction } from '../run-action.ts'
import type { UsageOptions } from './account-command.ts'

/** Adds what an account reads of itself. */
export const addAccountCommands: AddCommands = (program, context) => {
  connected(program.command('usage').description('show the runs and amounts of the last days'))
    .option('--days <n>', 'number of days, from 1 to 365 (default: 30)')
    .addHelpText('after', examples('outturn usage', 'outturn usage --days 7 --json | jq .totals'))
    .action((options: UsageOptions) =>
      runAction(context, options, async () =>
        (await import('./account-command.ts')).runUsage(options, context.host),
      ),
    )
  connected(program.command('credits').description('show the credits and the allowance that are left'))
    .addHelpText('after', examples('outturn credits', 'outturn credits --json | jq -r .available_usd'))
    .action((options: UsageOptions) =>
      runAction(context, options, async () =>
        (await import('./account-command.ts')).runCredits(options, context.host),
      ),
    )
  connected(
    program
      .command('keys')
      .description('show the key that is used: its scope, its account and where it is set'),
  )
    .addHelpText(
      'after',
      `${examples('outturn keys', 'outturn keys --json | jq -r .scope')}\n\nKeys are made by the operator of the service.`,
    )
    .action((options: UsageOptions) =>
      runAction(context, options, async () =>
        (await import('./account-command.ts')).runKey(options, context.host),
      ),
    )
  connected(
    program.command('account').description('show the account of the key, its limits and its allowance'),
  )
    .addHelpText('after', examples('outturn account', 'outturn account --json | jq .limits'))
    .action((options: UsageOptions) =>
      runAction(context, options, async () =>
        (await import('./account-command.ts')).runAccount(options, context.host),
      ),
    )
}
