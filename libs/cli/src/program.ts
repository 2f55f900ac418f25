import { type Command, CommanderError, Option } from 'commander'
import { addAccountCommands } from './account/account-program.ts'
import { addApiCommand } from './api/api-program.ts'
import type { AuditRequest } from './audit/audit-command.ts'
import { addCaseworkCommands } from './casework/casework-program.ts'
import { addDisagreementCommands } from './casework/disagreement-program.ts'
import { collected, examples, groupOwnOptionsFirst } from './command.ts'
import { addAuditInvoiceCommand } from './invoice-audit/audit-invoice-program.ts'
import { addCompletionCommand } from './completion/completion-program.ts'
import { addConfigCommands } from './config/config-program.ts'
import { addDeliverCommand } from './deliver/deliver-program.ts'
import { addDoctorCommand } from './doctor/doctor-program.ts'
import type { HistoryRequest } from './history/history-command.ts'
import { type Host, hostOf } from './host.ts'
import { exitStatus, type Output, UnusableInput } from './output.ts'
import { OutturnCommand } from './outturn-command.ts'
import { addPayCommands } from './pay/pay-program.ts'
import { addPolicyCommands } from './policy/policy-program.ts'
import { addReceiptCommands } from './receipts/receipt-program.ts'
import { addReplayPromiseCommand } from './promise/promise-program.ts'
import { addRecipesCommand } from './recipes/recipes-program.ts'
import type { ReplayRequest } from './replay/replay-command.ts'
import { addRequestsCommand } from './requests/requests-program.ts'
import { addSandboxCommands } from './sandbox/sandbox-program.ts'
import { addClaimsCommands } from './claims/claims-program.ts'
import { addSourcesCommands } from './sources/sources-program.ts'
import { addEvidenceCommands } from './evidence/evidence-program.ts'
import { addSpoolCommands } from './spool/spool-program.ts'
import { version } from './version.ts'

/**
 * Runs the command line after the program's name and returns the exit status: 0 holds, 1 does not or was refused, 2 not judged, 130
 * interrupted.
 */
export async function runOutturn(
  args: readonly string[],
  output: Output,
  given: Partial<Omit<Host, 'output'>> = {},
): Promise<number> {
  const host = hostOf(output, given)
  let status: number = exitStatus.agrees
  const end = (ended: number) => {
    status = ended
  }
  const program = outturnProgram(host, end)
  try {
    await program.parseAsync(withoutUnknownHelp(args, program), { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.agrees : exitStatus.unusable
    if (!(error instanceof UnusableInput)) throw error
    output.complain(error.message)
    return exitStatus.unusable
  }
}

/** The help of a command that there is not is refused as the command is, with the nearest name. */
function withoutUnknownHelp(args: readonly string[], { commands }: Command): readonly string[] {
  const [first, name, ...others] = args
  const isUnknown = first === 'help' && name !== undefined && !name.startsWith('-') && name !== 'help'
  return isUnknown && commands.every((each) => each.name() !== name) ? [name, ...others] : args
}

type DiscloseOptions = { unit: string[]; output: string; json?: boolean }

/** The whole command line; each command loads what it needs when it runs. */
function outturnProgram(host: Host, end: (status: number) => void): Command {
  const { output } = host
  const program = new OutturnCommand('outturn')
    .description('Verifies delivered work against what was agreed, and the signed receipts of it.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', programHelp)
    .configureHelp({ groupItems: groupOwnOptionsFirst })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.print(text.trimEnd()),
      writeErr: (text) => output.complain(text.trimEnd()),
    })
  const context = { host, end }
  program.commandsGroup('Verify and agree:')
  addDeliverCommand(program, context)
  addSpoolCommands(program, context)
  addEvidenceCommands(program, context)
  addSourcesCommands(program, context)
  addClaimsCommands(program, context)
  addCaseworkCommands(program, context)
  addDisagreementCommands(program, context)
  addPolicyCommands(program, context)
  addRecipesCommand(program, context)
  addReceiptCommands(program, context)
  addReplayPromiseCommand(program, context)
  addAuditInvoiceCommand(program, context)
  addSandboxCommands(program, context)
  addApiCommand(program, context)
  program.commandsGroup('Check without the service:')
  addOfflineCommands(program, output, end)
  addAuditCommand(program, output, end)
  program.commandsGroup('Account:')
  addAccountCommands(program, context)
  addRequestsCommand(program, context)
  addPayCommands(program, context)
  program.commandsGroup('Set up:')
  addConfigCommands(program, context)
  addDoctorCommand(program, context)
  addCompletionCommand(program, context)
  return program
}

const programHelp = `${examples(
  'outturn deliver leads.csv --check "every row has email" --unit-amount 2.50 --save receipt.json',
  'outturn verify receipt.json --keys keys.json',
  'outturn deliver leads.csv --check "every row has email" --max-amount 5 --sandbox',
)}

Settings: OUTTURN_URL and OUTTURN_KEY, or a profile (outturn config --help).
Answers go to the standard output, and messages to the standard error. --json prints answers as JSON, and a refusal of
the service as JSON on the standard error.
Exit status: 0 it holds, 1 it does not or was refused, 2 it could not be judged or the command is wrong, 130 it was interrupted.`

function addOfflineCommands(program: Command, output: Output, end: (status: number) => void): void {
  // The verifier is published on its own, with a command line of its own: its arguments go to it as they are.
  program
    .command('verify')
    .description('verify an Outcome Receipt offline, by a key document')
    .argument('[receipt...]', 'file with the receipt, and the options; --help lists them')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (args: string[]) => {
      const { runVerify } = await import('@outturn/receipt-verifier/node')
      end(runVerify(args, output, 'outturn verify'))
    })

  program
    .command('disclose')
    .description('make a copy of a receipt that proves single units and hides the others')
    .argument('<receipt>', 'a receipt with its unit results, as the service gives it to a party')
    .requiredOption('--unit <number>', 'a unit to prove, from 1; give it again for more', collected)
    .requiredOption('-o, --output <file>', 'the file to write; it must not exist')
    .option('--json', 'print what it proves as JSON')
    .addHelpText(
      'after',
      `${examples('outturn disclose receipt.json --unit 17 -o unit-17.json')}

Verify the copy like any receipt. Exit status: 0 it is written, 2 nothing could be disclosed.`,
    )
    .action(async (file: string, { unit: units, output: outputFile, json }: DiscloseOptions) =>
      end(
        (await import('./disclose/disclose-command.ts')).runDisclose(
          { file, units, outputFile, json },
          output,
        ),
      ),
    )

  program
    .command('replay')
    .description('run the verification of a bundle again and compare it with its receipt, bit for bit')
    .argument('<bundle>', 'a file from GET /api/v1/receipts/{receipt_id}/bundle')
    .option('--keys <file>', "the service's key document; without it the one in the bundle")
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `${examples('outturn replay bundle.json --keys keys.json')}

Exit status: 0 everything agrees, 1 something differs or could not be replayed, 2 the bundle is unusable.`,
    )
    .action(async (file: string, options: Omit<ReplayRequest, 'file'>) =>
      end((await import('./replay/replay-command.ts')).runReplay({ file, ...options }, output)),
    )

  const history = program.command('history').description('check the history of a Spool')
  history
    .command('verify')
    .description('check that the events of a Spool are complete, unchanged, and those that its receipt names')
    .argument('<file>', 'a bundle, or the answer of GET /api/v1/spools/{id}/events')
    .option('--receipt <file>', 'the receipt whose history it must be; a bundle has its own')
    .option('--json', 'print the report as JSON')
    .option('--keys <file>', "the service's key document, for a bundle; without it the one in the bundle")
    .addHelpText(
      'after',
      `${examples('outturn history verify events.json --receipt receipt.json')}

Exit status: 0 it is whole, 1 something is missing or was changed, 2 it could not be judged.`,
    )
    .action(async (file: string, options: Omit<HistoryRequest, 'file'>) =>
      end((await import('./history/history-command.ts')).runHistoryVerify({ file, ...options }, output)),
    )
}

function addAuditCommand(program: Command, output: Output, end: (status: number) => void): void {
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
      `${examples('outturn audit https://outturn.example --keys keys.json --checkpoint pinned.txt --save')}

Exit status: 0 the log is whole, 1 something is wrong with it, 2 it could not be judged.`,
    )
    .action(async (baseUrl: string, options: Omit<AuditRequest, 'baseUrl'>) =>
      end(await (await import('./audit/audit-command.ts')).runAudit({ baseUrl, ...options }, output)),
    )
}
