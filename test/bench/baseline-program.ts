import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startGuarded } from '@outturn/local-servers'
import type { Client } from 'pg'
import type { Stoppable, Target } from './target.ts'

export const baselineNames = ['plain-transaction', 'single-statement'] as const
export type BaselineName = (typeof baselineNames)[number]

const readyTimeoutMs = 20_000

/** Starts one of the two programs on an empty database of its own in the system's Postgres. */
export async function startBaseline(
  name: BaselineName,
  environment: { client: Client; serverUrl: string; logs: string },
): Promise<{ target: Target; pid: number } & Stoppable> {
  const { client, serverUrl, logs } = environment
  const database = `bench_${name.replace('-', '_')}`
  await client.query(`drop database if exists ${database} with (force)`)
  await client.query(`create database ${database}`)
  const databaseUrl = new URL(serverUrl)
  databaseUrl.pathname = `/${database}`
  const port = await freePort()
  const logFile = join(logs, `${name}.log`)
  const program = await startGuarded({
    file: process.execPath,
    args: [join(import.meta.dirname, 'programs', `${name}.ts`)],
    logFile,
    stopSignal: 'SIGTERM',
    env: { ...process.env, DATABASE_URL: databaseUrl.href, PORT: String(port) },
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const giveUpAt = Date.now() + readyTimeoutMs
  while (!(await answers(baseUrl))) {
    if (!program.isRunning || Date.now() > giveUpAt) throw new Error(`${name} does not start; see ${logFile}`)
    await sleep(50)
  }
  return {
    target: {
      name,
      url: `${baseUrl}/api/v1/verify`,
      headers: {},
      database,
      processNames: [name, 'postgres'],
      usesBus: false,
    },
    pid: program.pid,
    stop: () => program.stop(),
  }
}

/** Whether something answers there, whatever it says. */
export async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    async (response) => {
      await response.body?.cancel()
      return true
    },
    () => false,
  )
}
