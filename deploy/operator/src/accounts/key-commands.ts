import { createKey, createOwnerGrant, listKeys, revokeKey } from '@outturn/contracts'
import { type AccountKeyScope, accountKeyScopes } from '@outturn/vocabulary'
import type { Command } from 'commander'
import { choice, idOf } from '../arguments.ts'
import { example, type Run } from '../session.ts'

/** `key` and `grant`: the API keys of accounts, and the access grants that are exchanged for keys. */
export function addKeyCommands(program: Command, run: Run): void {
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
