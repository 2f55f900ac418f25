import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, chown } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  findPostgres,
  type RunningPostgres,
  startPostgres,
  unprivilegedAccount,
} from '@outturn/local-servers'
import { createClient, type OneCallRequest } from '@outturn/sdk'
import { Client } from 'pg'
import { startLoad } from '../compose/load.ts'
import { repository } from '../gates/run-program.ts'
import { startCuttableProxy } from '../system/cuttable-proxy.ts'
import { startSystem } from '../system/running-system.ts'
import { check, type Disaster } from './disaster.ts'

const password = 'disaster'
const perSecond = 4

/** Two Postgres with synchronous streaming replication behind one address; the first is killed under load. */
export const standby: Disaster = {
  name: 'Postgres is lost, a standby is left',
  async meet(report) {
    await using stops = new AsyncDisposableStack()
    const folder = mkdtempSync(join(tmpdir(), 'outturn-standby-'))
    stops.defer(() => rmSync(folder, { recursive: true, force: true }))
    await chmod(folder, 0o711)
    const start = async (name: string, settings: Record<string, string> = {}) => {
      const source = await findPostgres()
      if (source.kind !== 'binaries') throw new Error('unset DATABASE_URL: this runs servers of its own')
      const server = await startPostgres({
        binaries: source,
        dataDir: join(folder, name),
        password,
        settings,
      })
      stops.defer(() => server.stop())
      return server
    }
    const first = await start('primary')
    const { dataDir } = first
    await first.stop()
    // The copy of a stopped server is as good as a base backup.
    const copy = join(folder, 'standby')
    cpSync(dataDir, copy, { recursive: true })
    writeFileSync(join(copy, 'standby.signal'), '')
    await ownAsPostgres(copy)
    const primary = await start('primary', { synchronous_standby_names: '*' })
    const following = await start('standby', {
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`,
    })
    let serving: RunningPostgres = primary
    const address = await startCuttableProxy(() => ({ host: '127.0.0.1', port: serving.port }))
    stops.defer(() => address.close())
    const url = `postgres://postgres:${password}@127.0.0.1:${address.port}/postgres`
    const system = await startSystem('compact', {}, [], { DATABASE_URL: url })
    stops.defer(() => system.stop())
    report('the system runs on a primary with a synchronous standby')

    const { base_url: baseUrl, api_key: apiKey } = system.file()
    const client = createClient({ baseUrl, apiKey, maxAttempts: 20, deadlineMs: 60_000 })
    const chargedBefore = await charged(client)
    const request = JSON.parse(
      readFileSync(join(repository, 'deploy/docker/sample-request.json'), 'utf8'),
    ) as OneCallRequest
    const load = startLoad({ baseUrl, apiKey }, request, perSecond)
    stops.defer(() => load.end().then(() => {}))
    await pause(10_000)
    const lostAt = performance.now()
    await primary.crash()
    const reconnect = address.cut()
    await pause(3_000)
    serving = following
    await ask(following, 'select pg_promote()')
    reconnect()
    await untilReady(baseUrl)
    report(
      `the standby was promoted; ready ${((performance.now() - lostAt) / 1_000).toFixed(1)} s after the loss`,
    )
    await pause(5_000)
    check(await load.end(), 'verifications that failed')
    const books = (await charged(client)) - chargedBefore
    if (books !== load.verified())
      throw new Error(`${load.verified()} verifications were answered, and ${books} were charged`)
    return `${books} verifications answered and charged, none failed, none lost`
  },
}

async function ownAsPostgres(folder: string): Promise<void> {
  const account = unprivilegedAccount()
  if (account === undefined) return
  const { globSync } = await import('node:fs')
  for (const path of [folder, ...globSync(join(folder, '**'))]) await chown(path, account.uid, account.gid)
  await chmod(folder, 0o700)
}

async function ask({ url }: RunningPostgres, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

async function charged(client: ReturnType<typeof createClient>): Promise<number> {
  const { allowance } = await client.credits.balance()
  return allowance.verification.limit - allowance.verification.remaining
}

export async function untilReady(baseUrl: string): Promise<void> {
  for (let tries = 0; tries < 240; tries += 1) {
    const answer = await fetch(`${baseUrl}/api/ready`).catch(() => null)
    if (answer?.ok === true) return
    await pause(500)
  }
  throw new Error('GET /api/ready did not answer 200 within two minutes')
}
