import { publishOutcomeIndex, setIndexOptOut } from '@outturn/contracts'
import type { Command } from 'commander'
import { idOf } from '../arguments.ts'
import { assertAccount } from './assert-account.ts'
import { example, type Run, type RunChange } from '../session.ts'

/** `outcome-index`: the published table of how verification runs ended. */
export function addIndexCommands(program: Command, run: Run): void {
  program
    .command('outcome-index')
    .description('the published table of how verification runs ended')
    .command('publish')
    .description('end the period under way, publish it now and print it; months are published without it')
    .addHelpText('after', example('outcome-index publish'))
    .action(run((send) => send(publishOutcomeIndex, {})))
}

type OptOutOptions = { account: string; optOut?: true; optIn?: true }

/** `account index`: whether the runs of an account are counted. */
export function addIndexCommand(accounts: Command, change: RunChange): void {
  accounts
    .command('index')
    .description('leave the runs of an account out of the outcome index from now on, or count them again')
    .requiredOption('--account <id>', 'account whose runs they are', idOf('account'))
    .option('--opt-out', 'leave them out')
    .option('--opt-in', 'count them again')
    .addHelpText('after', example('account index --account acc_… --opt-out'))
    .action((options: OptOutOptions, command: Command) => {
      const { account: accountId, optOut = false, optIn = false } = options
      if (optOut === optIn) command.error('error: send either --opt-out or --opt-in')
      return change('account index', async (send) => {
        await assertAccount(send, accountId)
        return send(setIndexOptOut, { accountId, isOptedOut: optOut })
      })()
    })
}
