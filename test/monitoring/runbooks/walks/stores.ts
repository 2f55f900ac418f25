import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { fillDisk, freeze, signalIfThere, sql } from '../../breaking.ts'
import type { Walk } from '../walk.ts'
import type { World } from '../world.ts'

/** With services in processes of their own: well before the ten seconds of a verification's deadline. */
const maxSilenceMs = 6_000

export const storeWalks: readonly Walk[] = [
  {
    alerts: ['OutturnNatsDown'],
    cause: 'nats-server stands still, with its connections open',
    async begin({ system }) {
      await freeze(system, 'nats')
      return async () => signalIfThere(system.file().pids['nats'] ?? 0, 'SIGKILL')
    },
    async follow(_, remedy, world) {
      await refusedSoon(world)
      await remedy()
    },
  },
  {
    alerts: ['OutturnPostgresDown'],
    cause: 'Postgres stands still',
    begin: ({ system }) => freeze(system, 'postgres'),
    async follow(book, remedy) {
      await remedy()
      await book.statement('select pid, wait_event')
    },
  },
  {
    alerts: ['OutturnStoreFull'],
    cause: 'the disk of Postgres is full',
    begin: ({ disks }) => fillDisk(disks.postgres),
    async follow(book, remedy) {
      await remedy()
      await book.logLine('the service can do its work again')
    },
  },
  {
    alerts: ['OutturnStreamsMissing'],
    cause: 'the disk of NATS is full',
    begin: ({ disks }) => fillDisk(disks.nats),
    follow: (_, remedy) => remedy(),
  },
  {
    alerts: ['OutturnWorkFailing'],
    cause: 'the role of billing may not write',
    async begin({ system }) {
      await sql(system, 'revoke insert, update on billing.write_check from outturn_billing')
      return () => sql(system, 'grant insert, update on billing.write_check to outturn_billing')
    },
    async follow(book, remedy) {
      await book.logLine('the service cannot do its work')
      await remedy()
    },
  },
  {
    alerts: ['OutturnBusDisconnected'],
    cause: 'one of two workers does not reach NATS',
    async begin({ further }) {
      const reconnect = further.proxy.cut()
      return async () => reconnect()
    },
    follow: (_, remedy) => remedy(),
  },
  {
    alerts: ['OutturnPostgresConnections'],
    cause: 'a program holds 150 connections',
    async begin({ system }) {
      const url = readFileSync(system.file().database_url_file, 'utf8').trim()
      const clients: pg.Client[] = []
      while (clients.length < 150) {
        const client = new pg.Client(url)
        client.on('error', () => {})
        const isIn = await client.connect().then(
          () => true,
          () => false,
        )
        if (!isIn) break
        clients.push(client)
      }
      return () => Promise.all(clients.map((client) => client.end()))
    },
    async follow(book, remedy) {
      await book.statement('select usename, application_name')
      await remedy()
    },
  },
  {
    alerts: ['OutturnWalArchiveFailing'],
    cause: 'the folder of the archive is gone',
    withinSeconds: 180,
    async begin({ system, backups }) {
      const folder = join(backups, 'wal')
      renameSync(folder, `${folder}.away`)
      await sql(system, 'select pg_switch_wal()')
      return async () => renameSync(`${folder}.away`, folder)
    },
    async follow(book, remedy) {
      await book.statement('select last_failed_wal')
      await remedy()
    },
  },
]

/** A verification is answered 503 long before its deadline, and the next one at once. */
async function refusedSoon({ system }: World): Promise<void> {
  const { base_url: url, api_key: key } = system.file()
  const body = readFileSync(
    join(import.meta.dirname, '../../../../deploy/docker/sample-request.json'),
    'utf8',
  )
  const send = async () => {
    const since = performance.now()
    const { status } = await fetch(`${url}/api/v1/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    })
    const tookMs = performance.now() - since
    if (status !== 503 || tookMs > maxSilenceMs)
      throw new Error(`a verification is answered ${status} after ${Math.round(tookMs)} ms`)
  }
  await send()
  await send()
}
