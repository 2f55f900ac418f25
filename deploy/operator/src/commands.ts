import { environments } from '@outturn/vocabulary'
import { Command } from 'commander'
import { addAccountCommands } from './account-commands.ts'
import { choice } from './arguments.ts'
import { addCreditCommands } from './credit-commands.ts'
import { addQueueCommands } from './queue-commands.ts'
import { addReceiptCommands } from './receipt-commands.ts'
import type { OpenSession, Run } from './session.ts'
import { addSigningKeyCommands } from './signing-key-commands.ts'

/** The operator's command line; each command sends commands over the bus and prints their answers. */
export function operatorProgram(open: OpenSession): Command {
  const program = new Command('admin')
    .description('Operator commands: accounts, keys, credits, queues, books, signing keys, receipts.')
    .addOption(
      choice('--environment <name>', 'which environment to work on', environments).default('production'),
    )
    .option('--json', 'print one JSON value and nothing else', false)
    .option('--as <name>', 'operator that changes are recorded under (default: the user of this machine)')
    .showHelpAfterError('(add --help for examples)')

  const run: Run =
    (work) =>
    async (...args) => {
      const { operator, print } = await open(program.opts())
      print(await work(operator.send, ...args))
    }
  addAccountCommands(program, run)
  addCreditCommands(program, run)
  addQueueCommands(program, run)
  addSigningKeyCommands(program, run)
  addReceiptCommands(program, run)
  return program
}
