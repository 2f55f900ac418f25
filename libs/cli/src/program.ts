import { Command, CommanderError, Option } from 'commander'
import { runVerify } from '@outturn/receipt-verifier/node'
import { type AuditRequest, runAudit } from './audit/audit-command.ts'
import { runDisclose } from './disclose/disclose-command.ts'
import { type HistoryRequest, runHistoryVerify } from './history/history-command.ts'
import { exitStatus, type Output, UnusableInput } from './output.ts'
import { addPayCommands } from './pay/pay-program.ts'
import { addPolicyCommands } from './policy/policy-program.ts'
import type { AskLine } from './policy/terminal.ts'
import { type ReplayRequest, runReplay } from './replay/replay-command.ts'

/** Runs the command line after the program's name and returns the exit status: 0 holds, 1 does not, 2 not judged. */
export async function runOutturn(
  args: readonly string[],
  output: Output,
  env: Readonly<Record<string, string | undefined>> = {},
  ask: AskLine | null = null,
): Promise<number> {
  let status: number = exitStatus.agrees
  const end = (ended: number) => {
    status = ended
  }
  const program = outturnProgram(output, end)
  addPolicyCommands(program, output, env, { ask, end })
  addPayCommands(program, output, env, end)
  try {
    await program.parseAsync(args, { from: 'user' })
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
    .description(
      'Makes conditions out of texts, checks Outcome Receipts and the log that they are entered in, and pays for calls. Only policy, audit and pay use the network.',
    )
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
    .command('disclose')
    .description('make a copy of a receipt that proves single units and hides all others')
    .argument('<receipt>', 'a receipt with its unit results, as the service gives it to a party')
    .requiredOption('--unit <number>', 'a unit to prove, from 1; give it again for more', collected)
    .requiredOption('-o, --output <file>', 'the file to write; it must not exist')
    .addHelpText(
      'after',
      '\nVerify the copy like any receipt. Exit status: 0 it is written, 2 nothing could be disclosed.',
    )
    .action((file: string, { unit: units, output: outputFile }: { unit: string[]; output: string }) =>
      end(runDisclose({ file, units, outputFile }, output)),
    )

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
    .action((file: string, options: Omit<ReplayRequest, 'file'>) =>
      end(runReplay({ file, ...options }, output)),
    )

  const history = program.command('history').description('look at the history of a Spool')
  history
    .command('verify')
    .description('check that the events of a Spool are whole, unchanged, and those that its receipt names')
    .argument('<file>', 'a bundle, or the answer of GET /api/v1/spools/{id}/events')
    .option('--receipt <file>', 'the receipt whose history it must be; a bundle has its own')
    .option('--keys <file>', "the service's key document, for a bundle; without it the one in the bundle")
    .addHelpText(
      'after',
      '\nExit status: 0 it is whole, 1 something is missing or was changed, 2 it could not be judged.',
    )
    .action((file: string, options: Omit<HistoryRequest, 'file'>) =>
      end(runHistoryVerify({ file, ...options }, output)),
    )

  program
    .command('audit')
    .description('follow the transparency log of a service, and find what was rewritten, hidden or reordered')
    .argument('<base_url>', 'the address of the service')
    .option('--checkpoint <file>', 'the checkpoint that an earlier audit saved')
    .option('--save', 'save the checkpoint and the leaf hashes when nothing is wrong')
    .option('--keys <file>', "the service's key document; without it the one that it serves")
    .option('--receipt <file>', 'a receipt that must be in the log')
    .addOption(
      new Option('--environment <name>', 'whose log').choices(['production', 'demo']).default('production'),
    )
    .option('--only-new', 'read only what came after the checkpoint')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExit status: 0 the log is whole, 1 something is wrong with it, 2 it could not be judged.',
    )
    .action(async (baseUrl: string, options: Omit<AuditRequest, 'baseUrl'>) =>
      end(await runAudit({ baseUrl, ...options }, output)),
    )
  return program
}

function collected(value: string, before: string[] = []): string[] {
  return [...before, value]
}
