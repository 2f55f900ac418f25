import {
  confirmDomain,
  createAccount,
  createSignInLink,
  EmailAddress,
  listAccounts,
  readBalance,
  reopenAccount,
  resumeAccount,
  setAllowance,
  setQuota,
  setReturnHosts,
  showAccount,
  type StoredAccount,
  suspendAccount,
  withdrawDomain,
} from '@outturn/contracts'
import { type PartyKind, partyKinds } from '@outturn/vocabulary'
import { type Command, InvalidArgumentError } from 'commander'
import { assertAccount } from './assert-account.ts'
import { addIndexCommand } from './index-commands.ts'
import { choice, hostList, idOf, wholeNumber } from '../arguments.ts'
import type { Operator } from '../operator.ts'
import { example, type Run, type RunChange, type RunLines } from '../session.ts'
import { addEraseCommands } from './erase-command.ts'
import { addExportCommand } from './export-command.ts'

type Send = Operator['send']
type CreateOptions = { name: string; kind: PartyKind; quota?: number | null; allowance?: number }
type AllowanceOptions = { account: string; runs: number; compiles: number }
type HostOptions = { account: string; set?: readonly string[]; show?: boolean }

const pageSize = 1_000
const ofDeployment = 'default'

/** `account`: accounts, their limits, and their suspension. */
export function addAccountCommands(program: Command, run: Run, change: RunChange, runLines: RunLines): void {
  const accounts = program.command('account').description('accounts')
  addReads(accounts, run)
  addCreation(accounts, change)
  addLimits(accounts, change)
  addSuspension(accounts, change)
  addDomains(accounts, change)
  addHosts(accounts, run, change)
  addIndexCommand(accounts, change)
  addSignIn(accounts, change)
  addExportCommand(accounts, runLines)
  addEraseCommands(accounts, run, change)
}

function addReads(accounts: Command, run: Run): void {
  accounts
    .command('list')
    .description('list accounts, the newest first')
    .option('--suspended', 'those that are suspended', false)
    .option('--limit <n>', 'how many at most', wholeNumber, 100)
    .addHelpText('after', example('account list', 'account list --suspended'))
    .action(
      run((send, { suspended, limit }: { suspended: boolean; limit: number }) =>
        listed(send, suspended, limit),
      ),
    )
  accounts
    .command('show')
    .description('show an account with its limits, its keys in force, its allowance and its credits')
    .argument('<id>', 'as the list shows it', idOf('account'))
    .addHelpText('after', example('account show acc_…'))
    .action(
      run(async (send, accountId: string) => {
        const [account, balance] = await Promise.all([
          send(showAccount, { accountId }),
          send(readBalance, { accountId }),
        ])
        const { verification, compile } = balance.allowance
        return {
          ...account,
          includedRuns: verification.limit,
          includedRunsLeft: verification.remaining,
          includedCompiles: compile.limit,
          includedCompilesLeft: compile.remaining,
          creditsUsd: balance.available_usd,
        }
      }),
    )
}

/** As many accounts as are asked for, read page by page. */
async function listed(send: Send, onlySuspended: boolean, limit: number): Promise<StoredAccount[]> {
  const found: StoredAccount[] = []
  let after: string | null = null
  do {
    const size = Math.min(limit - found.length, pageSize)
    if (size === 0) break
    const page: { accounts: StoredAccount[]; next: string | null } = await send(listAccounts, {
      after,
      limit: size,
      onlySuspended,
    })
    found.push(...page.accounts)
    after = page.next
  } while (after !== null)
  return found
}

function addCreation(accounts: Command, change: RunChange): void {
  accounts
    .command('create')
    .description('make an account; the first key is made with `key create`')
    .requiredOption('--name <name>', 'display name of the account')
    .option('--quota <n>', 'requests per minute and client address (default 120)', wholeNumber)
    .option('--allowance <n>', 'verification runs included in each calendar month (default 20)', wholeNumber)
    .addOption(choice('--kind <kind>', 'what stands behind the account', partyKinds).default('agent'))
    .addHelpText('after', example('account create --name Acme --quota 600'))
    .action(
      change('account create', async (send, { name, kind, quota = null, allowance }: CreateOptions) => {
        const created = await send(createAccount, { name, kind, quota })
        if (allowance === undefined) return created
        const included = { verificationRuns: allowance, freeTextCompiles: allowance }
        await send(setAllowance, { accountId: created.accountId, ...included })
        return { ...created, allowance }
      }),
    )
}

function addLimits(accounts: Command, change: RunChange): void {
  accounts
    .command('quota')
    .description('set the requests per minute and client address of an account, from now on')
    .requiredOption('--account <id>', 'account that is limited', idOf('account'))
    .requiredOption('--set <n>', `requests per minute; ${ofDeployment}: that of the deployment`, quotaOf)
    .addHelpText(
      'after',
      example(
        'account quota --account acc_… --set 600',
        `account quota --account acc_… --set ${ofDeployment}`,
      ),
    )
    .action(
      change('account quota', (send, { account: accountId, set }: { account: string; set: Quota }) =>
        send(setQuota, { accountId, quota: set === ofDeployment ? null : set }),
      ),
    )
  accounts
    .command('allowance')
    .description('set what an account has included in each calendar month, from now on')
    .requiredOption('--account <id>', 'account that it is included for', idOf('account'))
    .requiredOption('--runs <n>', 'verification runs', wholeNumber)
    .requiredOption('--compiles <n>', 'compiles of conditions in plain text', wholeNumber)
    .addHelpText('after', example('account allowance --account acc_… --runs 100 --compiles 20'))
    .action(
      change('account allowance', async (send, { account: accountId, runs, compiles }: AllowanceOptions) => {
        await assertAccount(send, accountId)
        const set = await send(setAllowance, {
          accountId,
          verificationRuns: runs,
          freeTextCompiles: compiles,
        })
        return { accountId, ...set }
      }),
    )
}

function addSuspension(accounts: Command, change: RunChange): void {
  accounts
    .command('suspend')
    .description('refuse every key of an account within a second; its receipts and the other parties go on')
    .argument('<id>', 'as the list shows it', idOf('account'))
    .requiredOption('--reason <text>', 'why, for the record')
    .addHelpText('after', example('account suspend acc_… --reason "keys were published"'))
    .action(
      change('account suspend', (send, accountId: string, { reason }: { reason: string }) =>
        send(suspendAccount, { accountId, note: reason }),
      ),
    )
  accounts
    .command('resume')
    .description('end the suspension of an account within a second')
    .argument('<id>', 'as the list shows it', idOf('account'))
    .addHelpText('after', example('account resume acc_…'))
    .action(change('account resume', (send, accountId: string) => send(resumeAccount, { accountId })))
  accounts
    .command('reopen')
    .description('open an account again that its owners closed; its keys stay revoked')
    .argument('<id>', 'as the list shows it', idOf('account'))
    .addHelpText('after', example('account reopen acc_…'))
    .action(change('account reopen', (send, accountId: string) => send(reopenAccount, { accountId })))
}

function addDomains(accounts: Command, change: RunChange): void {
  accounts
    .command('confirm-domain')
    .description(
      'confirm that a domain belongs to an account, and which OpenID Connect issuer signs its people in',
    )
    .argument('<id>', 'as the list shows it', idOf('account'))
    .requiredOption('--domain <domain>', 'domain of the addresses')
    .requiredOption('--issuer <url>', 'issuer of its provider, which this service asks')
    .addHelpText(
      'after',
      example('account confirm-domain acc_… --domain example.com --issuer https://login.example.com'),
    )
    .action(
      change(
        'account confirm-domain',
        (send, accountId: string, options: { domain: string; issuer: string }) =>
          send(confirmDomain, { accountId, domain: options.domain, issuer: options.issuer }),
      ),
    )
  accounts
    .command('withdraw-domain')
    .description('take a confirmed domain from an account; its last one ends the sign-in by its organisation')
    .argument('<id>', 'as the list shows it', idOf('account'))
    .requiredOption('--domain <domain>', 'domain of the addresses')
    .addHelpText('after', example('account withdraw-domain acc_… --domain example.com'))
    .action(
      change('account withdraw-domain', (send, accountId: string, { domain }: { domain: string }) =>
        send(withdrawDomain, { accountId, domain }),
      ),
    )
}

function addSignIn(accounts: Command, change: RunChange): void {
  accounts
    .command('sign-in-link')
    .description(
      'print a link that opens the console once within 15 minutes; a person who is new to the account becomes its owner',
    )
    .requiredOption('--account <id>', 'account that it opens', idOf('account'))
    .requiredOption('--email <address>', 'person who signs in', emailAddress)
    .addHelpText('after', example('account sign-in-link --account acc_… --email ada@example.com'))
    .action(
      change(
        'account sign-in-link',
        (send, { account: accountId, email }: { account: string; email: string }) =>
          send(createSignInLink, { accountId, email }),
      ),
    )
}

function emailAddress(text: string): string {
  const address = EmailAddress.safeParse(text)
  if (!address.success) throw new InvalidArgumentError('It must be an address such as ada@example.com.')
  return address.data
}

function addHosts(accounts: Command, run: Run, change: RunChange): void {
  accounts
    .command('hosts')
    .description(
      'set the hosts to which a browser goes back at once after the setup of payouts; others are named on a page first',
    )
    .requiredOption('--account <id>', 'account that gives the addresses', idOf('account'))
    .option('--set <hosts>', 'all of them, with commas between; "" for none', hostList)
    .option('--show', 'show them and change nothing')
    .addHelpText(
      'after',
      example(
        'account hosts --account acc_… --set app.example.com,shop.example',
        'account hosts --account acc_… --show',
      ),
    )
    .action((options: HostOptions, command: Command) => {
      const { account: accountId, set, show = false } = options
      if (show === (set !== undefined))
        command.error('error: name the hosts with --set, or read them with --show')
      if (set === undefined) {
        return run(async (send) => {
          const { returnHosts: hosts } = await send(showAccount, { accountId })
          return { accountId, hosts }
        })()
      }
      return change('account hosts', (send) => send(setReturnHosts, { accountId, hosts: [...set] }))()
    })
}

type Quota = number | typeof ofDeployment

function quotaOf(text: string): Quota {
  return text === ofDeployment ? text : wholeNumber(text)
}
