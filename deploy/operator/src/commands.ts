import {
  createAccount,
  createKey,
  createOwnerGrant,
  grantCredits,
  listDeadLetters,
  listKeys,
  readTrialBalance,
  redriveDeadLetters,
  revokeKey,
  type ServiceName,
  serviceNames,
  setAllowance,
} from '@outturn/contracts'
import type { AccountKeyScope, CreditGrantSource, PartyKind } from '@outturn/vocabulary'
import { Command, InvalidArgumentError, Option } from 'commander'
import { addReceiptCommands } from './receipt-commands.ts'
import type { OpenSession } from './session.ts'
import { addSigningKeyCommands } from './signing-key-commands.ts'

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0)
    throw new InvalidArgumentError('Give a whole number of at least 0.')
  return value
}

function service(text: string): ServiceName {
  const name = serviceNames.find((each) => each === text)
  if (name === undefined) throw new InvalidArgumentError(`Give one of ${serviceNames.join(', ')}.`)
  return name
}

type AccountOptions = {
  name: string
  kind: PartyKind
  quota?: number
  allowance?: number
}

/** The operator's command line; each leaf sends the commands of the bus and prints their answers. */
export function operatorProgram(open: OpenSession): Command {
  const program = new Command('admin')
    .description('Operator commands: accounts, keys, credits, queues, books, signing keys, receipts.')
    .addOption(
      new Option('--environment <name>', 'which environment to work on')
        .choices(['production', 'demo'])
        .default('production'),
    )
    .option('--json', 'print one JSON value and nothing else', false)
    .option('--as <name>', 'operator that changes are recorded under (default: the user of this machine)')
    .showHelpAfterError('(add --help for examples)')

  const session = () => open(program.opts())

  const account = program.command('account').description('accounts')
  account
    .command('create')
    .description('make an account; the first key is made with `key create`')
    .requiredOption('--name <name>', 'display name of the account')
    .option('--quota <n>', 'requests per minute and client address (default 120)', wholeNumber)
    .option('--allowance <n>', 'verification runs included in each calendar month (default 20)', wholeNumber)
    .addOption(
      new Option('--kind <kind>', 'what stands behind the account')
        .choices(['human', 'agent', 'org', 'service'])
        .default('agent'),
    )
    .addHelpText('after', '\nExample:\n  npm run admin -- account create --name Acme --quota 600')
    .action(async ({ name, kind, quota, allowance }: AccountOptions) => {
      const { operator, print } = await session()
      const made = await operator.send(createAccount, { name, kind, quota: quota ?? null })
      if (allowance !== undefined) {
        const included = { verificationRuns: allowance, freeTextCompiles: allowance }
        await operator.send(setAllowance, { accountId: made.accountId, ...included })
      }
      print({
        account_id: made.accountId,
        name: made.name,
        quota: made.quota,
        ...(allowance !== undefined && { allowance }),
      })
    })

  const key = program.command('key').description('API keys')
  key
    .command('create')
    .description('make a key; it is shown here and nowhere else')
    .requiredOption('--account <id>', 'account that the key belongs to')
    .addOption(
      new Option('--scope <scope>', 'what the key may do').choices(['full', 'verify']).default('full'),
    )
    .option('--label <text>', 'a note to tell keys apart', '')
    .action(async (options: { account: string; scope: AccountKeyScope; label: string }) => {
      const { operator, print } = await session()
      const made = await operator.send(createKey, {
        accountId: options.account,
        scope: options.scope,
        label: options.label,
      })
      print({ key_id: made.keyId, api_key: made.apiKey, scope: made.scope, created_at: made.createdAt })
    })
  key
    .command('revoke')
    .description('make a key unusable everywhere within five seconds')
    .argument('<key-id>')
    .action(async (keyId: string) => {
      const { operator, print } = await session()
      const revoked = await operator.send(revokeKey, { keyId })
      print({ key_id: revoked.keyId, revoked_at: revoked.revokedAt })
    })
  key
    .command('list')
    .description('list keys, of one account or of all')
    .option('--account <id>', 'account whose keys to list')
    .action(async (options: { account?: string }) => {
      const { operator, print } = await session()
      print(await operator.send(listKeys, { accountId: options.account ?? null }))
    })

  const grant = program.command('grant').description('grants for keys')
  grant
    .command('create')
    .description('make a grant that its holder exchanges for a verify key within 15 minutes; shown here only')
    .requiredOption('--account <id>', 'account that the key will belong to')
    .option('--label <text>', 'a note to tell keys apart', '')
    .addHelpText('after', '\nExample:\n  npm run admin -- grant create --account acc_… --label laptop')
    .action(async (options: { account: string; label: string }) => {
      const { operator, print } = await session()
      const made = await operator.send(createOwnerGrant, { accountId: options.account, label: options.label })
      print({
        grant_token: made.grantToken,
        expires_at: made.expiresAt,
        exchange_url: made.exchangeUrl,
      })
    })

  const credits = program.command('credits').description('the credit ledger')
  credits
    .command('grant')
    .description('give an account credits')
    .requiredOption('--account <id>', 'account that is credited')
    .requiredOption('--cents <n>', 'amount in cents', wholeNumber)
    .addOption(
      new Option('--source <source>', 'booked against').choices(['promo', 'operator']).default('operator'),
    )
    .option('--expires <time>', 'time with offset after which the rest lapses')
    .option('--note <text>', 'why', '')
    .action(
      async (options: {
        account: string
        cents: number
        source: CreditGrantSource
        expires?: string
        note: string
      }) => {
        const { operator, print } = await session()
        const granted = await operator.send(grantCredits, {
          accountId: options.account,
          amountCents: options.cents,
          source: options.source,
          expiresAt: options.expires ?? null,
          note: options.note,
        })
        print({
          grant_id: granted.grantId,
          amount_micros: granted.amountMicros,
          available_micros: granted.availableMicros,
        })
      },
    )
  credits
    .command('books')
    .description('every account of the ledger; the sum must be 0')
    .action(async () => {
      const { operator, print } = await session()
      const books = await operator.send(readTrialBalance, {})
      print({
        sum_micros: books.sumMicros,
        open_reservations: books.openReservations,
        accounts: books.accounts.map((each) => ({
          account: each.account,
          balance_micros: each.balanceMicros,
        })),
      })
    })

  const queue = program.command('queue').description('messages that failed too often')
  queue
    .command('dead')
    .description('list dead messages, of one service or of all')
    .option('--service <name>', 'service whose dead messages to list', service)
    .action(async (options: { service?: ServiceName }) => {
      const { operator, print } = await session()
      const names = options.service === undefined ? serviceNames : [options.service]
      const lists = await Promise.all(
        names.map(async (name) => {
          const letters = await operator.send(listDeadLetters(name), {})
          return letters.map((letter) => ({ service: name, ...letter }))
        }),
      )
      print(lists.flat())
    })
  queue
    .command('redrive')
    .description('put dead messages back on their queue')
    .requiredOption('--service <name>', 'service whose messages to redrive', service)
    .option('--id <id>', 'one message; all of the service without it')
    .action(async (options: { service: ServiceName; id?: string }) => {
      const { operator, print } = await session()
      print(await operator.send(redriveDeadLetters(options.service), { id: options.id ?? null }))
    })

  addSigningKeyCommands(program, session)
  addReceiptCommands(program, session)
  return program
}
