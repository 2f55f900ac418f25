import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Environment, environments } from '@outturn/vocabulary'
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
  /** `<environment>.<what>`, or what all environments need. The check of before under this name counts no more. */
  addReadiness(name: string, check: ReadinessCheck): void
  /** From here on `/startupz` and `/readyz` can answer 200. */
  markStarted(): void
  /** From here on `/readyz` answers 503, so that no new work is sent; `/livez` stays 200. */
  markStopping(): void
  close(): Promise<void>
}

/**
 * Serves `/livez`, `/readyz`, `/startupz` and `/metrics` on the internal address. `/livez` says that the event loop
 * turns and asks no store: restarting a process does not heal Postgres. `/readyz` is 200 while production is ready, where it
 * is hosted: what fails of the sandbox is named, and takes production out of no rotation. `/readyz/<environment>` speaks
 * for that environment alone.
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
  const checks: Checks = new Map()
  let phase: 'starting' | 'started' | 'stopping' = 'starting'

  const routes: Record<string, (response: ServerResponse) => Promise<void> | void> = {
    '/livez': (response) => answer(response, 200, { status: 'alive' }),
    '/startupz': (response) =>
      answer(response, phase === 'starting' ? 503 : 200, {
        status: phase === 'starting' ? phase : 'started',
      }),
    '/readyz': (response) => answerReadiness(response, checks),
    ...Object.fromEntries(
      environments.map((environment) => [
        `/readyz/${environment}`,
        (response: ServerResponse) => {
          if (!isHosted(environment, checks)) return answer(response, 404, { status: 'not hosted' })
          const own = [...checks].filter(([name]) => [undefined, environment].includes(environmentOf(name)))
          return answerReadiness(response, new Map(own))
        },
      ]),
    ),
    '/metrics': async (response) => {
      const { contentType, body } = await metrics.expose()
      response.writeHead(200, { 'content-type': contentType }).end(body)
    },
  }

  async function answerReadiness(response: ServerResponse, asked: Checks): Promise<void> {
    if (phase !== 'started') return answer(response, 503, { status: phase, failing: [] })
    const failures = await failedChecks(asked, checkTimeoutMs)
    const problems = failures.flatMap(({ problem }) => problem ?? [])
    const status = readinessOf(asked, failures)
    answer(response, status === 'not ready' ? 503 : 200, {
      status,
      failing: failures.map(({ name }) => name),
      ...(problems.length > 0 && { problems }),
    })
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

type Checks = Map<string, ReadinessCheck>

/** Undefined for what all environments need. */
function environmentOf(check: string) {
  return environments.find((environment) => check.startsWith(`${environment}.`))
}

function isHosted(environment: Environment, checks: Checks): boolean {
  return [...checks.keys()].some((name) => environmentOf(name) === environment)
}

/** `partly ready` is what serves all but the sandbox beside it. */
function readinessOf(
  checks: Checks,
  failures: readonly FailedCheck[],
): 'ready' | 'partly ready' | 'not ready' {
  if (failures.length === 0) return 'ready'
  const isOfSandbox = ({ name }: FailedCheck) => environmentOf(name) === 'demo'
  return isHosted('production', checks) && failures.every(isOfSandbox) ? 'partly ready' : 'not ready'
}

type FailedCheck = {
  readonly name: string
  /** What an operator is told; null where only the name is. */
  readonly problem: { readonly name: string; readonly message: string; readonly advice: string } | null
}

async function failedChecks(checks: Checks, timeoutMs: number): Promise<FailedCheck[]> {
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
