import type { Environment } from '@outturn/vocabulary'
import { eventStream, jobStream, type StreamKind, streamKinds, workCheckStream } from '@outturn/contracts'
import { JetStreamApiError, jetstreamManager } from '@nats-io/jetstream'
import type { BusLog } from './bus-log.ts'
import type { Connection } from './connection.ts'
import { storeCheck } from './store-check.ts'

/** What is known of a stream since it was looked at last. */
export type StreamHealth = {
  readonly stream: string
  readonly stores: boolean
  /** How often it was deleted because it stored nothing. */
  readonly remade: number
}

export type StreamChecks = {
  health(): readonly StreamHealth[]
  /**
   * Has each stream store a message, and deletes those that store none any more, where they can be made again; whether one was deleted.
   */
  look(options: { canBeMade: boolean }): Promise<boolean>
}

/** A stream that stored nothing at so many looks in a row is deleted: after a failed write it answers no further one. */
const maxFailedLooks = 3
/** One that was made again and still stores nothing, as on a full disk, is left alone for so many looks. */
const looksBetweenRemakes = 12
const checkMs = 2_000

type Checked = {
  readonly environment: Environment
  readonly kind: StreamKind
  readonly stream: string
  failedLooks: number
  looksUntilRemake: number
  remade: number
}

const names: Readonly<Record<StreamKind, (environment: Environment) => string>> = {
  events: eventStream,
  jobs: jobStream,
  'work-checks': workCheckStream,
}

/** Looks at the streams of these environments as the user `deploy`. */
export function createStreamChecks(
  connection: Pick<Connection, 'nats' | 'health'>,
  { environments, log }: { readonly environments: readonly Environment[]; readonly log: BusLog },
): StreamChecks {
  const checked: Checked[] = environments.flatMap((environment) =>
    streamKinds.map((kind) => ({
      environment,
      kind,
      stream: names[kind](environment),
      failedLooks: 0,
      looksUntilRemake: 0,
      remade: 0,
    })),
  )

  async function lookAt(each: Checked, canBeMade: boolean): Promise<boolean> {
    const { environment, kind, stream } = each
    each.looksUntilRemake -= 1
    const problem = await storeCheck(connection.nats, environment, kind, 'deploy', checkMs).then(
      () => null,
      (error: Error) => error,
    )
    if (!connection.health().isConnected) return false
    if (problem === null) {
      if (each.failedLooks > 0) log.info({ stream }, 'the stream stores messages again')
      each.failedLooks = 0
      each.looksUntilRemake = 0
      return false
    }
    // While streams cannot be made, looks follow each other too quickly to count.
    each.failedLooks = canBeMade ? each.failedLooks + 1 : Math.max(each.failedLooks, 1)
    log.error({ err: problem, stream, failedLooks: each.failedLooks }, 'the stream stores no messages')
    if (!canBeMade || isFull(problem) || each.failedLooks < maxFailedLooks || each.looksUntilRemake > 0)
      return false
    await remove(each)
    return true
  }

  /** A server that does not answer now might delete the stream later, when it is whole: so it is asked for it first. */
  async function remove(each: Checked): Promise<void> {
    const { streams } = await jetstreamManager(connection.nats)
    await streams.info(each.stream)
    await streams.delete(each.stream)
    each.remade += 1
    each.looksUntilRemake = looksBetweenRemakes
    log.error({ stream: each.stream }, 'the stream was deleted, and is made again without what it held')
  }

  return {
    health: () =>
      checked.map(({ stream, failedLooks, remade }) => ({ stream, stores: failedLooks === 0, remade })),
    async look({ canBeMade }) {
      const removed = await Promise.all(checked.map((each) => lookAt(each, canBeMade)))
      return removed.includes(true)
    },
  }
}

/** A stream that holds all that it may takes messages again as soon as some are taken out of it. */
function isFull(error: Error): boolean {
  return error instanceof JetStreamApiError && /maximum (bytes|messages)/.test(error.message)
}
