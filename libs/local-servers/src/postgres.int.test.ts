import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { LocalServerError } from './local-server-error.ts'
import { canReach, reachableFolder, unprivilegedAccount } from './postgres-account.ts'
import { findPostgres, type PostgresBinaries } from './postgres-binaries.ts'
import { removePostgresData, startPostgres } from './postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'outturn-local-servers-'))
chmodSync(folder, 0o711)
let binaries: PostgresBinaries

beforeAll(async () => {
  const source = await findPostgres({ ...process.env, DATABASE_URL: '' })
  if (source.kind === 'url') throw new Error('expected binaries')
  binaries = source
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function query(url: string, sql: string): Promise<object[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<object>(sql)).rows
  } finally {
    await client.end()
  }
}

/** A folder takes a second of a processor to be made: tests to which it does not matter share that of the first. */
function options(name: string) {
  return { binaries, dataDir: join(folder, name), password: 'secret', ephemeral: true }
}

test('data outlives a stop and a crash', async () => {
  const first = await startPostgres(options('kept'))
  await query(first.url, 'create table t as select 1 as n')
  await first.stop()
  const second = await startPostgres(options('kept'))
  await query(second.url, 'insert into t values (2)')
  await second.crash()
  const third = await startPostgres(options('kept'))
  expect(await query(third.url, 'select n from t order by n')).toEqual([{ n: 1 }, { n: 2 }])
  await third.stop()
})

test('the server listens on loopback only and wants the password', async () => {
  const server = await startPostgres(options('kept'))
  expect(await query(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  const wrong = server.url.replace('secret', 'guess')
  await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  await server.stop()
})

test('a folder left by an interrupted first start is made again', async () => {
  mkdirSync(join(folder, 'interrupted.partial/base'), { recursive: true })
  const server = await startPostgres(options('interrupted'))
  expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await server.stop()
})

test('a folder with files missing is refused and left alone', async () => {
  const dataDir = join(folder, 'damaged')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'postgresql.conf'), '')
  await expect(startPostgres(options('damaged'))).rejects.toThrow(
    /not a whole Postgres data folder.*\n.*--reset/,
  )
})

test('data of another major version is refused with the version to use', async () => {
  const newer = { ...binaries, major: binaries.major + 1, version: `${binaries.major + 1}.0` }
  await expect(startPostgres({ ...options('kept'), binaries: newer })).rejects.toThrow(/POSTGRES_BIN/)
})

test('a taken port is named', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  await expect(startPostgres({ ...options('kept'), port })).rejects.toThrow(`Port ${port}`)
  other.close()
})

test('a second server on the same folder is refused and the first goes on', async () => {
  const first = await startPostgres(options('kept'))
  await expect(startPostgres(options('kept'))).rejects.toThrow(`process ${first.pid}`)
  expect(await query(first.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await first.stop()
})

test.runIf(process.getuid?.() === 0)('root may keep the project where only root may enter', async () => {
  const account = unprivilegedAccount()
  const secret = join(folder, 'only-root')
  mkdirSync(secret, { mode: 0o700 })
  const dataDir = join(secret, 'postgres')
  expect(account && canReach(dataDir, account)).toBe(false)
  expect(reachableFolder(dataDir, account)).not.toBe(dataDir)
  const server = await startPostgres({ ...options('only-root/postgres') })
  expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await server.stop()
  await removePostgresData(dataDir)
})

test('the server ends when the process that started it is killed', async () => {
  const starter = `
    import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))}
    const server = await startPostgres(${JSON.stringify(options('kept'))})
    process.stdout.write(String(server.pid), () => process.kill(process.pid, 'SIGKILL'))
  `
  let printed = ''
  try {
    execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', starter], { stdio: 'pipe' })
  } catch (error) {
    printed = String((error as { stdout: Buffer }).stdout)
  }
  const pid = Number(printed)
  expect(pid).toBeGreaterThan(1)
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('without binaries the message says what to do', async () => {
  const problem = findPostgres({ POSTGRES_BIN: folder })
  await expect(problem).rejects.toBeInstanceOf(LocalServerError)
  await expect(problem).rejects.toThrow(/POSTGRES_BIN/)
})

test('a given DATABASE_URL is used as it is', async () => {
  const url = 'postgres://someone@db.example/app'
  expect(await findPostgres({ DATABASE_URL: url })).toEqual({ kind: 'url', url })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
