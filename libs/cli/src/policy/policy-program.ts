import { type AddCommands, connected, examples } from '../command.ts'
import { runAction } from '../run-action.ts'
import type { CompileRequest } from './compile-command.ts'

const help = `${examples(
  'outturn policy compile order.txt --fields email,name -o policy.json',
  'outturn deliver leads.csv --policy policy.json',
)}

On a terminal the questions are asked one by one: answer with a number, with a sentence of your own, or with "term" to keep the words as a
term that no check decides. Without a terminal the questions are printed, and nothing is confirmed.
Exit status: 0 the conditions are written, 1 a question is open or the text was refused, 2 the command could not run.`

/** Adds the commands that read texts. The client is loaded when one of them runs. */
export const addPolicyCommands: AddCommands = (program, context) => {
  const command = program
    .command('policy')
    .description('turn plain text into exact conditions')
    .command('compile')
    .description(
      'read the conditions of a text, answer its questions, and print the confirmed conditions as JSON',
    )
    .argument('<file>', 'file of the text; - is the standard input')
    .option('--fields <names>', 'names of the fields of the rows, with commas between them')
    .option('--fields-file <file>', 'a JSON list of fields, as the member fields of the request takes it')
    .option('--unit-name <noun>', 'noun that one row is called by')
    .option('--as-of <time>', 'time that relative times count from, RFC 3339')
    .option('--time-zone <name>', 'IANA time zone of times without a zone')
    .option(
      '-o, --output <file>',
      'file for the confirmed policy, which must not exist; by default it is printed',
    )
    .addHelpText('after', help)
  connected(command).action((file: string, options: Omit<CompileRequest, 'file'>) =>
    runAction(context, options, async () => {
      const { runCompile } = await import('./compile-command.ts')
      return runCompile({ file, ...options }, context.host)
    }),
  )
}
