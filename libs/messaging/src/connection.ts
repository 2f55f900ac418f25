import { inboxPrefix } from '@outturn/contracts'
import { connect, errors, type NatsConnection } from '@nats-io/transport-node'
import type { BusLog } from './bus-log.ts'

export type ConnectionOptions = {
  /** `nats://host:port`, several separated by commas. */
  servers: string
  /** Without one the server is asked to let the caller in as no one, which only a test server does. */
  user?: string
  password?: string
  /** Shown by the server's own monitoring. */
  name: string
  log: BusLog
}

export type BusHealth = {
  isConnected: boolean
  /** What this user tried and may not do; a deployment mistake, so the service is not ready. */
  denied: readonly string[]
}

/** One connection that never gives up, and what is known about its state. */
export type Connection = {
  readonly nats: NatsConnection
  health(): BusHealth
  /** Settles true as soon as the server can be reached, false when `waitMs` pass without. */
  whenConnected(waitMs: number): Promise<boolean>
  /** Calls back after each reconnection; the server may have lost everything meanwhile. */
  onReconnect(callback: () => void): void
}

/** Connects once (an unreachable server throws) and from then on reconnects until it is closed. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { servers, user, password, name, log } = options
  const nats = await connect({
    servers: servers.split(','),
    name,
    ...(user === undefined ? {} : { user, inboxPrefix: inboxPrefix(user) }),
    ...(password === undefined ? {} : { pass: password }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 300,
    // A server that restarts may refuse everyone while it reads its configuration.
    ignoreAuthErrorAbort: true,
    timeout: 5_000,
    pingInterval: 10_000,
    maxPingOut: 2,
    // A stack captured for each request costs more than the request.
    noAsyncTraces: true,
  })
  const denied = new Set<string>()
  const reconnectCallbacks: (() => void)[] = []
  let connected = Promise.withResolvers<void>()
  let isConnected = true
  connected.resolve()

  async function watch(): Promise<void> {
    for await (const status of nats.status()) {
      switch (status.type) {
        case 'disconnect':
          if (isConnected) connected = Promise.withResolvers<void>()
          isConnected = false
          log.warn({ server: status.server }, 'the bus connection was lost')
          break
        case 'reconnect':
          isConnected = true
          denied.clear()
          connected.resolve()
          log.info({ server: status.server }, 'the bus connection is back')
          for (const callback of reconnectCallbacks) callback()
          break
        case 'error':
          if (status.error instanceof errors.PermissionViolationError) {
            denied.add(`${status.error.operation} ${status.error.subject}`)
          }
          log.error({ err: status.error }, 'the bus reported an error')
          break
        default:
          break
      }
    }
    isConnected = false
  }
  watch().catch((error: unknown) => log.error({ err: error }, 'watching the bus connection ended'))

  return {
    nats,
    health: () => ({ isConnected: isConnected && !nats.isClosed(), denied: [...denied] }),
    async whenConnected(waitMs) {
      if (isConnected) return true
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, waitMs)
      await Promise.race([connected.promise, timeout.promise])
      clearTimeout(timer)
      return isConnected
    },
    onReconnect(callback) {
      reconnectCallbacks.push(callback)
    },
  }
}
