import type { MsgHdrs, Payload } from '@nats-io/transport-node'
import type { BusLog } from '../bus-log.ts'
import type { Connection } from '../connection.ts'

/** One message for a stream. */
export type StreamMessage = {
  readonly subject: string
  readonly body: Payload
  readonly headers: MsgHdrs
  /** Called when the stream does not store it, after the last try; it is not sent again. Must not throw. */
  refused(): void
}

/** Messages that a stream did not store at a try: `refused` by an error, or `unanswered` in time. */
export type RefusedPublishes = { refused: number; unanswered: number }

/**
 * Publishes to one stream without waiting for it, finds out whether each message was stored, and sends again what was not. A stream whose
 * last write failed answers nothing, so silence counts as a refusal.
 */
export type StoredPublisher = {
  readonly counters: Readonly<RefusedPublishes>
  publish(message: StreamMessage): void
  /** False from when a message was given up until the stream stores one. */
  stores(): boolean
  close(): void
}

export type StoredPublisherOptions = {
  instanceId: string
  log: BusLog
  /** Sends a message that changes nothing, by which a stream that refused is found to store again; rejects while it does not. */
  check: () => Promise<void>
  times?: PublisherTimes
}

/** `tickMs` times `ticks` is how long an answer is waited for at each try. */
type PublisherTimes = { readonly tickMs: number; readonly ticks: number; readonly checkEveryMs: number }

const usualTimes: PublisherTimes = { tickMs: 250, ticks: 7, checkEveryMs: 1_000 }
const maxTries = 2
/** Pause before a message that was refused by an error is sent again, ms: a stream that is missing is made again within seconds. */
const retryPauseMs = 500

type Open = StreamMessage & { tries: number; ticksLeft: number }

export function createStoredPublisher(
  connection: Connection,
  { instanceId, log, check, times = usualTimes }: StoredPublisherOptions,
): StoredPublisher {
  const { nats } = connection
  const inbox = `${connection.inbox}.${instanceId}.stored.`
  const open = new Map<string, Open>()
  const counters: RefusedPublishes = { refused: 0, unanswered: 0 }
  let isStoring = true
  let isClosed = false
  let sent = 0
  let ticking: NodeJS.Timeout | null = null
  let checking: NodeJS.Timeout | null = null

  const subscription = nats.subscribe(`${inbox}*`, {
    callback: (error, message) => {
      if (error !== null) return log.error({ err: error }, 'the subscription to stored messages failed')
      const token = message.subject.slice(inbox.length)
      const found = open.get(token)
      if (found === undefined) return
      open.delete(token)
      const problem = problemIn(message.data, message.headers)
      if (problem === null) noteStored()
      else failed(found, 'refused', problem)
    },
  })
  // The server may have come back without what it was sent.
  connection.onReconnect(() => {
    const unanswered = [...open.values()]
    open.clear()
    for (const message of unanswered) send(message)
  })

  function send(message: Open): void {
    if (isClosed) return
    const token = String((sent += 1))
    message.ticksLeft = times.ticks
    open.set(token, message)
    ticking ??= setInterval(tick, times.tickMs).unref()
    try {
      nats.publish(message.subject, message.body, { headers: message.headers, reply: `${inbox}${token}` })
    } catch (error) {
      open.delete(token)
      giveUp(message, (error as Error).message)
    }
  }

  /** Counts turns and not a time of day: a process that stood still reads its answers before it counts them as missing. */
  function tick(): void {
    if (!connection.health().isConnected) return
    // A copy: what is sent again joins them.
    for (const [token, message] of [...open]) {
      message.ticksLeft -= 1
      if (message.ticksLeft > 0) continue
      open.delete(token)
      failed(message, 'unanswered', 'the stream does not answer')
    }
    if (open.size > 0 || ticking === null) return
    clearInterval(ticking)
    ticking = null
  }

  function failed(message: Open, cause: keyof RefusedPublishes, problem: string): void {
    counters[cause] += 1
    message.tries += 1
    if (message.tries >= maxTries || !isStoring) return giveUp(message, problem)
    if (cause === 'unanswered') send(message)
    else setTimeout(send, retryPauseMs, message).unref()
  }

  function giveUp(message: Open, problem: string): void {
    if (isStoring) log.error({ subject: message.subject, problem }, 'the stream does not store messages')
    isStoring = false
    message.refused()
    checking ??= setInterval(() => void check().then(noteStored, () => undefined), times.checkEveryMs).unref()
  }

  function noteStored(): void {
    if (isStoring) return
    isStoring = true
    if (checking !== null) clearInterval(checking)
    checking = null
    log.info('the stream stores messages again')
  }

  return {
    counters,
    publish(message) {
      const opened = { ...message, tries: 0, ticksLeft: 0 }
      if (isStoring) return send(opened)
      counters.refused += 1
      setImmediate(() => message.refused())
    },
    stores: () => isStoring,
    close() {
      isClosed = true
      subscription.unsubscribe()
      for (const timer of [ticking, checking]) if (timer !== null) clearInterval(timer)
      open.clear()
    },
  }
}

/** What the stream says is wrong, or null when it has stored the message. */
function problemIn(body: Uint8Array, headers: MsgHdrs | undefined): string | null {
  if (body.length === 0) return headers?.code === 503 ? 'no stream takes this subject' : 'an empty answer'
  const { error } = JSON.parse(new TextDecoder().decode(body)) as { error?: { description?: string } }
  return error === undefined ? null : (error.description ?? 'an error without a description')
}
