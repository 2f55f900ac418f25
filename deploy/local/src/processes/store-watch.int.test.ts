import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findNatsServer, type RunningNats, startNats } from '@outturn/local-servers'
import { expect, test, vi } from 'vitest'
import { repository } from '@outturn/model/places'
import { openStream } from '../testing/stored-messages.ts'
import { watchStore, writeFailureIn } from './store-watch.ts'
import { type Supervised, supervise } from './supervised.ts'

/** Whether this process may mount a file system of its own; where it may not, the decision alone is tested. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0

test('only a failed write of a stream restarts the server', () => {
  const full =
    '{"status":"unavailable","error":"JetStream stream \'$G \\u003e A\' write error: write /data/1.blk: no space left on device"}'
  expect(writeFailureIn(full)).toBe('write /data/1.blk: no space left on device')
  expect(writeFailureIn('{"status":"ok"}')).toBeNull()
  expect(
    writeFailureIn('{"status":"unavailable","error":"JetStream has not established contact"}'),
  ).toBeNull()
  expect(writeFailureIn(null)).toBeNull()
})

/** A supervised nats-server whose store lies on a file system of 16 MiB. */
async function smallStore() {
  const folder = mkdtempSync(join(tmpdir(), 'outturn-store-'))
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder])
  const storeDir = join(folder, 'nats')
  mkdirSync(storeDir)
  const binary = await findNatsServer({ binDir: join(repository, '.outturn/bin') })
  const told: string[] = []
  let nats: RunningNats | undefined
  const supervised = await supervise({
    name: 'nats',
    logFile: join(folder, '../nats.log'),
    tell: (message) => told.push(message),
    onRestart: async () => {},
    start: async () => {
      const ports = nats === undefined ? {} : { port: nats.port }
      const monitorPort = nats?.monitorPort ?? 'free'
      nats = await startNats({ binary, storeDir, monitorPort, ...ports, logFile: `${folder}.log` })
      return nats
    },
  })
  const monitorUrl = `http://127.0.0.1:${nats?.monitorPort}`
  const filler = join(folder, 'filler')
  return {
    storeDir,
    monitorUrl,
    supervised,
    told,
    fill: () => writeFileSync(filler, Buffer.alloc(12 * 1024 ** 2)),
    free: () => rmSync(filler),
    url: () => String(nats?.url),
    async [Symbol.asyncDispose]() {
      await supervised.stop(1_000)
      execFileSync('/bin/umount', [folder])
      rmSync(folder, { recursive: true })
      rmSync(`${folder}.log`, { force: true })
    },
  }
}

/** Publishes to a stream until a message is not stored. */
async function publishUntilFull(url: string): Promise<void> {
  await using stream = await openStream(url)
  for (let stored = true; stored; ) stored = await stream.store(500_000)
}

async function stores(url: string): Promise<boolean> {
  await using stream = await openStream(url)
  return await stream.store(10)
}

const restarted = (supervised: Supervised) =>
  vi.waitFor(() => expect(supervised.endings).toBe(1), { timeout: 15_000 })

test.runIf(canMount)('a server whose store was full writes again once there is space', async () => {
  await using store = await smallStore()
  const stopWatching = watchStore({
    ...store,
    restart: () => store.supervised.restart(1_000),
    tell: (message) => store.told.push(message),
    everyMs: 100,
    minFreeBytes: 4 * 1024 ** 2,
  })
  store.fill()
  await publishUntilFull(store.url())
  await vi.waitFor(() => expect(store.told.join()).toContain('no space left on device'))
  expect(store.supervised.endings).toBe(0)
  store.free()
  await restarted(store.supervised)
  await vi.waitFor(async () => expect(await stores(store.url())).toBe(true), { timeout: 15_000 })
  await stopWatching()
})

test.runIf(canMount)(
  'the health check of the container ends a server that refuses writes after its store was full',
  async () => {
    await using store = await smallStore()
    const check = () =>
      promisify(execFile)('sh', [join(repository, 'deploy/nats/health.sh')], {
        env: {
          PATH: process.env['PATH'],
          NATS_MONITOR_URL: store.monitorUrl,
          NATS_STORE_DIR: store.storeDir,
          NATS_PID: String(store.supervised.pid),
          NATS_FAILURES_FILE: join(store.storeDir, '../failures'),
          NATS_MIN_FREE_KIB: '4096',
        },
      }).then(
        () => 'healthy',
        () => 'unhealthy',
      )
    expect(await check()).toBe('healthy')
    store.fill()
    await publishUntilFull(store.url())
    for (let times = 0; times < 4; times += 1) expect(await check()).toBe('unhealthy')
    expect(store.supervised.endings).toBe(0)
    store.free()
    for (let times = 0; times < 3; times += 1) await check()
    await restarted(store.supervised)
    await vi.waitFor(async () => expect(await check()).toBe('healthy'), { timeout: 15_000 })
    expect(await stores(store.url())).toBe(true)
  },
)
