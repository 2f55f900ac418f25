import { environments } from '@outturn/vocabulary'
import { Command } from 'commander'
import { addAccountCommands } from './accounts/account-commands.ts'
import { addKeyCommands } from './accounts/key-commands.ts'
import { choice } from './arguments.ts'
import { addCreditCommands } from './credit-commands.ts'
import { addDiscrepancyCommands } from './casework/discrepancy-commands.ts'
import { addKeyFileCommands } from './key-file-commands.ts'
import { addIndexCommands } from './accounts/index-commands.ts'
import { addPaymentCommands } from './payment-commands.ts'
import { addQueueCommands } from './queue-commands.ts'
import { addRecoveryCommands } from './recovery-commands.ts'
import { addReceiptCommands } from './receipt-commands.ts'
import { addRootKeyCommands } from './root-key-commands.ts'
import type { ProgramOptions, Run, RunChange, RunLines, RunOffline, Session } from './session.ts'
import { addSettlementCommands } from './settlement/settlement-commands.ts'
import { addSigningKeyCommands } from './signing-key-commands.ts'

/** The operator's command line; each command sends commands over the bus and prints their answers. */
export function operatorProgram({ connect, print, write, record }: Session): Command {
  const program = new Command('admin')
    .description(
      'Operator commands: accounts, keys, credits, payments, settlements, queues, books, signing keys, receipts, discrepancies, log.',
    )
    .addOption(
      choice('--environment <name>', 'which environment to work on', environments).default('production'),
    )
    .option('--json', 'print one JSON value and nothing else', false)
    .option('--as <name>', 'operator that changes are recorded under (default: the user of this machine)')
    .showHelpAfterError('(add --help for examples)')

  const run: Run =
    (work) =>
    async (...args) => {
      const { send } = await connect(program.opts())
      print(await work(send, ...args), program.opts()['json'])
    }
  const change: RunChange =
    (command, work) =>
    async (...args) => {
      const { as: operator, json } = program.opts<ProgramOptions>()
      const { send } = await connect(program.opts())
      const answer = await work(send, ...args)
      print(answer, json)
      record({ command, subject: subjectOf(answer), operator })
    }
  const runLines: RunLines =
    (command, work) =>
    async (...args) => {
      const { as: operator } = program.opts<ProgramOptions>()
      const { send } = await connect(program.opts())
      const { accountId: subject } = await work(send, write, ...args)
      record({ command, subject, operator })
    }
  const runOffline: RunOffline =
    (work) =>
    async (...args) =>
      print(await work(program.opts()['environment'], ...args), program.opts()['json'])
  addAccountCommands(program, run, change, runLines)
  addKeyCommands(program, run)
  addCreditCommands(program, run)
  addPaymentCommands(program, run)
  addSettlementCommands(program, run)
  addQueueCommands(program, run)
  const keys = addSigningKeyCommands(program, run)
  addKeyFileCommands(keys, runOffline)
  addRootKeyCommands(keys, run, runOffline)
  addReceiptCommands(program, run)
  addDiscrepancyCommands(program, run)
  addIndexCommands(program, run)
  addRecoveryCommands(program, run)
  return program
}

/** The account that an answer is about. */
function subjectOf(answer: unknown): string | null {
  const { accountId } = (answer ?? {}) as { accountId?: unknown }
  return typeof accountId === 'string' ? accountId : null
}
