import { copyFileSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { family, freeze, signalIfThere, sql } from '../../breaking.ts'
import type { Walk } from '../walk.ts'

export const processWalks: readonly Walk[] = [
  {
    alerts: ['Watchdog'],
    cause: 'none: it always fires',
    begin: async () => async () => {},
    async follow(_, __, { watch }) {
      for (const path of ['/-/healthy', '/api/v1/rules']) {
        const { status } = await fetch(new URL(path, watch.prometheusUrl))
        if (status !== 200) throw new Error(`${path} answers ${status}`)
      }
    },
  },
  {
    alerts: ['OutturnBudgetBurningFast'],
    cause: 'the role of the Spool service may not write its table',
    withinSeconds: 240,
    async begin({ system }) {
      await sql(system, 'revoke insert, update on spool.spool from outturn_spool')
      return () => sql(system, 'grant insert, update on spool.spool to outturn_spool')
    },
    async follow(book, remedy) {
      await some(book.expression('sum by (route, status)'), 'failing routes')
      await some(book.expression('sum by (service, outcome)'), 'outcomes of commands')
      await book.expression('outturn_postgres_connections')
      await remedy()
    },
  },
  {
    alerts: ['OutturnServiceAbsent'],
    cause: 'the fetcher stands still',
    begin: async ({ system }) => {
      await freeze(system, 'fetcher')
      return async () => signalIfThere(system.file().pids['fetcher'] ?? 0, 'SIGKILL')
    },
    // Its supervisor starts it again.
    follow: (_, remedy) => remedy(),
  },
  {
    alerts: ['OutturnTargetDown'],
    cause: 'one of two workers stands still',
    async begin({ further }) {
      for (const pid of family(further.process().pid)) signalIfThere(pid, 'SIGSTOP')
      return () => further.restart()
    },
    follow: (_, remedy) => remedy(),
  },
  {
    alerts: ['OutturnVersionsMixed'],
    cause: 'one of two workers is of another build',
    async begin({ further }) {
      await further.restart({ IMAGE_REVISION: 'another' })
      return () => further.restart()
    },
    async follow(book, remedy) {
      await some(book.expression('count by (service, version, commit)'), 'builds')
      await remedy()
    },
  },
  {
    alerts: ['OutturnEnvironmentNotStarted'],
    cause: 'a key of production lies in the folder of the demo, and signing starts again',
    async begin({ system }) {
      const folder = join(system.home, 'secrets/signing-keys')
      const [key = ''] = globSync(join(folder, 'production/receipt*.pem'))
      const wrong = join(folder, 'demo/receipt.foreign.pem')
      copyFileSync(key, wrong)
      signalIfThere(system.file().pids['signing'] ?? 0, 'SIGKILL')
      return async () => rmSync(wrong)
    },
    async follow(book, remedy) {
      await book.logLine('the environment does not start')
      await remedy()
    },
  },
  {
    alerts: ['OutturnEventLoopLate'],
    cause: 'document-audit is held up again and again',
    async begin({ system }) {
      const ending = new AbortController()
      const pid = system.file().pids['document-audit'] ?? 0
      const holding = (async () => {
        while (!ending.signal.aborted) {
          signalIfThere(pid, 'SIGSTOP')
          await pause(700)
          signalIfThere(pid, 'SIGCONT')
          await pause(50)
        }
      })()
      return async () => {
        ending.abort()
        await holding
      }
    },
    async follow(book, remedy) {
      await some(book.expression('process_cpu_seconds_total'), 'processes')
      await remedy()
    },
  },
]

/** Throws when a printed question had no answer where there has to be one. */
export async function some(count: Promise<number>, what: string): Promise<void> {
  if ((await count) === 0) throw new Error(`the printed expression finds no ${what}`)
}
