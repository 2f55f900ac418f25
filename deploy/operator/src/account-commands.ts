import {
  createAccount,
  createKey,
  createOwnerGrant,
  listKeys,
  revokeKey,
  setAllowance,
  setReturnHosts,
} from '@outturn/contracts'
import { type AccountKeyScope, accountKeyScopes, type PartyKind, partyKinds } from '@outturn/vocabulary'
import type { Command } from 'commander'
import { choice, hostList, idOf, wholeNumber } from './arguments.ts'
import { example, type Run } from './session.ts'

type AccountOptions = { name: string; kind: PartyKind; quota?: number | null; allowance?: number }

type AllowanceOptions = { account: string; runs: number; compiles: number }

/** `account`, `key` and `grant`: accounts, their API keys, and the access grants that are exchanged for keys. */
export function addAccountCommands(program: Command, run: Run): void {
  const accounts = program.command('account').description('accounts')
  accounts
    .command('create')
    .description('make an account; the first key is made with `key create`')
    .requiredOption('--name <name>', 'display name of the account')
    .option('--quota <n>', 'requests per minute and client address (default 120)', wholeNumber)
    .option('--allowance <n>', 'verification runs included in each calendar month (default 20)', wholeNumber)
    .addOption(choice('--kind <kind>', 'what stands behind the account', partyKinds).default('agent'))
    .addHelpText('after', example('account create --name Acme --quota 600'))
    .action(
      run(async (send, { name, kind, quota = null, allowance }: AccountOptions) => {
        const created = await send(createAccount, { name, kind, quota })
        if (allowance === undefined) return created
        const included = { verificationRuns: allowance, freeTextCompiles: allowance }
        await send(setAllowance, { accountId: created.accountId, ...included })
        return { ...created, allowance }
      }),
    )
  accounts
    .command('allowance')
    .description('set what an account has included in each calendar month, from now on')
    .requiredOption('--account <id>', 'account that it is included for', idOf('account'))
    .requiredOption('--runs <n>', 'verification runs', wholeNumber)
    .requiredOption('--compiles <n>', 'compiles of conditions in plain text', wholeNumber)
    .addHelpText('after', example('account allowance --account acc_… --runs 100 --compiles 20'))
    .action(
      run(async (send, { account: accountId, runs, compiles }: AllowanceOptions) => ({
        accountId,
        ...(await send(setAllowance, { accountId, verificationRuns: runs, freeTextCompiles: compiles })),
      })),
    )
  accounts
    .command('hosts')
    .description(
      'set the hosts to which a browser goes back at once after the setup of payouts; others are named on a page first',
    )
    .requiredOption('--account <id>', 'account that gives the addresses', idOf('account'))
    .requiredOption('--set <hosts>', 'all of them, with commas between; "" for none', hostList)
    .addHelpText('after', example('account hosts --account acc_… --set app.example.com,shop.example'))
    .action(
      run((send, { account: accountId, set: hosts }: { account: string; set: readonly string[] }) =>
        send(setReturnHosts, { accountId, hosts: [...hosts] }),
      ),
    )

  const key = program.command('key').description('API keys (signing keys are under `keys`)')
  key
    .command('create')
    .description('make a key; it is shown here and nowhere else')
    .requiredOption('--account <id>', 'account that the key belongs to', idOf('account'))
    .addOption(choice('--scope <scope>', 'what the key may do', accountKeyScopes).default('full'))
    .option('--label <text>', 'a note to tell keys apart', '')
    .addHelpText('after', example('key create --account acc_… --scope verify --label ci'))
    .action(
      run((send, options: { account: string; scope: AccountKeyScope; label: string }) => {
        const { account: accountId, scope, label } = options
        return send(createKey, { accountId, scope, label })
      }),
    )
  key
    .command('revoke')
    .description('make a key unusable everywhere within a second')
    .argument('<key-id>', 'as the list shows it', idOf('key'))
    .addHelpText('after', example('key revoke key_…'))
    .action(run((send, keyId: string) => send(revokeKey, { keyId })))
  key
    .command('list')
    .description('list keys, of one account or of all')
    .option('--account <id>', 'account whose keys to list', idOf('account'))
    .addHelpText('after', example('key list --account acc_…'))
    .action(
      run((send, { account = null }: { account?: string | null }) => send(listKeys, { accountId: account })),
    )

  program
    .command('grant')
    .description('access grants that are exchanged for keys')
    .command('create')
    .description(
      'make a grant that its holder exchanges for a verify key within 15 minutes; it is shown here and nowhere else',
    )
    .requiredOption('--account <id>', 'account that the key will belong to', idOf('account'))
    .option('--label <text>', 'a note to tell keys apart', '')
    .addHelpText('after', example('grant create --account acc_… --label laptop'))
    .action(
      run((send, { account, label }: { account: string; label: string }) =>
        send(createOwnerGrant, { accountId: account, label }),
      ),
    )
}
