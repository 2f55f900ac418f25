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
/** An environment that fails to start is waited for so long while the other one serves: it is tried again. */
const failedTimeoutMs = 10_000

/**
 * Waits until every service of a process serves, and returns what only an operator can fix of them; throws with the end of its log when
 * one does not come up.
 */
export async function untilServing(
  home: Home,
  process: ServiceProcess,
  signal: AbortSignal,
): Promise<Problem[]> {
  const services = Object.entries(process.internalUrls)
  const problems = await Promise.all(
    services.map(([name, url]) => untilServiceServes({ home, process, name, url, signal })),
  )
  return problems.flat()
}

async function untilServiceServes({
  home,
  process: { supervised },
  name,
  url,
  signal,
}: {
  home: Home
  process: ServiceProcess
  name: string
  url: string
  signal: AbortSignal
}): Promise<Problem[]> {
  const startedAt = Date.now()
  const logFile = logOf(home, supervised.name)
  for (;;) {
    const readiness = await readinessOf(url)
    const waitedMs = Date.now() - startedAt
    const problems = readiness && problemsOf({ name, logFile }, readiness, waitedMs)
    if (problems !== undefined) return problems
    signal.throwIfAborted()
    const isHopeless = supervised.endings >= hopelessEndings
    if (isHopeless || waitedMs > readyTimeoutMs) throw doesNotStart(name, logFile)
    await sleep(50)
  }
}

/** Undefined while waiting may still help. */
export function problemsOf(
  { name, logFile }: { name: string; logFile: string },
  { status, failing, problems = [] }: Readiness,
  waitedMs: number,
): Problem[] | undefined {
  if (status === 'ready') return []
  const isExplained = (check: string) => problems.some((problem) => problem.name === check)
  const unstarted = failing.filter((check) => check.endsWith('.start'))
  const environmentOf = (check: string) => check.split('.')[0]
  const isOfUnstarted = (check: string) => unstarted.map(environmentOf).includes(environmentOf(check))
  const isServed = failing.every((check) => isExplained(check) || isOfUnstarted(check))
  if (status === 'starting' || status === 'stopping' || !isServed) return undefined
  const patienceMs = unstarted.every(isExplained) ? failedTimeoutMs : readyTimeoutMs
  if (unstarted.length > 0 && waitedMs < patienceMs) return undefined
  return [
    ...problems.flatMap(({ message, advice, name: check }) =>
      unstarted.includes(check) ? [] : [{ message, advice }],
    ),
    ...unstarted.map((check) => ({
      message: `The ${name} service does not start for ${environmentOf(check)}, and tries again.`,
      advice: `read ${logFile} and fix what it says`,
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

/** Of the services that share a process, any may be waited for when it ends; its host names the one with the wrong setting. */
const wrongSetting = /^host: The configuration cannot be used:\n\s+([\w-]+): /m

function doesNotStart(name: string, logFile: string): LocalServerError {
  const log = readFileSync(logFile, 'utf8').trim()
  const tail = log.split('\n').slice(-8).join('\n  ')
  return new LocalServerError(
    `The ${wrongSetting.exec(log)?.[1] ?? name} service does not start. It said:\n  ${tail}`,
    `Fix what it says and start again; its whole log is in ${logFile}.`,
  )
}

function logOf(home: Home, name: string): string {
  return join(home.logs, `${name}.log`)
}
