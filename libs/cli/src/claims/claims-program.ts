import {
  type AddCommands,
  addressed,
  type CommandContext,
  collected,
  type ConnectionOptions,
  examples,
} from '../command.ts'
import { runAction } from '../run-action.ts'
import type * as ClaimsCommands from './claims-command.ts'
import type { ListClaimsOptions, MatchOptions } from './claims-command.ts'

type Commands = typeof ClaimsCommands

const someSpool = 'spl_0123456789abcdef01234567'

/** Adds `claims` and `match`: what a provider says it did, and how it compares with what sources reported. */
export const addClaimsCommands: AddCommands = (program, context) => {
  const claims = program.command('claims').description('record and list what the provider of a Spool claims')
  addressed(
    claims
      .command('record')
      .description('record the claims of a JSON file')
      .argument('<spool>', 'ID of the Spool')
      .argument('<file>', 'JSON list of claims; - is the standard input'),
  )
    .addHelpText('after', examples(`outturn claims record ${someSpool} claims.json`))
    .action((spool: string, file: string, options: ConnectionOptions) =>
      act(context, options, ({ runRecordClaims }) => runRecordClaims(spool, file, options, context.host)),
    )
  addressed(
    claims
      .command('list')
      .description('list the claims of a Spool with the result of the last match')
      .argument('<spool>', 'ID of the Spool')
      .option('--subject <text>', 'only claims of this subject')
      .option('--all', 'also claims that others replaced'),
  )
    .addHelpText('after', examples(`outturn claims list ${someSpool}`))
    .action((spool: string, options: ListClaimsOptions) =>
      act(context, options, ({ runListClaims }) => runListClaims(spool, options, context.host)),
    )

  const match = program
    .command('match')
    .description('compare the claims of a Spool with the facts of its sources')
  addressed(
    match
      .command('run')
      .description('match the claims, and open a discrepancy for each difference')
      .argument('<spool>', 'ID of the Spool')
      .option('--window <seconds>', 'maximum time between a claim and its fact; 0 by default')
      .option('--tolerance <basis points>', 'maximum difference of numbers; 0 by default')
      .option('--by-subject', 'pair by subject alone, whatever the predicate')
      .option('--source <id>', 'only facts of this source; once for each', collected)
      .option('--no-discrepancies', 'open no discrepancies'),
  )
    .addHelpText('after', examples(`outturn match run ${someSpool} --window 300 --tolerance 100`))
    .action((spool: string, options: MatchOptions) =>
      act(context, options, ({ runMatchClaims }) => runMatchClaims(spool, options, context.host)),
    )
  addressed(
    match
      .command('list')
      .description('list all results of the last match')
      .argument('<spool>', 'ID of the Spool'),
  )
    .addHelpText('after', examples(`outturn match list ${someSpool}`))
    .action((spool: string, options: ConnectionOptions) =>
      act(context, options, ({ runListMatches }) => runListMatches(spool, options, context.host)),
    )
}

function act(
  context: CommandContext,
  options: ConnectionOptions,
  run: (commands: Commands) => ReturnType<Commands['runListMatches']>,
) {
  return runAction(context, options, async () => run(await import('./claims-command.ts')))
}
