import type { Spool } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import { type Host, note } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { tableLines } from '../terminal/table.ts'
import { eventLine } from './event-line.ts'
import { nextWords } from './next-lines.ts'
import { spoolLines, worthText } from './spool-lines.ts'

export async function runShowSpool(id: string, options: ConnectionOptions, host: Host): Promise<ExitStatus> {
  const spool = await openClient(options, host).client.spools.get(id, { signal: host.signal })
  printAnswer(host, options, spool, () => spoolLines(spool, options))
  return exitStatus.agrees
}

export interface ListOptions extends ConnectionOptions {
  readonly limit?: string
  readonly after?: string
  readonly all?: boolean
}

/** Lists Spools, newest first; --json prints one on each line. */
export async function runListSpools(options: ListOptions, host: Host): Promise<ExitStatus> {
  const { client } = openClient(options, host)
  const limit = options.all ? undefined : options.limit === undefined ? 20 : countOf(options.limit)
  const { after } = options
  const pages = client.spools.list({ limit: Math.min(limit ?? 100, 100), after, signal: host.signal })
  // One more than is shown tells whether there are more.
  const read = await pages.all(limit === undefined ? {} : { limit: limit + 1 })
  const found = read.slice(0, limit)
  if (options.json) for (const spool of found) host.output.print(JSON.stringify(spool))
  else if (found.length === 0) note(host, 'There are no Spools.')
  else for (const line of listLines(found)) host.output.print(line)
  const last = found.at(-1)
  if (read.length > found.length && last !== undefined) {
    note(host, `There are more: repeat with --after ${last.id}, or with --all.`)
  }
  return exitStatus.agrees
}

function listLines(spools: readonly Spool[]): string[] {
  return tableLines(
    ['SPOOL', 'AGREEMENT', 'VERIFICATION', 'OUTCOME', 'NEXT', 'WORTH', 'WORK'],
    spools.map((spool) => [
      spool.id,
      spool.status.agreement,
      spool.status.verification,
      spool.status.outcome,
      nextWords(spool),
      worthText(spool.value.amount_cents, spool.unitization),
      spool.deliverable.title,
    ]),
  )
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new UnusableInput(`--limit ${text} is not a number of Spools, such as 20.`)
}

/** The history of a Spool, oldest event first. */
export async function runListEvents(id: string, options: ConnectionOptions, host: Host): Promise<ExitStatus> {
  const { spools } = openClient(options, host).client
  const { signal } = host
  const [events, { parties }] = await Promise.all([
    spools.events(id, { signal }).all(),
    spools.get(id, { signal }),
  ])
  printAnswer(host, options, events, () =>
    events.map((event) => `${event.seq}  ${eventLine(event, parties)}`),
  )
  return exitStatus.agrees
}
