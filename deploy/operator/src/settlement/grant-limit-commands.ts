import { changeGrantLimits } from '@outturn/contracts'
import type { Command } from 'commander'
import { wholeNumber } from '../arguments.ts'
import { example, type Run } from '../session.ts'

const ofSettings = 'settings'

type Cap = number | typeof ofSettings
type CapOptions = { reason: string; spool?: Cap; account?: Cap; deployment?: Cap }

/** `settlement cap` and the switch of grants. Grants that are recorded stay: what changes is which new ones are taken. */
export function addGrantLimits(settlement: Command, run: Run): void {
  settlement
    .command('cap')
    .description('change what new settlement grants may be at most, in cents; what is not named stays')
    .option('--spool <cents>', `of one Spool; ${ofSettings}: that of the settings again`, cap)
    .option('--account <cents>', 'of the open ones of one account together', cap)
    .option('--deployment <cents>', 'of all open ones together', cap)
    .requiredOption('--reason <text>', 'why, for the record')
    .addHelpText(
      'after',
      example(
        'settlement cap --account 500000 --reason "first week"',
        `settlement cap --account ${ofSettings} --reason "the week is over"`,
      ),
    )
    .action((options: CapOptions, command: Command) => {
      const change = capChange(options)
      if (Object.keys(change).length === 0) {
        command.error('error: name the cap to change: --spool, --account or --deployment')
      }
      return run((send) => send(changeGrantLimits, { change, reason: options.reason }))()
    })
  for (const [name, isPaused, description] of [
    ['pause-grants', true, 'take no new settlement grants; those that are recorded stay'],
    ['resume-grants', false, 'take new settlement grants again'],
  ] as const) {
    settlement
      .command(name)
      .description(description)
      .requiredOption('--reason <text>', 'why, for the record')
      .addHelpText('after', example(`settlement ${name} --reason "the settler is being replaced"`))
      .action(
        run((send, { reason }: { reason: string }) =>
          send(changeGrantLimits, { change: { isPaused }, reason }),
        ),
      )
  }
}

function cap(text: string): Cap {
  return text === ofSettings ? text : wholeNumber(text)
}

/** A cap that is null is that of the settings. */
function capChange({ spool, account, deployment }: CapOptions) {
  const cents = (value: Cap) => (value === ofSettings ? null : value)
  return {
    ...(spool !== undefined && { spoolCapCents: cents(spool) }),
    ...(account !== undefined && { accountCapCents: cents(account) }),
    ...(deployment !== undefined && { deploymentCapCents: cents(deployment) }),
  }
}
