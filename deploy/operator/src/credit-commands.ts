import {
  checkBillingSums,
  type CommandOutput,
  grantCredits,
  listWaitingCharges,
  readTrialBalance,
} from '@outturn/contracts'
import { type OperatorGrantSource, operatorGrantSources } from '@outturn/vocabulary'
import type { Command } from 'commander'
import { assertAccount } from './accounts/assert-account.ts'
import { choice, idOf, wholeNumber } from './arguments.ts'
import { example, type Run } from './session.ts'

type GrantOptions = {
  account: string
  cents: number
  source: OperatorGrantSource
  expires?: string | null
  reference?: string | null
  note: string
}

/** `credits`: the credit ledger. */
export function addCreditCommands(program: Command, run: Run): void {
  const credits = program.command('credits').description('the credit ledger')
  credits
    .command('grant')
    .description('give an account credits')
    .requiredOption('--account <id>', 'account that is credited', idOf('account'))
    .requiredOption('--cents <n>', 'amount in cents', wholeNumber)
    .addOption(
      choice('--source <source>', 'ledger account that is debited', operatorGrantSources).default('operator'),
    )
    .option('--expires <time>', 'time with offset after which the rest lapses')
    .option('--reference <text>', 'name of the grant; a repetition under it is the same grant')
    .option('--note <text>', 'why', '')
    .addHelpText(
      'after',
      example('credits grant --account acc_… --cents 5000 --reference "pilot 2026" --note "pilot"'),
    )
    .action(
      run(async (send, { account, cents, source, expires = null, reference = null, note }: GrantOptions) => {
        await assertAccount(send, account)
        return send(grantCredits, {
          accountId: account,
          amountCents: cents,
          source,
          expiresAt: expires,
          reference,
          note,
        })
      }),
    )
  credits
    .command('books')
    .description('every account of the ledger; the sum must be 0')
    .addHelpText('after', example('credits books'))
    .action(run((send) => send(readTrialBalance, {})))
  credits
    .command('waiting')
    .description('charges that have not ended: dead letters, and what is held for too long')
    .addHelpText('after', example('credits waiting'))
    .action(run((send) => send(listWaitingCharges, {})))
  credits
    .command('check-sums')
    .description('compare usage, ledger and statements of accounts; there must be no difference')
    .option('--account <id>', 'one account (default: all of them)', idOf('account'))
    .addHelpText('after', example('credits check-sums', 'credits check-sums --account acc_…'))
    .action(
      run(async (send, { account }: { account?: string }) => {
        const total: Omit<CommandOutput<typeof checkBillingSums>, 'next'> = {
          accounts: 0,
          statements: 0,
          differences: [],
        }
        for (let after: string | null = null; ; ) {
          const page: CommandOutput<typeof checkBillingSums> = await send(checkBillingSums, {
            accountId: account ?? null,
            after,
          })
          total.accounts += page.accounts
          total.statements += page.statements
          total.differences.push(...page.differences)
          if (page.next === null) return total
          after = page.next
        }
      }),
    )
}
