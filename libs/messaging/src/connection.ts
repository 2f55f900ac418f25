import { inboxPrefix } from '@outturn/contracts'
import { connect, errors, type NatsConnection, type TlsOptions } from '@nats-io/transport-node'
import type { BusLog } from './bus-log.ts'
import { patiently } from './pacing.ts'
import { createSilenceWatch, type SilenceWatch, type SilenceWatchOptions } from './silence-watch.ts'

/** Paths of PEM files. They are read for each connection, so a renewed certificate needs no restart. */
export type TlsFiles = {
  /** Authorities that the server's certificate is checked against, in place of those of the system. */
  readonly caFile?: string | undefined
  /** Certificate that the client shows, with its key. */
  readonly certFile?: string | undefined
  readonly keyFile?: string | undefined
}

/** Settings, and environment variables, that name these files. */
export type TlsVariables = {
  readonly [V in 'NATS_CA_FILE' | 'NATS_CERT_FILE' | 'NATS_KEY_FILE']?: string | undefined
}

export function natsTls({ NATS_CA_FILE, NATS_CERT_FILE, NATS_KEY_FILE }: TlsVariables): TlsFiles {
  return { caFile: NATS_CA_FILE, certFile: NATS_CERT_FILE, keyFile: NATS_KEY_FILE }
}

export type ConnectionOptions = {
  /** `nats://host:port` or `tls://host:port`, several separated by commas. */
  servers: string
  /** Without one the server is asked to let the caller in as no one, which only a test server does. */
  user?: string
  password?: string
  /** Files of the TLS connection; with one of them, or a `tls://` address, a server without TLS is refused. */
  tls?: TlsFiles | undefined
  /** Shown by the server's own monitoring. */
  name: string
  log: BusLog
  /** How long the first connection is tried again when it fails, ms; by default it is tried once. */
  patienceMs?: number
}

export type BusHealth = {
  isConnected: boolean
  /** What this user tried and may not do; a deployment mistake, so the service is not ready. */
  denied: readonly string[]
}

/** One connection that never gives up, and what is known about its state. */
export type Connection = {
  readonly nats: NatsConnection
  /** Subjects below it are this user's alone. */
  readonly inbox: string
  health(): BusHealth
  /** Settles true as soon as the server can be reached, false when `waitMs` pass without. */
  whenConnected(waitMs: number): Promise<boolean>
  /** Calls back after each reconnection; the server may have lost everything meanwhile. */
  onReconnect(callback: () => void): void
  /** Calls back when the server refuses what was published to a subject. */
  onDenied(callback: (subject: string, error: Error) => void): void
  /** A watch over a server that stands still with this connection open, for someone who awaits answers. */
  watchSilence(awaiting: Pick<SilenceWatchOptions, 'isAwaited' | 'fellSilent'>): SilenceWatch
}

/** Connects, which throws when the server cannot be reached in time, and from then on reconnects until it is closed. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { servers, user, password, name, log, patienceMs = 0 } = options
  const tls = tlsOptions(options)
  const inbox = user === undefined ? '_INBOX' : inboxPrefix(user)
  const nats = await patiently(patienceMs, log, () =>
    connect({
      servers: servers.split(','),
      name,
      ...(user === undefined ? {} : { user, inboxPrefix: inbox }),
      ...(password === undefined ? {} : { pass: password }),
      ...(tls === undefined ? {} : { tls }),
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
    }),
  )
  const denied = new Set<string>()
  const reconnectCallbacks: (() => void)[] = []
  const deniedCallbacks: ((subject: string, error: Error) => void)[] = []
  let connected = Promise.withResolvers<void>()
  let isConnected = true
  let pongs = 0
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
            const { operation, subject } = status.error
            denied.add(`${operation} ${subject}`)
            if (operation === 'publish')
              for (const callback of deniedCallbacks) callback(subject, status.error)
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
    inbox,
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
    onDenied(callback) {
      deniedCallbacks.push(callback)
    },
    watchSilence: (awaiting) =>
      createSilenceWatch({
        ...awaiting,
        received: () => nats.stats().inMsgs + pongs,
        ping() {
          const countPong = () => {
            pongs += 1
          }
          // It fails when the connection is lost, which is noticed by itself.
          nats.flush().then(countPong, () => undefined)
        },
        isConnected: () => isConnected && !nats.isClosed(),
      }),
  }
}

/** Whether a connection must be by TLS. The client library ignores the scheme of an address, so `tls://` alone would not make it so. */
export function wantsTls(servers: string, tls: TlsFiles = {}): boolean {
  return /(^|,)\s*tls:/.test(servers) || Object.values(tls).some((file) => file !== undefined)
}

function tlsOptions({
  servers,
  tls = {},
}: Pick<ConnectionOptions, 'servers' | 'tls'>): TlsOptions | undefined {
  if (!wantsTls(servers, tls)) return undefined
  return Object.fromEntries(Object.entries(tls).filter(([, file]) => file !== undefined))
}
