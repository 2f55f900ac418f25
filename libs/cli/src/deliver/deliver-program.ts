import { type AddCommands, collected, connected, examples } from '../command.ts'
import { runAction } from '../run-action.ts'
import type { DeliverRequest } from './deliver-command.ts'

const help = `${examples(
  'outturn deliver leads.csv --check "every row has email" --unit-amount 2.50 --save receipt.json',
  'outturn deliver leads.xlsx --policy policy.json',
  'outturn deliver leads.csv --check "no duplicate emails" --max-amount 5 --dry-run',
  'cat rows.jsonl | outturn deliver - --check "exactly 100 rows" --max-amount 5 --json',
  'outturn deliver leads.csv --recipe lead-list@1 --param rows=100 --max-amount 5',
  'outturn deliver leads.csv --check "every row has email" --max-amount 5 --sandbox',
)}

Exit status: 0 the verdict is pass, 1 it is another one or the request was refused, 2 nothing was judged.`

/** Adds `deliver`, the verification of a delivery in one call. */
export const addDeliverCommand: AddCommands = (program, context) => {
  const command = program
    .command('deliver')
    .description('verify a delivery in one call and get its signed receipt')
    .argument('<file>', 'delivery: CSV, TSV, JSON, lines of JSON or Excel (.xlsx); - is the standard input')
    .option('-c, --check <text>', 'condition in plain words; repeat it for more', collected)
    .option('--policy <file>', 'JSON file with conditions, such as `outturn policy compile` writes')
    .option('--recipe <id>', 'published set of conditions, such as lead-list@1; `outturn recipes` lists them')
    .option('--param <name=value>', 'value of a parameter of the recipe; repeat it for more', collected)
    .option('--max-amount <dollars>', 'worth of the whole delivery, earned as a whole or not at all')
    .option('--unit-amount <dollars>', 'worth of each unit, earned one by one')
    .option('--units <n>', 'number of units agreed (default: number of rows)')
    .option('--type <form>', 'form of the file, where its name does not say: csv, tsv, json, jsonl, xlsx')
    .option('--sheet <name>', 'sheet of an Excel workbook (default: the first that is shown)')
    .option('--fields <names>', 'names of the fields, with commas between (default: those of the rows)')
    .option('--fields-file <file>', 'JSON list of fields with their descriptions')
    .option('--unit-name <noun>', 'noun that the conditions use for one row, such as lead')
    .option('--as-of <time>', 'time that relative times of the conditions count from (RFC 3339)')
    .option('--time-zone <name>', 'IANA time zone of times without one, such as Europe/Paris')
    .option('--source <text>', 'name of the source of the rows (default: name of the file)')
    .option('--dry-run', 'judge without charging, storing or signing anything')
    .option('--save <file>', 'write the answer with its receipt to this file, which must not exist')
    .option('--force', 'replace the file of --save')
    .option('--idempotency-key <key>', 'name of this request; repeated, it is judged and charged once')
    .addHelpText('after', help)
  connected(command).action((file: string, options: Omit<DeliverRequest, 'file'>) =>
    runAction(context, options, async () => {
      const { runDeliver } = await import('./deliver-command.ts')
      return runDeliver({ file, ...options }, context.host)
    }),
  )
}
