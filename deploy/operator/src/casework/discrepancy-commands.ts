import {
  approveDiscrepancyClose,
  inspectDiscrepancy,
  listDiscrepancyCloses,
  requestDiscrepancyClose,
} from '@outturn/contracts'
import { discrepancyOutcomes } from '@outturn/vocabulary'
import type { Command } from 'commander'
import { choice, idOf } from '../arguments.ts'
import { example, type Run } from '../session.ts'

type CloseOptions = { note: string; outcome?: (typeof discrepancyOutcomes)[number] }

const note = ['--note <text>', 'what both parties are told'] as const
const id = ['<discrepancy-id>', 'as the Spool shows it', idOf('discrepancy')] as const

/** `discrepancy`: one that blocks and that its parties do not close together is closed by two operators, each under their own name. */
export function addDiscrepancyCommands(program: Command, run: Run): void {
  const discrepancies = program.command('discrepancy').description('discrepancies that hold money')
  discrepancies
    .command('show')
    .description('a discrepancy with everything that was written in it')
    .argument(...id)
    .addHelpText('after', example('discrepancy show dsc_…'))
    .action(run((send, discrepancyId: string) => send(inspectDiscrepancy, { discrepancyId })))
  discrepancies
    .command('resolve')
    .description('request that a blocking discrepancy be resolved; another operator approves within 24 hours')
    .argument(...id)
    .addOption(
      choice(
        '--outcome <outcome>',
        'how the difference is settled',
        discrepancyOutcomes,
      ).makeOptionMandatory(),
    )
    .requiredOption(...note)
    .addHelpText(
      'after',
      example(
        '--as alice discrepancy resolve dsc_… --outcome accepted_variance --note "Both parties agreed by phone."',
        '--as bob discrepancy approve dsc_…',
      ),
    )
    .action(
      run((send, discrepancyId: string, { outcome = 'accepted_variance', note: text }: CloseOptions) =>
        send(requestDiscrepancyClose, { discrepancyId, act: 'resolve', outcome, note: text }),
      ),
    )
  discrepancies
    .command('dismiss')
    .description(
      'request that a blocking discrepancy be dismissed; another operator approves within 24 hours',
    )
    .argument(...id)
    .requiredOption(...note)
    .addHelpText(
      'after',
      example('--as alice discrepancy dismiss dsc_… --note "The record was of another month."'),
    )
    .action(
      run((send, discrepancyId: string, { note: text }: CloseOptions) =>
        send(requestDiscrepancyClose, { discrepancyId, act: 'dismiss', outcome: null, note: text }),
      ),
    )
  discrepancies
    .command('approve')
    .description('close a discrepancy as another operator requested; this cannot be undone')
    .argument(...id)
    .addHelpText('after', example('--as bob discrepancy approve dsc_…'))
    .action(run((send, discrepancyId: string) => send(approveDiscrepancyClose, { discrepancyId })))
  discrepancies
    .command('requests')
    .description('requests that wait for a second operator')
    .addHelpText('after', example('discrepancy requests'))
    .action(run((send) => send(listDiscrepancyCloses, {})))
}
