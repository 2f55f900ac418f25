import { Command, CommanderError } from 'commander'
import { runVerify } from '@outturn/receipt-verifier/node'
import { exitStatus, type Output, UnusableInput } from './output.ts'
import { runReplay } from './replay-command.ts'

/** Runs the command line after the program's name and returns the exit status: 0 holds, 1 does not, 2 not judged. */
export function runOutturn(args: readonly string[], output: Output): number {
  let status: number = exitStatus.agrees
  const program = outturnProgram(output, (ended) => {
    status = ended
  })
  try {
    program.parse(args, { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.agrees : exitStatus.unusable
    if (!(error instanceof UnusableInput)) throw error
    output.complain(error.message)
    return exitStatus.unusable
  }
}

function outturnProgram(output: Output, end: (status: number) => void): Command {
  const program = new Command('outturn')
    .description('Checks Outcome Receipts offline: nothing is sent or fetched.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.print(text.trimEnd()),
      writeErr: (text) => output.complain(text.trimEnd()),
    })

  // The verifier is published on its own, with a command line of its own: its arguments go to it as they are.
  program
    .command('verify')
    .description('verify an Outcome Receipt by a key document; --help says how')
    .argument('[arguments...]')
    .allowUnknownOption()
    .helpOption(false)
    .action((args: string[]) => end(runVerify(args, output)))

  program
    .command('replay')
    .description('run the verification of a bundle again and compare it with its receipt, bit for bit')
    .argument('<bundle>', 'a file from GET /api/v1/receipts/{receipt_id}/bundle')
    .option('--keys <file>', "the service's key document; without it the one in the bundle")
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExit status: 0 everything agrees, 1 something differs or could not be replayed, 2 the bundle is unusable.',
    )
    .action((file: string, { keys, json }: { keys?: string; json?: true }) => {
      end(runReplay({ file, keysFile: keys, asJson: json ?? false }, output))
    })
  return program
}
