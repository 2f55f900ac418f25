import type { Spool } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { readJsonFile } from '../read-file.ts'
import { pairLines } from '../terminal/table.ts'
import { nextLines } from './next-lines.ts'
import { actionsText } from './spool-actions.ts'
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
    ...spoolLines(spool, options),
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
  readonly yes?: boolean
}

/** Ends a Spool by the action that is named, or by the one that the caller can take now. */
export async function runCloseSpool(id: string, options: CloseOptions, host: Host): Promise<ExitStatus> {
  const by = options.by === undefined ? null : closingOf(options.by)
  const spool = await openClient(options, host).client.spools.get(id, { signal: host.signal })
  return takeAction(by ?? possible(spool), spool, options, host)
}

export interface ActOptions extends ConnectionOptions {
  readonly yes?: boolean
}

/** Takes an action that needs nothing but the Spool. */
export async function runActOnSpool(
  action: PlainAction,
  id: string,
  options: ActOptions,
  host: Host,
): Promise<ExitStatus> {
  const spool = await openClient(options, host).client.spools.get(id, { signal: host.signal })
  return takeAction(action, spool, options, host)
}

export type PlainAction = Closing | 'propose' | 'complete'

/** What an action does that cannot be taken back; null for one that binds no one. */
const consequences: Readonly<Record<PlainAction, string | null>> = {
  propose: null,
  decline: 'declines the proposal',
  cancel: 'cancels the Spool',
  abandon: 'ends the Spool; what was delivered is judged no more',
  complete: 'completes the Spool; no further run follows',
}

async function takeAction(
  action: PlainAction,
  { id }: Spool,
  options: ActOptions,
  host: Host,
): Promise<ExitStatus> {
  const consequence = consequences[action]
  if (consequence !== null && !options.yes) {
    const warning = `“${action}” ${consequence}, and cannot be taken back.`
    if (host.ask === null) throw new UnusableInput(`${warning}\nSay that it is meant: --yes`)
    host.output.complain(`${id}: ${warning}`)
    if (!/^y(?:es)?$/i.test((await host.ask('Go on? [y/N] '))?.trim() ?? '')) {
      host.output.complain('Nothing was changed.')
      return exitStatus.differs
    }
  }
  const { client } = openClient(options, host)
  const spool = await client.spools[action](id, { signal: host.signal })
  printAnswer(host, options, spool, () => [
    `${id}: agreement ${spool.status.agreement}, outcome ${spool.status.outcome}.`,
    ...nextLines(spool, options),
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
  throw new UnusableInput(`You cannot end ${id} now. You can: ${actionsText(economics.allowed_actions)}`)
}
