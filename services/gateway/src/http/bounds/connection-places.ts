import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createSemaphore } from '@outturn/concurrency'
import { overloaded } from '@outturn/contracts'
import { clientAddress, isProxy, type TrustedProxies } from '../../rate-limit/client-address.ts'
import { answerOutside } from '../broken-request.ts'
import type { Bound } from './refused-work.ts'

export type ConnectionLimits = {
  /** Most connections at once. */
  readonly most: number
  /** Most of one client address; 0 for any number. */
  readonly mostOfAddress: number
  readonly trustedProxies: TrustedProxies
  /** The address that callers use. */
  readonly publicUrl: string
}

/** How long a refused connection may stay while its answer drains. */
const drainMs = 1_000

/** Refused connections that are told so at once; of a flood the others are closed, which costs a tenth. */
const mostTold = 50

/**
 * Keeps connections within their numbers, before anything is read from them; one that is refused gets the error object. A
 * trusted proxy speaks for many addresses and has no number of its own. Returns how many connections there are.
 */
export function limitConnections(
  server: Server,
  { most, mostOfAddress, trustedProxies, publicUrl }: ConnectionLimits,
  onRefused: (bound: Bound) => void,
): () => number {
  const open = createSemaphore({ limit: most })
  const ofAddresses = createSemaphore(mostOfAddress > 0 ? { limitPerKey: mostOfAddress } : {})
  let told = 0
  const serving = server.listeners('connection')
  server.removeAllListeners('connection')

  function refuse(socket: Socket, bound: Bound, message: string): void {
    onRefused(bound)
    if (told >= mostTold) return void socket.destroy()
    told += 1
    socket.once('close', () => {
      told -= 1
    })
    socket.on('error', () => socket.destroy())
    answerOutside(socket, overloaded(message), publicUrl)
    socket.setTimeout(drainMs, () => socket.destroy())
    // Read and thrown away: a connection that ends with unread bytes is reset, and its answer may be lost.
    socket.resume()
  }

  server.on('connection', (socket: Socket) => {
    const release = open.tryAcquire()
    if (typeof release === 'string') {
      const message = `${open.held()} connections are open, the most that this process takes.`
      return refuse(socket, 'connections', message)
    }
    const peer = socket.remoteAddress ?? 'unknown'
    const permit = { key: clientAddress(peer, undefined, trustedProxies) }
    const releaseAddress = isProxy(peer, trustedProxies)
      ? ofAddresses.hold(permit)
      : ofAddresses.tryAcquire(permit)
    if (typeof releaseAddress === 'string') {
      release()
      const message = `${ofAddresses.heldBy(permit.key)} connections of this client address are open, the most that one may have.`
      return refuse(socket, 'connections_of_address', message)
    }
    socket.once('close', () => {
      release()
      releaseAddress()
    })
    serveWithoutStacks(socket, () => {
      for (const serve of serving) serve.call(server, socket)
    })
  })
  return () => open.held()
}

/**
 * Each request that is under way when its connection is lost gets an error, and the stack of it, which is the same each time, costs most of
 * that: of hundreds that are lost at once the event loop would make them all in one turn.
 */
function serveWithoutStacks(socket: Socket, serve: () => void): void {
  let usual = Error.stackTraceLimit
  socket.once('close', () => {
    usual = Error.stackTraceLimit
    Error.stackTraceLimit = 0
  })
  serve()
  socket.once('close', () => {
    Error.stackTraceLimit = usual
  })
}
