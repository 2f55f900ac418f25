import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LocalServerError } from '@outturn/local-servers'
import type { Home } from '../home/home.ts'
import type { ServiceProcess } from './service-process.ts'

/** Something that a service which serves cannot do before an operator acts. */
export interface Problem {
  message: string
  advice: string
}

/** What `/readyz` answers with. */
interface Readiness {
  status: string
  failing: string[]
  problems?: (Problem & { name: string })[]
}

const readyTimeoutMs = 60_000
/** A process that ends this often before it was ever ready will not become so. */
const hopelessEndings = 3
/** An environment that has not started after this time is not waited for while the other one serves. */
const environmentTimeoutMs = 10_000

/**
 * Waits until a service serves, and returns what only an operator can fix of it; throws with the end of its log when it
 * does not come up.
 */
export async function untilServing(
  home: Home,
  service: ServiceProcess,
  signal: AbortSignal,
): Promise<Problem[]> {
  const startedAt = Date.now()
  for (;;) {
    const readiness = await readinessOf(service.internalUrl)
    const problems = readiness && problemsOf(home, service.supervised.name, readiness, Date.now() - startedAt)
    if (problems !== undefined) return problems
    signal.throwIfAborted()
    const isHopeless = service.supervised.endings >= hopelessEndings
    if (isHopeless || Date.now() > startedAt + readyTimeoutMs)
      throw doesNotStart(home, service.supervised.name)
    await sleep(50)
  }
}

/** Undefined while waiting may still help. */
export function problemsOf(
  home: Home,
  name: string,
  { status, failing, problems = [] }: Readiness,
  waitedMs: number,
): Problem[] | undefined {
  if (status === 'ready') return []
  const isExplained = (check: string) => problems.some((problem) => problem.name === check)
  const others = failing.filter((check) => !isExplained(check))
  const unstarted = others.filter((check) => check.endsWith('.start')).map((check) => check.split('.')[0])
  const isOfUnstarted = (check: string) => unstarted.includes(check.split('.')[0])
  if (status !== 'not ready' || !others.every(isOfUnstarted)) return undefined
  if (unstarted.length > 0 && waitedMs < environmentTimeoutMs) return undefined
  return [
    ...problems.map(({ message, advice }) => ({ message, advice })),
    ...unstarted.map((environment) => ({
      message: `The ${name} service does not start for ${environment}, and tries again.`,
      advice: `read ${logOf(home, name)} and fix what it says`,
    })),
  ]
}

/** Undefined while nothing answers. */
function readinessOf(internalUrl: string): Promise<Readiness | undefined> {
  return new Promise((resolve) => {
    const probe = request(`${internalUrl}/readyz`, { timeout: 2_000 }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('error', () => resolve(undefined))
      response.on('end', () => resolve(JSON.parse(text) as Readiness))
    })
    probe.on('timeout', () => probe.destroy())
    probe.on('error', () => resolve(undefined))
    probe.end()
  })
}

function doesNotStart(home: Home, name: string): LocalServerError {
  const tail = readFileSync(logOf(home, name), 'utf8').trim().split('\n').slice(-8).join('\n  ')
  return new LocalServerError(
    `The ${name} service does not start. It said:\n  ${tail}`,
    `Fix what it says and start again; its whole log is in ${logOf(home, name)}.`,
  )
}

function logOf(home: Home, name: string): string {
  return join(home.logs, `${name}.log`)
}
