import { setTimeout as wait } from 'node:timers/promises'
import {
  type AccountErasure,
  approveErasure,
  listErasures,
  planErasure,
  requestErasure,
  showAccount,
} from '@outturn/contracts'
import { planEverywhere } from '@outturn/messaging'
import type { Command } from 'commander'
import { idOf } from '../arguments.ts'
import type { Operator } from '../operator.ts'
import { example, type Run, type RunChange } from '../session.ts'

type Send = Operator['send']
type EraseOptions = { account: string; dryRun?: true; approve?: true; reason?: string }

const pollMs = 500
/** An erasure that takes longer goes on by itself. */
const polls = 240

/** `account erase`: one operator requests, another one approves, and the services erase. */
export function addEraseCommands(accounts: Command, run: Run, change: RunChange): void {
  accounts
    .command('erase')
    .description(
      'erase the personal data of an account for good: request it with --reason; another operator approves within 24 hours with --approve',
    )
    .requiredOption('--account <id>', 'account to erase', idOf('account'))
    .option(
      '--dry-run',
      'say what would be changed, by service and table, and what blocks it; change nothing',
    )
    .option('--reason <text>', 'why, for the record')
    .option('--approve', 'begin what another operator requested; this cannot be undone')
    .addHelpText(
      'after',
      example(
        'account erase --account acc_… --dry-run',
        '--as alice account erase --account acc_… --reason "the person asked for it"',
        '--as bob account erase --account acc_… --approve',
      ),
    )
    .action((options: EraseOptions, command: Command) => {
      const { account: accountId, dryRun = false, approve = false, reason } = options
      if ([dryRun, approve, reason !== undefined].filter(Boolean).length !== 1) {
        command.error('error: send one of --dry-run, --reason "…" and --approve')
      }
      if (dryRun) return run((send) => plan(send, accountId))()
      if (approve) return change('account erase --approve', (send) => eraseApproved(send, accountId))()
      return change('account erase', async (send) => {
        await send(showAccount, { accountId })
        return toErasure(await send(requestErasure, { accountId, reason: reason ?? '' }))
      })()
    })
  accounts
    .command('erasures')
    .description('erasures that wait for a second operator or are under way, and what they wait for')
    .addHelpText('after', example('account erasures'))
    .action(
      run(async (send) => {
        const { erasures, contents } = await send(listErasures, { accountId: null })
        return { erasures: erasures.map(toErasure), contentsToWithdrawAgain: contents }
      }),
    )
}

/** Begins, or finds it begun, and waits for the end. */
async function eraseApproved(send: Send, accountId: string) {
  let erasure = await send(approveErasure, { accountId })
  for (let left = polls; erasure.state === 'erasing' && left > 0; left -= 1) {
    await wait(pollMs)
    const { erasures } = await send(listErasures, { accountId })
    erasure = erasures.find(({ state }) => state !== 'requested') ?? erasure
  }
  return toErasure(erasure)
}

/** An erasure as it is printed: without what it does not have. */
function toErasure({ waitsFor, ...erasure }: AccountErasure) {
  const known = Object.entries(erasure).filter(([, value]) => value !== null)
  return { ...Object.fromEntries(known), ...(waitsFor.length > 0 && { waitsFor }) }
}

/** What an erasure would change, and what blocks it. */
async function plan(send: Send, accountId: string) {
  await send(showAccount, { accountId })
  const { changes, blockers } = await planEverywhere(
    (service, page) => send(planErasure(service), page),
    accountId,
  )
  return { accountId, mayBegin: blockers.length === 0, blockers, changes }
}
