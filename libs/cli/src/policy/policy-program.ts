import type { Command } from 'commander'
import type { Output } from '../output.ts'
import type { CompileRequest } from './compile-command.ts'
import type { AskLine } from './terminal.ts'

const help = `
FILE holds the text, and - stands for the standard input.
Settings come from variables: OUTTURN_URL, the address of the service, and OUTTURN_KEY, a key of your account.

On a terminal the questions are asked one by one: answer with a number, with a sentence of your own, or with "term" to keep the words as a
term that no check decides. Without a terminal the questions are printed, and nothing is confirmed.
Exit status: 0 the conditions are written, 1 a question is open or the text was refused, 2 the command could not run.`

/** Adds the commands that read texts. The client is loaded when one of them runs. */
export function addPolicyCommands(
  program: Command,
  output: Output,
  env: Readonly<Record<string, string | undefined>>,
  { ask, end }: { ask: AskLine | null; end: (status: number) => void },
): void {
  program
    .command('policy')
    .description('make conditions out of a text')
    .command('compile')
    .description(
      'read the conditions of a text, answer its questions, and print the confirmed conditions as JSON',
    )
    .argument('<file>', 'the text')
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
    .action(async (file: string, options: Omit<CompileRequest, 'file'>) => {
      const { runCompile } = await import('./compile-command.ts')
      end(await runCompile({ file, ...options }, env, { output, ask }))
    })
}
