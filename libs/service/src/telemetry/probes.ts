import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

/** Resolves when the thing it is named for can serve; rejects when it cannot. Taking too long counts as not. */
export type ReadinessCheck = () => Promise<void>

/** A check that fails until an operator acts; `/readyz` shows it in full, so neither text may hold a secret. */
export class NotReady extends Error {
  override readonly name = 'NotReady'
  /** What the operator does about it. */
  readonly advice: string

  constructor(message: string, advice: string) {
    super(message)
    this.advice = advice
  }
}

export type Probes = {
  /** Port that the probes answer on. */
  readonly port: number
  /** The check of before under this name counts no more. */
  addReadiness(name: string, check: ReadinessCheck): void
  /** From here on `/startupz` and `/readyz` can answer 200. */
  markStarted(): void
  /** From here on `/readyz` answers 503, so that no new work is sent; `/livez` stays 200. */
  markStopping(): void
  close(): Promise<void>
}

/**
 * Serves `/livez`, `/readyz`, `/startupz` and `/metrics` on the internal address. `/livez` says that the event loop
 * turns and asks no store: restarting a process does not heal Postgres.
 */
export async function serveProbes({
  host,
  port,
  metrics,
  checkTimeoutMs = 1000,
}: {
  host: string
  port: number
  metrics: Metrics
  checkTimeoutMs?: number
}): Promise<Probes> {
  const checks = new Map<string, ReadinessCheck>()
  let phase: 'starting' | 'started' | 'stopping' = 'starting'

  const routes: Record<string, (response: ServerResponse) => Promise<void> | void> = {
    '/livez': (response) => answer(response, 200, { status: 'alive' }),
    '/startupz': (response) =>
      answer(response, phase === 'starting' ? 503 : 200, {
        status: phase === 'starting' ? phase : 'started',
      }),
    '/readyz': async (response) => {
      if (phase !== 'started') return answer(response, 503, { status: phase, failing: [] })
      const failures = await failedChecks(checks, checkTimeoutMs)
      const problems = failures.flatMap(({ problem }) => problem ?? [])
      answer(response, failures.length === 0 ? 200 : 503, {
        status: failures.length === 0 ? 'ready' : 'not ready',
        failing: failures.map(({ name }) => name),
        ...(problems.length > 0 && { problems }),
      })
    },
    '/metrics': async (response) => {
      const { contentType, body } = await metrics.expose()
      response.writeHead(200, { 'content-type': contentType }).end(body)
    },
  }

  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined
    if (route === undefined) return answer(response, 404, { status: 'no such probe' })
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer(response, 405, { status: 'only GET' })
    }
    Promise.resolve(route(response)).catch(() => answer(response, 500, { status: 'failed' }))
  })
  await listen(server, host, port)

  return {
    port: (server.address() as AddressInfo).port,
    addReadiness: (name, check) => void checks.set(name, check),
    markStarted: () => {
      phase = 'started'
    },
    markStopping: () => {
      phase = 'stopping'
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

type FailedCheck = {
  readonly name: string
  /** What an operator is told; null where only the name is. */
  readonly problem: { readonly name: string; readonly message: string; readonly advice: string } | null
}

async function failedChecks(
  checks: ReadonlyMap<string, ReadinessCheck>,
  timeoutMs: number,
): Promise<FailedCheck[]> {
  // By name: environments start side by side and add their checks in no order of their own.
  const byName = [...checks].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const outcomes = await Promise.all(
    byName.map(async ([name, check]) => {
      const error = await errorInTime(check, timeoutMs)
      return error === null ? [] : [{ name, problem: problemOf(name, error) }]
    }),
  )
  return outcomes.flat()
}

function problemOf(name: string, error: unknown): FailedCheck['problem'] {
  return error instanceof NotReady ? { name, message: error.message, advice: error.advice } : null
}

/** Why a check fails, or null when it passes. */
async function errorInTime(check: ReadinessCheck, timeoutMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, timeoutMs, new Error('the check took too long'))
  })
  const outcome = check().then(
    () => null,
    (error: unknown) => error,
  )
  return Promise.race([outcome, timeout]).finally(() => clearTimeout(timer))
}
