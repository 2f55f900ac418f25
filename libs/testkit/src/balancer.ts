import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A process that a balancer sends requests to while its readiness answers 200. */
export interface Target {
  /** Address of its interface. */
  url: string
  /** Address of its readiness. */
  readyUrl: string
}

/** Sends requests to several processes in turn, as the load balancer before a deployment does. */
export interface Balancer {
  readonly url: string
  /** Sends requests to one more, from when it is ready. */
  add(target: Target): void
  /** What became of requests that no target answered: `refused` or `reset` by the target, or `none` was ready. */
  readonly failed: { refused: number; reset: number; none: number }
  /** How many requests each target answered, in the order in which they were added. */
  readonly answered: readonly number[]
  [Symbol.asyncDispose](): Promise<void>
}

export interface BalancerOptions {
  /** How often readiness is asked, ms. */
  checkMs?: number
  /** After so many failures in a row a target gets no further request. */
  failures?: number
}

type Known = Target & { readonly agent: Agent; failedChecks: number; isReady: boolean }

/** Starts one on loopback. It repeats no request: what a target does not answer is answered with 502 and counted. */
export async function startBalancer(
  targets: readonly Target[],
  { checkMs = 200, failures = 2 }: BalancerOptions = {},
): Promise<Balancer> {
  const known: Known[] = []
  const failed = { refused: 0, reset: 0, none: 0 }
  const answered: number[] = []
  const checking: Promise<void>[] = []
  const stopping = new AbortController()
  let turn = 0

  function add(target: Target, isReady: boolean): void {
    const added = { ...target, agent: new Agent({ keepAlive: true }), failedChecks: 0, isReady }
    known.push(added)
    answered.push(0)
    checking.push(keepChecking(added))
  }

  async function keepChecking(target: Known): Promise<void> {
    while (!stopping.signal.aborted) {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(3_000)])
      const isReady = await fetch(target.readyUrl, { signal }).then(
        async (response) => {
          await response.body?.cancel()
          return response.ok
        },
        () => false,
      )
      target.failedChecks = isReady ? 0 : target.failedChecks + 1
      target.isReady = isReady || (target.isReady && target.failedChecks < failures)
      await pause(checkMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = known.filter(({ isReady }) => isReady)
    const target = ready[(turn += 1) % ready.length]
    if (target === undefined) {
      failed.none += 1
      return void outgoing.writeHead(502).end()
    }
    const { method, headers } = incoming
    const { connection: _, ...passed } = headers
    const forwarded = request(new URL(incoming.url ?? '/', target.url), {
      method: method ?? 'GET',
      headers: passed,
      agent: target.agent,
    })
    forwarded.on('response', (response) => {
      answered[known.indexOf(target)] = (answered[known.indexOf(target)] ?? 0) + 1
      const { connection: __, ...kept } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, kept)
      response.pipe(outgoing)
      response.on('error', () => outgoing.destroy())
    })
    forwarded.on('error', (error: NodeJS.ErrnoException) => {
      failed[error.code === 'ECONNREFUSED' ? 'refused' : 'reset'] += 1
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    })
    incoming.pipe(forwarded)
  }

  const server = createServer(forward)
  // Longer than clients keep a connection: one that is closed as a request comes would be reset.
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  for (const target of targets) add(target, true)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failed,
    answered,
    add: (target) => add(target, false),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all(checking)
      for (const { agent } of known) agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
