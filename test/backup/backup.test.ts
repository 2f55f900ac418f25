import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { chmod, chown } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archiveSettings, backupFolderAt, initBackupFolder } from '@outturn/backup'
import {
  findPostgres,
  type RunningPostgres,
  reachableFolder,
  startPostgres,
  unprivilegedAccount,
} from '@outturn/local-servers'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

const program = join(import.meta.dirname, '../../deploy/backup/src/main.ts')
const account = unprivilegedAccount()
const scratch = mkdtempSync(join(tmpdir(), 'outturn-backup-drill-'))
const folder = backupFolderAt(join(scratch, 'backups'))
const urlFile = join(scratch, 'url')
const password = 'drill'

let server: RunningPostgres
let client: Client

async function start(dataDir: string, settings: Record<string, string>): Promise<RunningPostgres> {
  const source = await findPostgres()
  if (source.kind !== 'binaries')
    throw new Error('unset DATABASE_URL: the drill stops and restores its own server')
  return startPostgres({
    binaries: source,
    dataDir,
    password,
    settings,
    logFile: join(scratch, 'postgres.log'),
  })
}

async function connect({ url }: RunningPostgres): Promise<Client> {
  const connected = new Client({ connectionString: url })
  connected.on('error', () => {})
  await connected.connect()
  return connected
}

type Outcome = { readonly code: number | null; readonly output: string }

function launch(...args: string[]) {
  const child = spawn(process.execPath, [
    program,
    '--backups',
    folder.path,
    '--database-url-file',
    urlFile,
    ...args,
  ])
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'close').then(([code]): Outcome => ({ code: code as number | null, output }))
  return { child, ended }
}

const backup = (...args: string[]): Promise<Outcome> => launch(...args).ended

async function countIn(dataDir: string): Promise<number> {
  const restored = await start(dataDir, { archive_mode: 'off', hot_standby: 'off' })
  try {
    const asked = await connect(restored)
    const { rows } = await asked.query<{ count: string }>('select count(*)::text as count from receipt')
    await asked.end()
    return Number(rows[0]?.count)
  } finally {
    await restored.stop()
  }
}

async function insert(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1)
    await client.query("insert into receipt (body) values (repeat('x', 2000))")
}

/** Ends the segment, and waits until everything before it is in the archive. */
async function archiveAll(): Promise<void> {
  const { rows } = await client.query<{ segment: string }>(
    'select pg_walfile_name(pg_switch_wal()) as segment',
  )
  const last = `${rows[0]?.segment}.gz`
  await expect.poll(() => readdirSync(folder.wal).includes(last), { timeout: 60_000 }).toBe(true)
}

let fresh = 0
const target = (): string => reachableFolder(join(scratch, `restored-${(fresh += 1)}`), account)

beforeAll(async () => {
  await chmod(scratch, 0o711)
  await initBackupFolder(folder, account)
  server = await start(join(scratch, 'postgres'), archiveSettings(folder))
  writeFileSync(urlFile, server.url)
  client = await connect(server)
  await client.query(
    'create table receipt (id bigint primary key generated always as identity, body text not null)',
  )
})

afterAll(async () => {
  await client?.end()
  await server?.stop()
  rmSync(scratch, { recursive: true, force: true })
})

test('a base backup under load is restored to its own end, to a time, and to the end of the archive', async () => {
  await insert(100)
  const making = launch('create')
  const done = new AbortController()
  void making.ended.then(() => done.abort())
  let written = 100
  while (!done.signal.aborted) {
    await insert(10)
    written += 10
  }
  expect(await making.ended).toMatchObject({
    code: 0,
    output: expect.stringContaining('read back without a fault'),
  })
  await insert(300)
  // The time has milliseconds alone, and several commits fit into one.
  await client.query('select pg_sleep(0.01)')
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const between = rows[0]?.now.toISOString() ?? ''
  await client.query('select pg_sleep(0.01)')
  await insert(1_000)
  await archiveAll()

  const [base, past, end] = [target(), target(), target()]
  expect(await backup('restore', '--until', 'base', '--data-dir', base)).toMatchObject({ code: 0 })
  expect(await backup('restore', '--until', between, '--data-dir', past)).toMatchObject({ code: 0 })
  expect(await backup('restore', '--data-dir', end)).toMatchObject({ code: 0 })
  const atBase = await countIn(base)
  expect(atBase).toBeGreaterThanOrEqual(100)
  expect(atBase).toBeLessThanOrEqual(written)
  expect(await countIn(past)).toBe(written + 300)
  expect(await countIn(end)).toBe(written + 1_300)
})

test('what a killed backup left is no backup, and the next one deletes it', async () => {
  const before = readdirSync(folder.base)
  const { child, ended } = launch('create')
  await expect
    .poll(() => readdirSync(folder.base).some((name) => name.endsWith('.partial')), {
      interval: 5,
      timeout: 30_000,
    })
    .toBe(true)
  child.kill('SIGKILL')
  await ended
  expect((await backup('list')).output.trim().split('\n')).toHaveLength(before.length)
  const next = await backup('create')
  expect(next).toMatchObject({ code: 0, output: expect.stringContaining('which an interrupted backup left') })
  expect(readdirSync(folder.base).some((name) => name.endsWith('.partial'))).toBe(false)
})

test('of two backups at once one is made, and the other says why not', async () => {
  const outcomes = await Promise.all([backup('create'), backup('create')])
  expect(outcomes.map(({ code }) => String(code)).toSorted()).toEqual(['0', '1'])
  expect(outcomes.find(({ code }) => code === 1)?.output).toContain(
    'Another backup of this server is under way',
  )
})

test('a target that holds data, other things or a running server is refused, and nothing in it changes', async () => {
  const data = target()
  expect(await backup('restore', '--until', 'base', '--data-dir', data)).toMatchObject({ code: 0 })
  expect(await backup('restore', '--data-dir', data)).toMatchObject({
    code: 1,
    output: expect.stringContaining('--replace'),
  })
  expect(await backup('restore', '--until', 'base', '--replace', '--data-dir', data)).toMatchObject({
    code: 0,
    output: expect.stringContaining('.aside-'),
  })
  const other = join(scratch, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'thesis.txt'), 'years of work')
  expect(await backup('restore', '--replace', '--data-dir', other)).toMatchObject({ code: 1 })
  expect(readdirSync(other)).toEqual(['thesis.txt'])
  const running = await backup('restore', '--replace', '--data-dir', server.dataDir)
  expect(running).toMatchObject({ code: 1, output: expect.stringContaining('runs on') })
  expect((await client.query('select 1')).rowCount).toBe(1)
})

test('a file that changed in the backup is found, and no data folder is made of it', async () => {
  const id = readdirSync(folder.base).toSorted().at(-1) ?? ''
  const file = join(folder.base, id, 'data/PG_VERSION.gz')
  const whole = readFileSync(file)
  writeFileSync(file, Buffer.concat([whole.subarray(0, 12), Buffer.from([0]), whole.subarray(13)]))
  expect(await backup('verify')).toMatchObject({
    code: 1,
    output: expect.stringContaining('data/PG_VERSION'),
  })
  const data = target()
  expect(await backup('restore', '--data-dir', data)).toMatchObject({
    code: 1,
    output: expect.stringContaining('PG_VERSION'),
  })
  expect(existsSync(data) || existsSync(`${data}.restoring`)).toBe(false)
  writeFileSync(file, whole)
  expect(await backup('verify')).toMatchObject({ code: 0 })
})

test('a gap in the archive is found', async () => {
  await insert(1)
  await archiveAll()
  await insert(1)
  await archiveAll()
  const names = readdirSync(folder.wal)
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .toSorted()
  const gone = names.at(-2) ?? ''
  renameSync(join(folder.wal, gone), join(scratch, gone))
  expect(await backup('verify')).toMatchObject({
    code: 1,
    output: expect.stringContaining(gone.slice(0, 24)),
  })
  renameSync(join(scratch, gone), join(folder.wal, gone))
  expect(await backup('verify')).toMatchObject({ code: 0 })
})

test('after a restore to the past each timeline can be restored, and a gap on the later one is found', async () => {
  await insert(10)
  expect(await backup('create')).toMatchObject({ code: 0 })
  const count = async (asked: Client) =>
    Number(
      (await asked.query<{ count: string }>('select count(*)::text as count from receipt')).rows[0]?.count,
    )
  const atPoint = await count(client)
  await client.query('select pg_sleep(0.01)')
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const point = rows[0]?.now.toISOString() ?? ''
  await client.query('select pg_sleep(0.01)')
  await insert(70)
  expect(await backup('create')).toMatchObject({ code: 0 })
  const left = readdirSync(folder.base).toSorted().at(-1) ?? ''
  await insert(1)
  await archiveAll()

  const past = target()
  expect(await backup('restore', '--until', point, '--data-dir', past)).toMatchObject({ code: 0 })
  const second = await start(past, { ...archiveSettings(folder), hot_standby: 'off' })
  const [first, other] = [client, await connect(second)]
  try {
    client = other
    expect(await count(other)).toBe(atPoint)
    for (let segment = 0; segment < 3; segment += 1) {
      await insert(1)
      await archiveAll()
    }
  } finally {
    client = first
    await other.end()
    await second.stop()
  }
  // The backup that the restore left is not one to reach the later timeline from.
  const [newest, old] = [target(), target()]
  const latest = await backup('restore', '--data-dir', newest)
  expect(latest).toMatchObject({
    code: 0,
    output: expect.stringContaining(`The backup ${left} is of timeline 1`),
  })
  expect(await countIn(newest)).toBe(atPoint + 3)
  expect(await backup('restore', '--timeline', '1', '--data-dir', old)).toMatchObject({ code: 0 })
  expect(await countIn(old)).toBe(atPoint + 71)
  for (const wrong of [
    ['--timeline', '9'],
    ['--timeline', '2', '--backup', left],
  ])
    expect(await backup('restore', ...wrong, '--data-dir', target())).toMatchObject({ code: 1 })

  const later = readdirSync(folder.wal)
    .filter((name) => /^00000002[0-9A-F]{16}\.gz$/.test(name))
    .toSorted()
  const gone = later.at(-2) ?? ''
  renameSync(join(folder.wal, gone), join(scratch, gone))
  expect(await backup('verify', '--all')).toMatchObject({
    code: 1,
    output: expect.stringContaining(gone.slice(0, 24)),
  })
  renameSync(join(scratch, gone), join(folder.wal, gone))
  expect(await backup('verify', '--all')).toMatchObject({ code: 0 })
})

test('keep makes the backups that are due, serves their state, and gives one up when it is told to stop', async () => {
  const before = readdirSync(folder.base)
  writeFileSync(folder.stateFile, '{}')
  const keeping = launch('keep', '--port', '0')
  let output = ''
  for (const stream of [keeping.child.stdout, keeping.child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await expect.poll(() => output, { timeout: 60_000 }).toContain('made the base backup')
  const port = /on port (\d+)/.exec(output)?.[1]
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), { timeout: 10_000 })
    .toMatch(/^outturn_backup_completed_timestamp_seconds 1\d{9}/m)
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  keeping.child.kill('SIGTERM')
  expect(await keeping.ended).toMatchObject({ code: 0 })
  const made = readdirSync(folder.base)
  expect(made.length).toBeGreaterThanOrEqual(before.length)

  writeFileSync(folder.stateFile, '{}')
  const stopped = launch('keep', '--port', '0')
  await expect
    .poll(() => readdirSync(folder.base).some((name) => name.endsWith('.partial')), {
      interval: 5,
      timeout: 30_000,
    })
    .toBe(true)
  stopped.child.kill('SIGTERM')
  expect(await stopped.ended).toMatchObject({
    code: 0,
    output: expect.stringContaining('gave up the backup'),
  })
  expect(readdirSync(folder.base)).toEqual(made)
  expect(readFileSync(folder.stateFile, 'utf8')).not.toContain('failed_at": "')
})

test('a folder of another cluster is refused, before and after its first backup', async () => {
  const otherServer = await start(join(scratch, 'second'), {})
  if (account !== undefined) await chown(join(scratch, 'second'), account.uid, account.gid)
  const otherUrl = join(scratch, 'other-url')
  writeFileSync(otherUrl, otherServer.url)
  const mixed = await backup('create', '--database-url-file', otherUrl)
  const wrongData = await backup('create', '--data-dir', otherServer.dataDir)
  await otherServer.stop()
  expect(wrongData).toMatchObject({ code: 1, output: expect.stringContaining('of another cluster') })
  expect(mixed).toMatchObject({ code: 1 })
})
