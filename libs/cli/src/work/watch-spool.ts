import { setTimeout as pause } from 'node:timers/promises'
import type { Spool } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { type Connection, openClient } from '../connection/open-client.ts'
import { type Host, note } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { eventLine } from '../spool/event-line.ts'
import { nextLines } from '../spool/next-lines.ts'

/** What a Spool can be watched for. */
const ends = {
  accepted: ({ status }: Spool) => status.agreement === 'accepted',
  delivered: ({ status }: Spool) => status.fulfillment !== 'pending',
  judged: ({ status }: Spool) => !['pending', 'awaiting_confirmation'].includes(status.verification),
  settled: ({ status }: Spool) => status.settlement === 'settled',
  closed: ({ status }: Spool) => status.outcome !== 'active',
} as const satisfies Record<string, (spool: Spool) => boolean>
type End = keyof typeof ends

export interface WatchOptions extends ConnectionOptions {
  readonly until?: string
  /** Seconds. */
  readonly timeout?: string
  readonly interval?: string
}

/** Prints the events of a Spool as they happen, until it is closed or what --until names. */
export async function runWatchSpool(id: string, options: WatchOptions, host: Host): Promise<ExitStatus> {
  const until = endOf(options.until ?? 'closed')
  const intervalMs = secondsOf(options.interval ?? '2', '--interval') * 1_000
  const limit = options.timeout === undefined ? null : secondsOf(options.timeout, '--timeout') * 1_000
  const { client } = openClient(options, host)
  const endsAt = limit === null ? Number.POSITIVE_INFINITY : performance.now() + limit
  let seen = 0
  let etag: string | undefined
  for (;;) {
    const now = await readIfChanged(client, id, etag, host)
    if (now !== null) {
      etag = now.etag
      seen = await printNewEvents(client, now.spool, seen, options, host)
      if (ends[until](now.spool)) {
        if (!options.json) host.output.print(endLine(until, now.spool))
        return finalStatus(until, now.spool)
      }
      if (now.spool.status.outcome !== 'active') {
        host.output.complain(`The Spool ended as ${now.spool.status.outcome} before it was ${until}.`)
        return exitStatus.differs
      }
      if (!options.json) for (const line of nextLines(now.spool, options)) note(host, line)
    }
    if (performance.now() + intervalMs > endsAt) {
      host.output.complain(`The Spool was not ${until} within ${options.timeout} s.`)
      return exitStatus.unusable
    }
    await pause(intervalMs, undefined, { signal: host.signal })
  }
}

async function readIfChanged(
  { spools }: Connection['client'],
  id: string,
  etag: string | undefined,
  { signal }: Host,
) {
  const options = { signal, ...(etag !== undefined && { ifNoneMatch: etag }) }
  const { data, etag: tag } = await spools.get(id, options).withResponse()
  return data === null ? null : { spool: data, etag: tag }
}

/** Prints the events after one, and returns the number of the last. */
async function printNewEvents(
  client: Connection['client'],
  { id, parties }: Spool,
  after: number,
  { json }: WatchOptions,
  { output, signal }: Host,
): Promise<number> {
  let last = after
  for await (const event of client.spools.events(id, { after, signal })) {
    last = event.seq
    output.print(json ? JSON.stringify(event) : eventLine(event, parties))
  }
  return last
}

/** What was reached: the verdict, where that is what was waited for, or how the Spool ended. */
function endLine(until: End, { status }: Spool): string {
  const how = { judged: status.verification, closed: status.outcome }
  return until === 'judged' || until === 'closed' ? `${until}: ${how[until]}` : `${until}.`
}

/** A Spool that was watched for a good end and has a bad one is not what was waited for. */
function finalStatus(until: End, { status }: Spool): ExitStatus {
  if (until === 'judged') return status.verification === 'pass' ? exitStatus.agrees : exitStatus.differs
  if (until === 'closed') return status.outcome === 'completed' ? exitStatus.agrees : exitStatus.differs
  return exitStatus.agrees
}

function endOf(text: string): End {
  if (Object.hasOwn(ends, text)) return text as End
  throw new UnusableInput(`--until ${text} is not known: it is one of ${Object.keys(ends).join(', ')}.`)
}

function secondsOf(text: string, option: string): number {
  const seconds = Number(text)
  if (/^\d{1,6}(?:\.\d{1,3})?$/.test(text) && seconds > 0) return seconds
  throw new UnusableInput(`${option} ${text} is not a number of seconds, such as 30.`)
}
