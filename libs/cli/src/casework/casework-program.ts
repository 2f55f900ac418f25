import {
  caseSeverities,
  discrepancyKinds,
  discrepancyOutcomes,
  discrepancyStatuses,
} from '@outturn/vocabulary'
import { type Command, Option } from 'commander'
import {
  type AddCommands,
  addressed,
  type CommandContext,
  type ConnectionOptions,
  examples,
} from '../command.ts'
import { runAction } from '../run-action.ts'
import { unitNumber } from './case-options.ts'
import type { CloseOptions, ListOptions, OpenOptions } from './discrepancies-command.ts'
import type { ListFactsOptions } from './facts-command.ts'

const spoolArgument = ['<spool_id>', 'ID of the Spool'] as const
const caseArgument = ['<discrepancy_id>', 'ID of the discrepancy'] as const
const someSpool = 'spl_0123456789abcdef01234567'
const someCase = 'dsc_0123456789abcdef01234567'

/** Adds `facts` and `discrepancies`: what was reported, and where it differs from what is claimed. */
export const addCaseworkCommands: AddCommands = (program, context) => {
  addressed(program.command('facts').description('list what sources reported of a Spool'))
    .argument(...spoolArgument)
    .option('--source <id>', 'only facts of this source')
    .option('--subject <text>', 'only facts of this subject')
    .option('--all', 'also facts that their source corrected')
    .addHelpText('after', examples(`outturn facts ${someSpool}`))
    .action((id: string, options: ListFactsOptions) =>
      runAction(context, options, async () =>
        (await import('./facts-command.ts')).runListFacts(id, options, context.host),
      ),
    )
  addDiscrepancies(
    program.command('discrepancies').description('list, open and close recorded differences'),
    context,
  )
}

function addDiscrepancies(discrepancies: Command, context: CommandContext): void {
  addressed(discrepancies.command('list').description('list the discrepancies of a Spool'))
    .argument(...spoolArgument)
    .addOption(new Option('--status <status>', 'only those of this status').choices(discrepancyStatuses))
    .addHelpText('after', examples(`outturn discrepancies list ${someSpool} --status open`))
    .action((id: string, options: ListOptions) =>
      runAction(context, options, async () =>
        (await import('./discrepancies-command.ts')).runListDiscrepancies(id, options, context.host),
      ),
    )
  addressed(discrepancies.command('show').description('show a discrepancy and what you can do'))
    .argument(...caseArgument)
    .addHelpText('after', examples(`outturn discrepancies show ${someCase}`))
    .action((id: string, options: ConnectionOptions) =>
      runAction(context, options, async () =>
        (await import('./discrepancies-command.ts')).runShowDiscrepancy(id, options, context.host),
      ),
    )
  addressed(discrepancies.command('open').description('record a difference'))
    .argument(...spoolArgument)
    .addOption(new Option('--kind <kind>', 'what differs').choices(discrepancyKinds).makeOptionMandatory())
    .requiredOption('--description <text>', 'what is wrong, for the other party')
    .addOption(
      new Option('--severity <severity>', 'warn by default; block holds the money').choices(caseSeverities),
    )
    .option('--expected <text>', 'what was expected')
    .option('--observed <text>', 'what was found')
    .option('--claim <id>', 'claim concerned')
    .option('--condition <id>', 'condition concerned')
    .option('--unit <number>', 'unit concerned; the first is 1', unitNumber)
    .option('--field <name>', 'field that differs')
    .addHelpText(
      'after',
      examples(
        `outturn discrepancies open ${someSpool} --kind quantity_mismatch --severity block --description "98 were claimed" --expected 98 --observed 96`,
      ),
    )
    .action((id: string, options: OpenOptions) =>
      runAction(context, options, async () =>
        (await import('./discrepancies-command.ts')).runOpenDiscrepancy(id, options, context.host),
      ),
    )
  addClosing(discrepancies, context)
}

function addClosing(discrepancies: Command, context: CommandContext): void {
  const close = (id: string, options: CloseOptions) =>
    runAction(context, options, async () =>
      (await import('./discrepancies-command.ts')).runCloseDiscrepancy(id, options, context.host),
    )
  addressed(discrepancies.command('resolve').description('say how the difference was settled'))
    .argument(...caseArgument)
    .addOption(
      new Option('--outcome <outcome>', 'how it was settled')
        .choices(discrepancyOutcomes)
        .makeOptionMandatory(),
    )
    .requiredOption('--note <text>', 'explanation')
    .addHelpText(
      'after',
      `${examples(`outturn discrepancies resolve ${someCase} --outcome claim_corrected --note "Two were duplicates"`)}

A block needs the same from both parties. Exit status: 0 it is closed, 1 the other party has not said the same.`,
    )
    .action(close)
  addressed(discrepancies.command('dismiss').description('say that there is no difference'))
    .argument(...caseArgument)
    .requiredOption('--note <text>', 'explanation')
    .addHelpText('after', examples(`outturn discrepancies dismiss ${someCase} --note "Opened by mistake"`))
    .action(close)
}
