import type { Command } from 'commander'
import { collected, type CommandContext, connected, examples } from '../command.ts'
import { runAction } from '../run-action.ts'
import type { ConfirmOptions } from './confirm-condition.ts'
import type { EvidenceOptions } from './submit-evidence.ts'
import type { VerifyOptions } from './verify-spool.ts'
import type { WatchOptions } from './watch-spool.ts'

const idArgument = ['<spool_id>', 'Spool, such as spl_…'] as const

/** Adds the commands of a Spool that was accepted: deliver, verify, watch. */
export function addWorkCommands(spool: Command, context: CommandContext): void {
  addEvidence(spool, context)
  addConfirm(spool, context)
  addVerify(spool, context)
  addWatch(spool, context)
}

const evidenceHelp = `

One file serves all conditions that can read it. A further one takes the place of the first, as a corrected file; to have both counted, give
it a --source of its own.`

function addEvidence(spool: Command, context: CommandContext): void {
  connected(spool.command('evidence').description('submit a file, or a link to one, as evidence'))
    .argument(...idArgument)
    .argument('<file>', 'file or https address; - is the standard input')
    .option(
      '--condition <cond_id>',
      'condition that it is for (default: one that such evidence is judged by); repeat it for more',
      collected,
    )
    .option(
      '--type <form>',
      'form of the file, where its name does not say: csv, tsv, json, jsonl, xlsx, or a media type',
    )
    .option('--kind <kind>', 'dataset, text, file, photo or url (default: by the form)')
    .option('--sheet <name>', 'sheet of an Excel workbook')
    .option(
      '--source <text>',
      'name of the source; evidence takes the place of what has the same (default: that of what is there, else name of the file)',
    )
    .option('--on-behalf-of <party>', 'party in whose name it is submitted')
    .option('--as <party>', 'with --sandbox, party to act as: buyer or seller')
    .addHelpText(
      'after',
      examples(
        'outturn spool evidence spl_… leads.csv',
        'outturn spool evidence spl_… corrected.csv',
        'outturn spool evidence spl_… second-half.csv --source "second half"',
        'outturn spool evidence spl_… report.pdf --condition cond_…',
      ) + evidenceHelp,
    )
    .action((id: string, file: string, options: EvidenceOptions) =>
      runAction(context, options, async () =>
        (await import('./submit-evidence.ts')).runSubmitEvidence(id, file, options, context.host),
      ),
    )
}

function addConfirm(spool: Command, context: CommandContext): void {
  connected(spool.command('confirm').description('decide conditions that people decide, without a run'))
    .argument(...idArgument)
    .argument('<cond_id=outcome...>', 'condition and your decision: passed or failed')
    .option('--detail <text>', 'why')
    .option('--as <party>', 'with --sandbox, party to act as: buyer or seller')
    .addHelpText('after', examples('outturn spool confirm spl_… cond_…=passed'))
    .action((id: string, answers: string[], options: ConfirmOptions) =>
      runAction(context, options, async () =>
        (await import('./confirm-condition.ts')).runConfirmCondition(id, answers, options, context.host),
      ),
    )
}

const verifyHelp = `${examples(
  'outturn spool verify spl_… --save receipt.json',
  'outturn spool verify spl_… --dry-run',
  'outturn spool verify spl_… --confirm cond_…=passed',
)}

Exit status: 0 the verdict is pass, 1 it is another one, or the request was refused, 2 nothing was judged.`

function addVerify(spool: Command, context: CommandContext): void {
  connected(spool.command('verify').description('verify what was delivered and get the signed receipt'))
    .argument(...idArgument)
    .option(
      '--confirm <cond_id=outcome>',
      'your decision on a condition: passed, failed or waived; repeat it for more',
      collected,
    )
    .option('--dry-run', 'say what the verdict would be; nothing is charged or stored')
    .option('--save <file>', 'write the answer with its receipt to this file, which must not exist')
    .option('--force', 'replace the file of --save')
    .option('--as <party>', 'with --sandbox, party to act as: buyer or seller')
    .addHelpText('after', verifyHelp)
    .action((id: string, options: VerifyOptions) =>
      runAction(context, options, async () =>
        (await import('./verify-spool.ts')).runVerifySpool(id, options, context.host),
      ),
    )
}

const watchHelp = `${examples(
  'outturn spool watch spl_…',
  'outturn spool watch spl_… --until judged --timeout 600',
  'outturn spool watch spl_… --json | jq -r .type',
)}

Exit status: 0 it was reached (judged: with the verdict pass; closed: as completed), 1 it cannot be reached any more, 2 the time was over,
130 the command was interrupted.`

function addWatch(spool: Command, context: CommandContext): void {
  connected(spool.command('watch').description('follow the events of a Spool as they happen'))
    .argument(...idArgument)
    .option('--until <state>', 'accepted, delivered, judged, settled or closed (default: closed)')
    .option('--timeout <seconds>', 'longest time to watch (default: no limit)')
    .option('--interval <seconds>', 'time between two looks (default: 2)')
    .addHelpText('after', watchHelp)
    .action((id: string, options: WatchOptions) =>
      runAction(context, options, async () =>
        (await import('./watch-spool.ts')).runWatchSpool(id, options, context.host),
      ),
    )
}
