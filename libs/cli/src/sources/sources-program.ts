import type { Command } from 'commander'
import {
  type AddCommands,
  addressed,
  type CommandContext,
  collected,
  type ConnectionOptions,
  examples,
} from '../command.ts'
import { runAction } from '../run-action.ts'
import type { SourceOptions } from './source-request.ts'
import type * as SourcesCommands from './sources-command.ts'
import type { RotateOptions } from './sources-command.ts'

type Commands = typeof SourcesCommands

const someId = 'src_0123456789abcdef01234567'

/** Adds `sources`, the systems of record that report facts. */
export const addSourcesCommands: AddCommands = (program, context) => {
  const sources = program
    .command('sources')
    .description('register systems of record whose payloads become facts of Spools')
  addCreate(sources, context)
  addressed(sources.command('list').description('list the sources of the account'))
    .addHelpText('after', examples('outturn sources list'))
    .action((options: ConnectionOptions) =>
      act(context, options, ({ runListSources }) => runListSources(options, context.host)),
    )
  addressed(
    sources
      .command('show')
      .description('show a source with its last rejections')
      .argument('<id>', 'ID of the source'),
  )
    .addHelpText('after', examples(`outturn sources show ${someId}`))
    .action((id: string, options: ConnectionOptions) =>
      act(context, options, ({ runShowSource }) => runShowSource(id, options, context.host)),
    )
  addressed(
    sources
      .command('test')
      .description('show which facts a payload would become, and store nothing')
      .argument('<id>', 'ID of the source')
      .argument('<file>', 'file of the payload; - is the standard input'),
  )
    .addHelpText('after', examples(`outturn sources test ${someId} payload.json`))
    .action((id: string, file: string, options: ConnectionOptions) =>
      act(context, options, ({ runTestSource }) => runTestSource(id, file, options, context.host)),
    )
  addressed(
    sources
      .command('rotate')
      .description('give a source a new secret, or a new public key')
      .argument('<id>', 'ID of the source')
      .option('--overlap <seconds>', 'how long the previous one stays valid; a day by default')
      .option('--public-key <key>', 'new Ed25519 public key of the sender'),
  )
    .addHelpText('after', examples(`outturn sources rotate ${someId} --overlap 3600`))
    .action((id: string, options: RotateOptions) =>
      act(context, options, ({ runRotateSource }) => runRotateSource(id, options, context.host)),
    )
  addChanges(sources, context)
}

function addCreate(sources: Command, context: CommandContext): void {
  addressed(
    sources
      .command('create')
      .description('register a source and print its secret')
      .requiredOption('--name <name>', 'name of the source')
      .option('--map <member=pointer>', 'where a member of the facts is found; once for each', collected)
      .option('--const <member=value>', 'value that a member always has', collected)
      .option('--spool <id>', 'Spool of every fact; else map spool')
      .option('--public-key <key>', 'Ed25519 public key, where the sender does not sign with a secret')
      .option('--pull <url>', 'https address to fetch in place of deliveries')
      .option('--every <seconds>', 'seconds between two fetches; 3600 by default')
      .option('--header <header>', 'request header of a fetch, such as "Authorization: Bearer …"', collected)
      .option('--items <pointer>', 'list of facts on each page that is fetched, in place of --map items')
      .option(
        '--cursor <parameter=pointer>',
        'query parameter of the next page, and where its value is found',
      ),
  )
    .addHelpText(
      'after',
      examples(
        'outturn sources create --name "Ticket system" --map subject=/ticket/id --map predicate=/event --map value=/amount --map spool=/deal',
      ),
    )
    .action((options: SourceOptions & ConnectionOptions) =>
      act(context, options, ({ runCreateSource }) => runCreateSource(options, context.host)),
    )
}

function addChanges(sources: Command, context: CommandContext): void {
  const described = {
    pause: 'stop taking deliveries and fetches',
    resume: 'take deliveries and fetches again',
    revoke: 'end a source for good and destroy its secrets',
  } as const
  for (const change of ['pause', 'resume', 'revoke'] as const) {
    addressed(sources.command(change).description(described[change]).argument('<id>', 'ID of the source'))
      .addHelpText('after', examples(`outturn sources ${change} ${someId}`))
      .action((id: string, options: ConnectionOptions) =>
        act(context, options, ({ runChangeSource }) => runChangeSource(id, change, options, context.host)),
      )
  }
  addressed(sources.command('sync').description('fetch a source now').argument('<id>', 'ID of the source'))
    .addHelpText('after', examples(`outturn sources sync ${someId}`))
    .action((id: string, options: ConnectionOptions) =>
      act(context, options, ({ runSyncSource }) => runSyncSource(id, options, context.host)),
    )
}

function act(
  context: CommandContext,
  options: ConnectionOptions,
  run: (commands: Commands) => ReturnType<Commands['runListSources']>,
) {
  return runAction(context, options, async () => run(await import('./sources-command.ts')))
}
