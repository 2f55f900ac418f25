import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettlementCapabilities } from '@outturn/contracts'
import { type Bus, connectBus } from '@outturn/messaging'
import { createPool } from '@outturn/postgres'
import { type TestDatabase, type TestNats, testDatabase, testNats } from '@outturn/testkit'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { type Child, startChild } from '../testing/child-process.ts'

let database: TestDatabase
let nats: TestNats
let settings: Record<string, string>
let operator: Bus
let children: Child[] = []
/** The connections of the questions that no one waits for. */
let forgotten: Bus[] = []

beforeAll(async () => {
  ;[database, nats] = await Promise.all([testDatabase(), testNats()])
  settings = {
    NATS_URL: nats.url,
    DATABASE_URL: database.urlOf('outturn_settlement'),
    DEMO_DATABASE_URL: database.urlOf('outturn_settlement_demo'),
    OUTTURN_NATS_PASSWORD: 'long enough',
    OUTTURN_DEMO_NATS_PASSWORD: 'long enough',
    OUTTURN_INTERNAL_PORT: '0',
    // A machine that other tests fill is no fault of these.
    OUTTURN_EVENT_LOOP_LIMIT_MS: '10000',
  }
  await startChild(['--migrate'], ownerSettings()).succeeded()
  operator = await connectOperator()
})
afterEach(async () => {
  for (const child of children) child.process.kill('SIGKILL')
  children = []
  await Promise.all(forgotten.map((bus) => bus.drain()))
  forgotten = []
})
afterAll(async () => {
  await operator.drain()
  await Promise.all([database.drop(), nats.stop()])
})

function ownerSettings(): Record<string, string> {
  return {
    OUTTURN_OWNER_DATABASE_URL: database.urlOf('outturn_settlement_owner'),
    OUTTURN_DEMO_OWNER_DATABASE_URL: database.urlOf('outturn_settlement_demo_owner'),
  }
}

function start(
  more: Record<string, string> = {},
  { args = [], ipc = false }: { args?: string[]; ipc?: boolean } = {},
): Child {
  const child = startChild(args, { ...settings, ...more }, { ipc })
  children.push(child)
  return child
}

function connectOperator(drainMs = 25_000): Promise<Bus> {
  return connectBus({
    servers: nats.url,
    name: 'test',
    environment: 'production',
    service: 'operator',
    log: createLog('test', { level: 'silent' }),
    drainMs,
  })
}

function ask(bus = operator): Promise<{ adapters: string[] }> {
  return bus.request(
    readSettlementCapabilities,
    {},
    {
      principal: { kind: 'operator', name: 'test' },
      requestId: 'req_test',
      deadline: Date.now() + 50_000,
    },
  )
}

/** Asks what is not answered. A repetition of it would count in a later test, so its connection ends with this one. */
async function askInVain(): Promise<void> {
  const bus = await connectOperator(1)
  forgotten.push(bus)
  ask(bus).catch(() => {})
}

async function probe(child: Child, path: string): Promise<number> {
  const { internalPort } = await child.logged('started')
  return (await fetch(`http://127.0.0.1:${String(internalPort)}${path}`)).status
}

test('a started process serves both environments, says that it is ready, and logs its configuration without a secret in it', async () => {
  const child = start()
  expect(await probe(child, '/readyz')).toBe(200)
  expect(await ask()).toEqual({ adapters: ['external'] })
  expect(
    child.lines.filter(({ msg }) => msg === 'instance started').map((line) => line['environment']),
  ).toEqual(expect.arrayContaining(['production', 'demo']))
  const { config } = (await child.logged('starting')) as { config?: Record<string, string> }
  expect(config).toMatchObject({ NATS_URL: nats.url, DATABASE_URL: '***', OUTTURN_NATS_PASSWORD: '***' })
  expect(child.output()).not.toContain('long enough')
})

test('SIGTERM finishes the command under way, answers it, and ends with 0', async () => {
  const child = start({ OUTTURN_ON_COMMAND: 'answer-after-stop', ENVIRONMENTS: 'production' })
  await child.logged('started')
  const answer = ask()
  await child.logged('taken')
  child.process.kill('SIGTERM')
  await child.logged('stopping')
  child.process.kill('SIGUSR2')
  expect(await answer).toEqual({ adapters: ['external'] })
  expect(await child.ended()).toBe(0)
  const messages = child.lines.map(({ msg }) => msg)
  // The line that is written as the process ends may overtake the one before it: lines are written beside the work.
  expect(messages).toContain('stopped')
  expect(messages.slice(messages.indexOf('stopping')).filter((message) => message !== 'stopped')).toEqual([
    'stopping',
    'front stopped',
    'instance stopped',
  ])
})

test('a stopping process is not ready and still alive, and no parent that goes away cuts its stop short', async () => {
  const child = start({
    OUTTURN_ON_COMMAND: 'answer-after-stop',
    OUTTURN_STOP_WITH_PARENT: '1',
    ENVIRONMENTS: 'production',
  })
  await child.logged('started')
  const answer = ask()
  await child.logged('taken')
  child.process.kill('SIGTERM')
  await child.logged('stopping')
  expect(await probe(child, '/readyz')).toBe(503)
  expect(await probe(child, '/livez')).toBe(200)
  child.process.stdin?.end()
  await child.logged('parent gone')
  child.process.kill('SIGUSR2')
  expect(await answer).toEqual({ adapters: ['external'] })
  expect(await child.ended()).toBe(0)
})

test('a front that stops goes on to serve for its delay, and a second signal ends the process at once', async () => {
  const child = start({
    OUTTURN_ON_COMMAND: 'answer-after-stop',
    ENVIRONMENTS: 'production',
    OUTTURN_STOP_DELAY_MS: '100000',
  })
  const { port } = await child.logged('front started')
  await child.logged('started')
  await askInVain()
  await child.logged('taken')
  child.process.kill('SIGTERM')
  await child.logged('front leaves')
  expect(await probe(child, '/readyz')).toBe(503)
  expect((await fetch(`http://127.0.0.1:${String(port)}`)).status).toBe(200)
  child.process.kill('SIGTERM')
  expect(await child.ended()).toBe(1)
  expect(child.lines.map(({ msg }) => msg)).not.toContain('front stopped')
})

test('work that does not end is given up after the time for it', async () => {
  const child = start({
    OUTTURN_ON_COMMAND: 'answer-after-stop',
    ENVIRONMENTS: 'production',
    OUTTURN_STOP_TIMEOUT_MS: '100',
  })
  await child.logged('started')
  await askInVain()
  await child.logged('taken')
  child.process.kill('SIGTERM')
  await child.logged('the bus was closed with work under way')
  expect(await child.ended()).toBe(0)
})

test('an error that no one catches is logged and ends the process with 1', async () => {
  const child = start({ OUTTURN_ON_COMMAND: 'throw-elsewhere' })
  await child.logged('started')
  await askInVain()
  expect(await child.ended()).toBe(1)
  expect(child.lines).toContainEqual(
    expect.objectContaining({
      level: 'fatal',
      err: expect.objectContaining({ message: 'no one catches this' }),
    }),
  )
})

test('an armed fail point ends the process there, at the pass that is told, once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outturn-fail-points-'))
  const armed = { OUTTURN_DEPLOYMENT: 'test', OUTTURN_FAIL_POINTS_DIR: folder }
  const first = start(armed)
  await first.logged('started')
  writeFileSync(join(folder, 'gateway.before-answer'), '2')
  expect(await ask()).toEqual({ adapters: ['external'] })
  await askInVain()
  expect(await first.ended()).toBe('SIGKILL')
  expect(readdirSync(folder)).toEqual([])
  const second = start(armed)
  await second.logged('started')
  expect(await ask()).toEqual({ adapters: ['external'] })
  rmSync(folder, { recursive: true })
})

test.each([
  ['standard input', false, (child: Child) => child.process.stdin?.end()],
  ['the IPC channel', true, (child: Child) => child.process.disconnect()],
])('a process told to stop with its parent stops when %s closes', async (_, ipc, close) => {
  const child = start({ OUTTURN_STOP_WITH_PARENT: '1' }, { ipc })
  await child.logged('started')
  close(child)
  expect(await child.ended()).toBe(0)
})

test('what a failed start observed ends with it, so that the next attempt is read alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outturn-start-'))
  const needed = join(folder, 'needed')
  const child = start({ OUTTURN_DEMO_START_NEEDS: needed })
  await child.logged('the environment does not start')
  const { internalPort } = await child.logged('started')
  const read = async () => (await fetch(`http://127.0.0.1:${String(internalPort)}/metrics`)).text()
  const instances = async () => (await read()).match(/^outturn_example_instances\{.*$/gm)?.toSorted()
  const reading = (environment: string) =>
    `outturn_example_instances{environment="${environment}",service="settlement"} 1`
  expect(await instances()).toEqual([reading('production')])
  writeFileSync(needed, '')
  const both = [reading('demo'), reading('production')]
  await vi.waitFor(async () => expect(await instances()).toEqual(both), { timeout: 20_000 })
  expect(await read()).toMatch(/outturn_commands_in_flight\{environment="demo",service="settlement"\} 0/)
  rmSync(folder, { recursive: true })
})

test('a server that comes up after the process is waited for', async () => {
  const late = await testNats()
  await late.halt()
  const child = start({ NATS_URL: late.url })
  await child.logged('waiting for NATS')
  await late.restart()
  expect(await probe(child, '/readyz')).toBe(200)
  child.process.kill('SIGTERM')
  expect(await child.ended()).toBe(0)
  await late.stop()
})

test('a bus that stands still is connected, and named as failing within a second', async () => {
  const own = await testNats()
  const child = start({ NATS_URL: own.url })
  expect(await probe(child, '/readyz')).toBe(200)
  const thaw = own.freeze()
  const { internalPort } = await child.logged('started')
  // A server that is told to stand still may answer what it has read.
  const tookMs = await vi.waitFor(async () => {
    const askedAt = performance.now()
    const response = await fetch(`http://127.0.0.1:${String(internalPort)}/readyz`)
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'not ready', failing: ['demo.nats', 'production.nats'] },
    ])
    return performance.now() - askedAt
  }, 60_000)
  thaw()
  expect(tookMs).toBeLessThan(15_000)
  expect(await probe(child, '/readyz')).toBe(200)
  child.process.kill('SIGTERM')
  expect(await child.ended()).toBe(0)
  await own.stop()
})

test('a process that waits for a server can be told to stop', async () => {
  const child = start({ NATS_URL: 'nats://127.0.0.1:1', OUTTURN_STOP_DELAY_MS: '100000' })
  await child.logged('waiting for NATS')
  child.process.kill('SIGTERM')
  expect(await child.ended()).toBe(0)
})

test('a start that fails for good ends with 1 and says why', async () => {
  const child = start({ NATS_URL: 'nats://127.0.0.1:1', OUTTURN_START_TIMEOUT_MS: '0' })
  expect(await child.ended()).toBe(1)
  expect(await child.logged('the start failed').catch(() => child.lines.at(-1))).toMatchObject({
    level: 'fatal',
    err: { message: expect.stringContaining('NATS did not answer') },
  })
})

test('--check-config prints the redacted configuration and touches nothing', async () => {
  const child = start({ NATS_URL: 'nats://127.0.0.1:1' }, { args: ['--check-config'] })
  expect(await child.ended()).toBe(0)
  expect(child.output()).toMatch(/^DATABASE_URL +\*\*\*$/m)
  expect(child.output()).toMatch(/^NATS_URL +nats:\/\/127\.0\.0\.1:1$/m)
})

test('an unusable configuration ends with 2 and names every problem', async () => {
  const child = start({ NATS_URL: '', OUTTURN_POOL_MX: '3' })
  expect(await child.ended()).toBe(2)
  expect(child.output()).toContain('NATS_URL is required')
  expect(child.output()).toContain('did you mean OUTTURN_POOL_MAX?')
})

test('an unknown argument ends with 2', async () => {
  expect(await start({}, { args: ['--chek-config'] }).ended()).toBe(2)
})

test('--migrate is done twice without doing anything twice, and says so', async () => {
  const child = startChild(['--migrate'], ownerSettings())
  expect(await child.ended()).toBe(0)
  expect(child.output()).toContain('settlement: up to date')
  expect(child.output()).toContain('settlement_demo: up to date')
})

test('a process whose schema a later release contracted says which release is needed, and does not start', async () => {
  const pool = createPool({
    connectionString: database.urlOf('outturn_settlement_owner'),
    schema: 'settlement',
    applicationName: 'test',
  })
  const row = "('9999_later', 'digest', 'contract', '9.9')"
  await pool.query(`insert into schema_migration (name, sha256, kind, needs) values ${row}`)
  const checked = start(ownerSettings(), { args: ['--check-schema'] })
  const refused = start({ ENVIRONMENTS: 'production' })
  expect(await Promise.all([checked.ended(), refused.ended()])).toEqual([1, 1])
  expect(refused.output()).toContain('run release 9.9 or later')
  expect(checked.output()).toContain('settlement: migration 9999_later of a later release')
  expect(checked.output()).toContain('settlement_demo: up to date')
  await pool.query("delete from schema_migration where name = '9999_later'")
  await pool.end()
})

test('--migrate without the owner of a hosted environment ends with 2', async () => {
  const child = startChild(['--migrate'], { ...ownerSettings(), OUTTURN_DEMO_OWNER_DATABASE_URL: '' })
  expect(await child.ended()).toBe(2)
  expect(child.output()).toContain('OUTTURN_DEMO_OWNER_DATABASE_URL is required')
})
