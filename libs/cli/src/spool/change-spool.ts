import type { Spool } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { readJsonFile } from '../read-file.ts'
import { shown } from '../terminal/shown.ts'
import { pairLines } from '../terminal/table.ts'
import { spoolLines } from './spool-lines.ts'

export interface AmendOptions extends ConnectionOptions {
  readonly dryRun?: boolean
}

/** Changes the conditions or the units of a proposal, by a file with the body of the amend action. */
export async function runAmendSpool(
  id: string,
  file: string,
  options: AmendOptions,
  host: Host,
): Promise<ExitStatus> {
  const body = readJsonFile(file)
  const { dryRun = false } = options
  const spool = await openClient(options, host).client.spools.amend(id, body as never, {
    dryRun,
    signal: host.signal,
  })
  printAnswer(host, options, spool, () => [
    ...spoolLines(spool),
    ...(dryRun ? ['This was a dry run: nothing was changed.'] : []),
  ])
  return exitStatus.agrees
}

/** A binding price of agent work. */
export async function runQuoteSpool(id: string, options: ConnectionOptions, host: Host): Promise<ExitStatus> {
  const quote = await openClient(options, host).client.spools.quote(id, { signal: host.signal })
  printAnswer(host, options, quote, () =>
    pairLines(
      Object.entries(quote).map(
        ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
      ),
    ),
  )
  return exitStatus.agrees
}

const closings = ['decline', 'cancel', 'abandon'] as const
type Closing = (typeof closings)[number]

export interface CloseOptions extends ConnectionOptions {
  readonly by?: string
}

/** Ends a Spool by the action that is named, or by the one that the caller can take now. */
export async function runCloseSpool(id: string, options: CloseOptions, host: Host): Promise<ExitStatus> {
  const { client } = openClient(options, host)
  const { signal } = host
  const by =
    options.by === undefined ? possible(await client.spools.get(id, { signal })) : closingOf(options.by)
  const spool = await client.spools[by](id, { signal })
  printAnswer(host, options, spool, () => [
    `${id}: agreement ${spool.status.agreement}, outcome ${spool.status.outcome}.`,
    `Next: ${shown(spool.next_step.reason)}`,
  ])
  return exitStatus.agrees
}

function closingOf(text: string): Closing {
  const closing = closings.find((each) => each === text)
  if (closing !== undefined) return closing
  throw new UnusableInput(`--by ${text} ends no Spool: it is one of ${closings.join(', ')}.`)
}

/** The action by which the caller can end the Spool. Throws UnusableInput where it has a choice of none. */
function possible({ id, economics }: Spool): Closing {
  const can = closings.find((each) => (economics.allowed_actions as readonly string[]).includes(each))
  if (can !== undefined) return can
  throw new UnusableInput(
    `You cannot end ${id} now. You can: ${economics.allowed_actions.join(', ') || 'nothing'}.`,
  )
}
