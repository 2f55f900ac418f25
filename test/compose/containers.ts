import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Engine } from '../engine/engine.ts'

const run = promisify(execFile)

/** A container of the deployment. */
export interface Container {
  readonly id: string
  readonly service: string
  readonly pid: number
  readonly status: string
  /** `healthy`, `unhealthy` or `starting`; null for one that is not watched. */
  readonly health: string | null
  readonly exitCode: number
  readonly restarts: number
}

/** Every container of the deployment, also those that ended. */
export async function containersOf(engine: Engine): Promise<Container[]> {
  const ids = (await engine.docker('ps', '--all', '--quiet', '--no-trunc')).split('\n').filter(Boolean)
  if (ids.length === 0) return []
  const inspected = JSON.parse(await engine.docker('inspect', ...ids)) as {
    Id: string
    RestartCount: number
    Config: { Labels: Record<string, string> }
    State: { Pid: number; Status: string; ExitCode: number; Health?: { Status: string } }
  }[]
  return inspected.map(({ Id: id, RestartCount: restarts, Config: { Labels: labels }, State: state }) => ({
    ...{ id, restarts, pid: state.Pid, status: state.Status, exitCode: state.ExitCode },
    service: labels['com.docker.compose.service'] ?? '',
    health: state.Health?.Status ?? null,
  }))
}

function isRight({ health, status, exitCode }: Container): boolean {
  return health === null ? status === 'exited' && exitCode === 0 : health === 'healthy'
}

/** The last lines of every container that is not as it should be, for the person who looks for the cause. */
export async function describeTroubled(engine: Engine): Promise<string> {
  const troubled = (await containersOf(engine)).filter((each) => !isRight(each))
  const texts = troubled.map(async ({ id, service, status, health }) => {
    const { stdout, stderr } = await run('docker', ['logs', '--tail', '20', id], { env: engine.env })
    return `${service} is ${health ?? status}:\n${stdout}${stderr}`
  })
  return (await Promise.all(texts)).join('\n')
}

const healthyWithinMs = 240_000

/** Waits until every container that is watched is healthy and the others have ended well; throws with those that are not. */
export async function untilHealthy(
  engine: Engine,
  isEnough = (_: readonly Container[]) => true,
): Promise<Container[]> {
  const giveUpAt = Date.now() + healthyWithinMs
  for (;;) {
    const containers = await containersOf(engine)
    const waiting = containers.filter((each) => !isRight(each))
    if (containers.length > 0 && waiting.length === 0 && isEnough(containers)) return containers
    if (Date.now() > giveUpAt) throw new Error(`not healthy after ${healthyWithinMs / 1_000} s`)
    await sleep(1_000)
  }
}

/** Ends the process of a container as a crash would: the engine starts it again, which it would not after `docker kill`. */
export async function crash(engine: Engine, service: string): Promise<void> {
  const [victim] = (await containersOf(engine)).filter(
    (each) => each.service === service && each.status === 'running',
  )
  if (victim === undefined) throw new Error(`no container of ${service} runs`)
  process.kill(victim.pid, 'SIGKILL')
  const giveUpAt = Date.now() + healthyWithinMs
  for (;;) {
    const now = (await containersOf(engine)).find(({ id }) => id === victim.id)
    if (now !== undefined && now.restarts > victim.restarts && now.health === 'healthy') return
    if (Date.now() > giveUpAt)
      throw new Error(`${service} did not come back: it is ${now?.health ?? now?.status}`)
    await sleep(500)
  }
}
