import { type AddCommands, connected, examples } from '../command.ts'
import { runAction } from '../run-action.ts'
import type { ReplayPromiseOptions } from './promise-command.ts'

const help = `${examples(
  'outturn replay-promise promise.json --units history.csv --as-of 2026-02-28T00:00:00Z',
  'outturn replay-promise promise.json --units history.csv --as-of 2026-02-28T00:00:00Z --try-threshold 9000,9500,9900 --save report.html',
  'outturn replay-promise request.json --json',
)}

The history is a table with the columns unit_id, customer_id, delivered_at, verdict and value_cents; corrections have
unit_id, corrected_at and verdict or value_cents. Rates are in basis points: 9500 is 95 %.
Exit status: 0 it was computed, 1 the request was refused, 2 nothing was computed.`

/** Adds `replay-promise`, what a promise would have cost over a history. */
export const addReplayPromiseCommand: AddCommands = (program, context) => {
  const command = program
    .command('replay-promise')
    .description('compute what a promise about your work would have cost over your own history')
    .argument('<file>', 'JSON file with the terms of the promise, or with the whole request')
    .option('--units <file>', 'history: CSV, TSV, JSON, lines of JSON or Excel (.xlsx)')
    .option('--corrections <file>', 'later changes of units, in a file of the same forms')
    .option('--as-of <time>', 'time as of which the history is measured (RFC 3339)')
    .option('--try-threshold <list>', 'thresholds to try, in basis points with commas between')
    .option('--try-finality <list>', 'days of finality to try, with commas between')
    .option('--try-uncertain <list>', 'treatments of uncertain units to try, with commas between')
    .option('--sign', 'have a statement of the replay signed')
    .option('--save <file>', 'write a report to this file: .html, .csv or .json')
    .option('--force', 'replace the file of --save')
    .option('--idempotency-key <key>', 'name of this request; repeated, it is charged once')
    .addHelpText('after', help)
  connected(command).action((file: string, options: Omit<ReplayPromiseOptions, 'file'>) =>
    runAction(context, options, async () => {
      const { runReplayPromise } = await import('./promise-command.ts')
      return runReplayPromise({ file, ...options }, context.host)
    }),
  )
}
