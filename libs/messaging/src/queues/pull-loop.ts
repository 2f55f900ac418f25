import { type ConsumerMessages, type JsMsg, jetstream } from '@nats-io/jetstream'
import { millis } from '@nats-io/transport-node'
import type { BusLog } from '../bus-log.ts'
import type { Connection } from '../connection.ts'
import { backoffMs, pause } from '../pacing.ts'

export type PullLoopOptions = {
  stream: string
  /** Durable consumer, made by the deployment. */
  consumer: string
  /** Most messages under way at once. */
  concurrency: number
  /** Settles the message (acknowledges, postpones or gives it up) and never throws. */
  deliver: (message: JsMsg) => Promise<void>
  log: BusLog
}

export type PullLoop = {
  /** Takes no further messages and settles when those under way are settled. */
  stop(): Promise<void>
}

/**
 * Pulls messages until it is stopped. The stream and its consumer may be missing (they are made by the deployment, and a server may
 * come back with an empty store): the loop looks again until they are there.
 */
export function startPullLoop(connection: Connection, options: PullLoopOptions): PullLoop {
  const { stream, consumer, log } = options
  const underWay = new Map<JsMsg, Promise<void>>()
  const stopping = new AbortController()
  let messages: ConsumerMessages | undefined
  let keepingAlive: NodeJS.Timeout | undefined

  async function handle(message: JsMsg): Promise<void> {
    try {
      await options.deliver(message)
    } catch (error) {
      log.error({ err: error, consumer }, 'a message was not settled and will be delivered again')
    }
  }

  /** Tells the server well before its patience ends that the messages under way are still worked on. */
  function keepAlive(ackWaitMs: number): void {
    clearInterval(keepingAlive)
    keepingAlive = setInterval(() => {
      for (const message of underWay.keys()) message.working()
    }, ackWaitMs / 3)
    keepingAlive.unref()
  }

  async function pull(): Promise<void> {
    const found = await jetstream(connection.nats).consumers.get(stream, consumer)
    const { config } = await found.info(true)
    keepAlive(millis(config.ack_wait ?? 0))
    messages = await found.consume({
      max_messages: options.concurrency,
      expires: 30_000,
      idle_heartbeat: 5_000,
      abort_on_missing_resource: true,
    })
    for await (const message of messages) {
      if (underWay.size >= options.concurrency) await Promise.race(underWay.values())
      if (stopping.signal.aborted) message.nak()
      else
        underWay.set(
          message,
          handle(message).finally(() => underWay.delete(message)),
        )
    }
  }

  async function loop(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      const openedAt = Date.now()
      try {
        if (await connection.whenConnected(1_000)) await pull()
      } catch (error) {
        log.debug({ err: error, consumer }, 'pulling was interrupted')
      }
      if (Date.now() - openedAt > 5_000) failures = 0
      if (failures === 5) log.warn({ stream, consumer }, 'the consumer cannot be pulled from')
      await pause(backoffMs(failures, 50, 1_000), stopping.signal)
    }
  }

  // What was asked of the server before it went away is void, and the client library would ask again only after its
  // heartbeat has been missed twice.
  connection.onReconnect(() => void messages?.close())
  const ended = loop()

  return {
    async stop() {
      stopping.abort()
      await messages?.close()
      await ended
      await Promise.all(underWay.values())
      clearInterval(keepingAlive)
    },
  }
}
