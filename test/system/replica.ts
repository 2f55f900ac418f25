import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, type GuardedProcess, startGuarded } from '@outturn/local-servers'

const repository = join(import.meta.dirname, '../..')
const readyTimeoutMs = 120_000

/** Where a running system keeps what a further process of it needs. */
export interface ReplicaPlace {
  home: string
  natsUrl: string
  logFile: string
}

/** Starts one more process of a service, as on a machine added to a running system, and waits until it takes work. */
export async function startReplica(
  { home, natsUrl, logFile }: ReplicaPlace,
  service: string,
  settings: Record<string, string> = {},
): Promise<GuardedProcess> {
  const internalPort = Number(settings['OUTTURN_INTERNAL_PORT'] ?? (await freePort()))
  const secrets = join(home, 'secrets')
  const replica = await startGuarded({
    file: process.execPath,
    args: [join(repository, `services/${service}/src/main.ts`)],
    logFile,
    stopSignal: 'SIGTERM',
    env: {
      PATH: process.env.PATH,
      ENVIRONMENTS: 'production',
      OUTTURN_DEPLOYMENT: 'development',
      OUTTURN_INTERNAL_PORT: String(internalPort),
      NATS_URL: natsUrl,
      OUTTURN_NATS_PASSWORD_FILE: join(secrets, `nats-${service}`),
      DATABASE_URL_FILE: join(secrets, `url-outturn_${service}`),
      ...(service === 'spool' && { OUTTURN_REVIEW_KEY_FILE: join(secrets, 'review-key') }),
      ...settings,
    },
  })
  const giveUpAt = Date.now() + readyTimeoutMs
  while (!(await isReady(internalPort))) {
    if (!replica.isRunning || Date.now() > giveUpAt) {
      await replica.stop()
      throw new Error(`A further process of ${service} does not start; see ${logFile}`)
    }
    await pause(50)
  }
  return replica
}

async function isReady(internalPort: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${internalPort}/readyz`).catch(() => undefined)
  await response?.body?.cancel()
  return response?.ok ?? false
}
