import { type AddCommands, addressed, type ConnectionOptions, examples } from '../command.ts'
import { runAction } from '../run-action.ts'
import type { CompileOptions } from './sandbox-command.ts'

const help = `
A session needs no account, lives for an hour, moves no money and reaches demo Spools only. One session plays both parties. The commands that take
--sandbox work in it:
  outturn sandbox compile "Exactly 2 rows. Every row has an email." --fields email
  outturn spool accept spl_… --yes --sandbox
  outturn spool evidence spl_… leads.csv --sandbox
  outturn spool verify spl_… --sandbox --save receipt.json
  outturn deliver leads.csv --check "every row has email" --max-amount 5 --sandbox`

/** Adds the commands of the sandbox. */
export const addSandboxCommands: AddCommands = (program, context) => {
  const sandbox = program
    .command('sandbox')
    .description('try everything without an account')
    .addHelpText('after', help)
  addressed(sandbox.command('start').description('start a session, which later commands with --sandbox use'))
    .addHelpText('after', examples('outturn sandbox start', 'outturn sandbox start --json | jq -r .token'))
    .action((options: ConnectionOptions) =>
      runAction(context, options, async () =>
        (await import('./sandbox-command.ts')).runStartSandbox(options, context.host),
      ),
    )
  addressed(sandbox.command('show').description('show what is left of the session, and its Spools'))
    .addHelpText('after', examples('outturn sandbox show'))
    .action((options: ConnectionOptions) =>
      runAction(context, options, async () =>
        (await import('./sandbox-command.ts')).runShowSandbox(options, context.host),
      ),
    )
  addressed(sandbox.command('compile').description('make a demo Spool of a text'))
    .argument('[text]', 'text of the agreement, in plain words')
    .option('--file <file>', 'file of the text; - is the standard input')
    .option('--fields <names>', 'names of the fields of the rows, with commas between')
    .option('--unit-name <noun>', 'noun that the text uses for one row, such as lead')
    .option('--as-of <time>', 'time that relative times count from (RFC 3339)')
    .option('--time-zone <name>', 'IANA time zone of times without one')
    .addHelpText(
      'after',
      examples('outturn sandbox compile "2 leads at $2.50 each. Every row has a name." --fields name'),
    )
    .action((text: string | undefined, options: CompileOptions) =>
      runAction(context, options, async () =>
        (await import('./sandbox-command.ts')).runCompileSandbox(text, options, context.host),
      ),
    )
}
