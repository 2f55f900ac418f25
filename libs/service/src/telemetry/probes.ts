import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

/** Resolves when the thing it is named for can serve; rejects when it cannot. Taking too long counts as not. */
export type ReadinessCheck = () => Promise<void>

export type Probes = {
  /** Port that the probes answer on. */
  readonly port: number
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
      const failing = await failingChecks(checks, checkTimeoutMs)
      answer(response, failing.length === 0 ? 200 : 503, {
        status: failing.length === 0 ? 'ready' : 'not ready',
        failing,
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

async function failingChecks(
  checks: ReadonlyMap<string, ReadinessCheck>,
  timeoutMs: number,
): Promise<string[]> {
  const outcomes = await Promise.all(
    [...checks].map(async ([name, check]) => ((await passesInTime(check, timeoutMs)) ? [] : [name])),
  )
  return outcomes.flat()
}

async function passesInTime(check: ReadinessCheck, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false)
  })
  const outcome = check().then(
    () => true,
    () => false,
  )
  return Promise.race([outcome, timeout]).finally(() => clearTimeout(timer))
}
