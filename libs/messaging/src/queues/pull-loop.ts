import { type ConsumerMessages, type JsMsg, jetstream } from '@nats-io/jetstream'
import { millis } from '@nats-io/transport-node'
import type { BusLog } from '../bus-log.ts'
import type { Connection } from '../connection.ts'
import { backoffMs, pause } from '../pacing.ts'

export type PullLoopOptions = {
  stream: string
  /** Durable consumer, made by the deployment. */
  consumer: string
  /** Most messages that are asked of the server and wait here; few spread the work better over replicas, and hold less memory. */
  pullSize: number
  /** Settles when there is room for further messages. */
  whenFree: () => Promise<void>
  /** Settles the message (acknowledges, postpones or gives it up) once there is room for it, and never throws. */
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
  let connections = 0
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
    const connectedAs = connections
    const isOver = () => stopping.signal.aborted || connections !== connectedAs
    for (;;) {
      await options.whenFree()
      if (isOver()) return
      // Not `consume`: it asks for more whenever some have come, however many of them still wait here.
      messages = await found.fetch({ max_messages: options.pullSize, expires: 30_000, idle_heartbeat: 5_000 })
      if (isOver()) await messages.close()
      for await (const message of messages) take(message)
    }
  }

  function take(message: JsMsg): void {
    underWay.set(
      message,
      handle(message).finally(() => underWay.delete(message)),
    )
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
  connection.onReconnect(() => {
    connections += 1
    void messages?.close()
  })
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
