import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, freePort, startPostgres } from '@outturn/local-servers'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { homeAt } from './home/home.ts'

/** Longest time from a failure to the end of the process, with what is left of the start on a busy machine. */
const failedStartMs = 180_000

const folder = mkdtempSync(join(tmpdir(), 'outturn-failed-start-'))
chmodSync(folder, 0o711)
const home = homeAt(join(folder, 'home'))
const readyFile = join(folder, 'ready.json')
const port = await freePort()

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Start {
  process: ChildProcess
  output: string
  exited: Promise<number | null>
}

function start(args: string[] = [], env: NodeJS.ProcessEnv = {}): Start {
  const main = join(import.meta.dirname, 'main.ts')
  const options = ['--home', home.path, '--port', String(port), '--no-demo', '--ready-file', readyFile]
  const child = spawn(process.execPath, [main, ...options, ...args], {
    env: { ...process.env, DATABASE_URL: '', NATS_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const started: Start = { process: child, output: '', exited }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      started.output += text
    })
  }
  return started
}

async function startAndStop(): Promise<void> {
  const started = start()
  await vi.waitFor(
    () => {
      if (!existsSync(readyFile)) throw new Error(started.output)
    },
    { timeout: failedStartMs },
  )
  started.process.kill('SIGTERM')
  expect(await started.exited, started.output).toBe(0)
}

/** Command lines of the processes that this system started and that still run. */
function leftRunning(): string[] {
  const own = String(process.pid)
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || pid === own) return []
    try {
      const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const isOurs =
        commandLine.includes(home.path) || readFileSync(`/proc/${pid}/environ`, 'utf8').includes(home.path)
      return isOurs ? [commandLine] : []
    } catch {
      return []
    }
  })
}

async function expectFailedStart(
  message: RegExp,
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const failed = start(args, env)
  expect(await failed.exited, failed.output).toBe(1)
  expect(failed.output).toMatch(message)
  await vi.waitFor(() => expect(leftRunning()).toEqual([]))
  expect(existsSync(home.supervisorFile)).toBe(false)
}

const databaseRuns = /Postgres [\d.]+ runs/

/** What a start said that was interrupted at this step, and that left nothing running. */
async function expectInterrupted(step: RegExp): Promise<string> {
  const interrupted = start()
  await vi.waitFor(() => expect(interrupted.output).toMatch(step), { timeout: failedStartMs, interval: 5 })
  interrupted.process.kill('SIGINT')
  expect(await interrupted.exited, interrupted.output).toBe(0)
  await vi.waitFor(() => expect(leftRunning()).toEqual([]))
  return interrupted.output
}

/** Replaces a file or folder by a file with this text while `work` runs. */
async function withBroken(path: string, text: string, work: () => Promise<void>): Promise<void> {
  const kept = `${path}.kept`
  if (existsSync(path)) renameSync(path, kept)
  writeFileSync(path, text)
  try {
    await work()
  } finally {
    rmSync(path, { recursive: true, force: true })
    if (existsSync(kept)) renameSync(kept, path)
  }
}

/** Runs a statement on the stopped system's database. */
async function onStoppedDatabase(statement: string): Promise<void> {
  const binaries = await findPostgres({})
  if (binaries.kind === 'url') throw new Error('no Postgres of ours')
  const password = readFileSync(join(home.secrets, 'postgres'), 'utf8')
  const server = await startPostgres({ binaries, dataDir: home.postgres, password })
  const client = new Client({ connectionString: server.url.replace(/postgres$/, 'outturn') })
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
    await server.stop()
  }
}

beforeAll(startAndStop, 2 * failedStartMs)

test(
  'a taken port',
  async () => {
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    await expectFailedStart(/Port \d+ on 127\.0\.0\.1 is taken/)
    other.close()
  },
  failedStartMs,
)

test(
  'no Postgres programs',
  async () => {
    await expectFailedStart(/POSTGRES_BIN/, [], { POSTGRES_BIN: join(folder, 'nothing') })
  },
  failedStartMs,
)

test(
  'damaged Postgres data',
  async () => {
    await withBroken(join(home.postgres, 'global/pg_control'), 'damaged', () =>
      expectFailedStart(/Postgres ended while starting/),
    )
  },
  failedStartMs,
)

test(
  'Postgres data of other secrets, which Postgres finds out once it runs',
  async () => {
    await withBroken(join(home.secrets, 'postgres'), 'another-password', () =>
      expectFailedStart(/made with other secrets/),
    )
  },
  failedStartMs,
)

test(
  'a key pepper that is gone, which is not made anew',
  async () => {
    const pepper = join(home.secrets, 'key-pepper')
    renameSync(pepper, `${pepper}.kept`)
    try {
      await expectFailedStart(/key-pepper is gone/)
      expect(existsSync(pepper)).toBe(false)
    } finally {
      renameSync(`${pepper}.kept`, pepper)
    }
  },
  failedStartMs,
)

test(
  'no nats-server program',
  async () => {
    await expectFailedStart(/NATS_SERVER/, [], { NATS_SERVER: join(folder, 'nothing') })
  },
  failedStartMs,
)

test(
  'a store of NATS that is no folder',
  async () => {
    await withBroken(home.nats, 'damaged', () => expectFailedStart(/EEXIST|ENOTDIR/))
  },
  failedStartMs,
)

test(
  'a failing migration',
  async () => {
    const swap = (from: string, to: string) => `alter table spool.${from} rename to ${to}`
    await onStoppedDatabase(swap('schema_migration', 'kept'))
    try {
      await expectFailedStart(/The tables of spool cannot be brought up to date/)
    } finally {
      await onStoppedDatabase(
        `drop table if exists spool.schema_migration; ${swap('kept', 'schema_migration')}`,
      )
    }
  },
  failedStartMs,
)

test(
  'signing keys that cannot be made',
  async () => {
    await withBroken(join(home.secrets, 'signing-keys'), 'no folder', () =>
      expectFailedStart(/deploy\/keys\/src\/main/),
    )
  },
  failedStartMs,
)

test(
  'payments whose test state is damaged',
  async () => {
    await withBroken(home.processorFile, '{', () => expectFailedStart(/payment-intents/, ['--payments']))
  },
  failedStartMs,
)

test(
  'a service that does not start',
  async () => {
    await expectFailedStart(/The gateway service does not start/, [
      '--set',
      'gateway.OUTTURN_LOG_LEVEL=loudest',
    ])
  },
  failedStartMs,
)

test(
  'a damaged file of the first account',
  async () => {
    await withBroken(join(home.secrets, 'first-account.json'), '{', () =>
      expectFailedStart(/first-account\.json cannot be read/),
    )
  },
  failedStartMs,
)

test(
  'a ready file in a folder that does not exist',
  async () => {
    await expectFailedStart(/ENOENT/, ['--ready-file', join(folder, 'nowhere/ready.json')])
  },
  failedStartMs,
)

test(
  'a folder of the sample that cannot be made',
  async () => {
    await withBroken(join(home.path, 'sample'), 'no folder', () => expectFailedStart(/EEXIST|ENOTDIR/))
  },
  failedStartMs,
)

test(
  'a start that is interrupted at any of its steps stops everything',
  async () => {
    for (const step of [databaseRuns, /starting the services/]) await expectInterrupted(step)
  },
  2 * failedStartMs,
)

test(
  'data whose secrets are gone are moved aside, and a reset deletes them',
  async () => {
    const database = join(home.postgres, 'PG_VERSION')
    rmSync(home.secrets, { recursive: true })
    const output = await expectInterrupted(databaseRuns)
    const [, line] = /(the secrets of earlier data are gone.*)\n/.exec(output) ?? []
    const [moved = ''] = /\/\S+postgres\.aside-\d{8}T\d{6}Z/.exec(String(line)) ?? []
    expect(existsSync(join(moved, 'PG_VERSION')), output).toBe(true)
    expect(existsSync(database)).toBe(true)
    mkdirSync(join(home.path, 'nats.aside-20200101T000000Z'), { recursive: true })
    mkdirSync(join(home.logFloor, 'of-the-earlier-data'), { recursive: true })

    await expectFailedStart(/POSTGRES_BIN/, ['--reset'], { POSTGRES_BIN: join(folder, 'nothing') })
    expect(readdirSync(home.path).filter((name) => name.includes('.aside-'))).toEqual([])
    expect(existsSync(join(home.logFloor, 'of-the-earlier-data'))).toBe(false)
  },
  2 * failedStartMs,
)
