import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { startNats } from './nats.ts'
import { findNatsServer, type NatsBinary } from './nats-binary.ts'

const folder = mkdtempSync(join(tmpdir(), 'outturn-local-nats-'))
let binary: NatsBinary

beforeAll(async () => {
  const source = inject('testNatsSource')
  if (source.kind === 'url') throw new Error('unset NATS_URL to run these tests')
  binary = source
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program that prints a version and does nothing else. */
function pretendServer(name: string, version: string): string {
  const path = join(folder, name, 'nats-server')
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(path, `#!/bin/sh\necho 'nats-server: v${version}'\n`)
  chmodSync(path, 0o755)
  return path
}

test('a server takes connections once it is started, and keeps its streams over a crash', async () => {
  const storeDir = join(folder, 'store')
  const first = await startNats({ binary, storeDir })
  await first.crash()
  const second = await startNats({ binary, storeDir, port: first.port })
  expect(second.url).toBe(first.url)
  expect(second.version).toBe(binary.version)
  await second.stop()
})

test('a server runs on a fourth of the processors, or on as many as its environment says', async () => {
  expect(await threadsOf({})).toBe(Math.max(1, Math.floor(availableParallelism() / 4)))
  expect(await threadsOf({ GOMAXPROCS: '3' })).toBe(3)
})

/** What a server started with these values says of itself. */
async function threadsOf(env: NodeJS.ProcessEnv): Promise<number> {
  const server = await startNats({ binary, storeDir: join(folder, 'threads'), monitorPort: 'free', env })
  const told = await fetch(`http://127.0.0.1:${server.monitorPort}/varz`)
  await server.stop()
  return ((await told.json()) as { gomaxprocs: number }).gomaxprocs
}

test('a taken port is named', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  await expect(startNats({ binary, storeDir: join(folder, 'taken'), port })).rejects.toThrow(`Port ${port}`)
  other.close()
})

test('a configuration that the server refuses is shown', async () => {
  const configFile = join(folder, 'wrong.conf')
  writeFileSync(configFile, 'no_such_setting: 1\n')
  const started = startNats({ binary, storeDir: join(folder, 'wrong'), configFile })
  await expect(started).rejects.toThrow(/no_such_setting/)
})

test('NATS_SERVER comes first, and one that is too old is refused by name', async () => {
  const recent = pretendServer('recent', '2.10.0')
  const old = pretendServer('old', '2.9.10')
  expect(await findNatsServer({ binDir: folder, env: { NATS_SERVER: recent } })).toEqual({
    path: recent,
    version: '2.10.0',
    source: 'NATS_SERVER',
  })
  const chosen = findNatsServer({ binDir: folder, env: { NATS_SERVER: old } })
  await expect(chosen).rejects.toThrow(/version 2\.9\.10[^]*2\.10 or later/)
})

test('an old server on PATH is passed over, told, for one fetched before', async () => {
  const old = pretendServer('on-path', '2.9.10')
  const fetched = pretendServer('fetched', '2.11.1')
  const told: string[] = []
  const found = await findNatsServer({
    binDir: join(folder, 'fetched'),
    env: { PATH: join(folder, 'on-path') },
    onProgress: (message) => told.push(message),
  })
  expect(found).toEqual({ path: fetched, version: '2.11.1', source: 'fetched before' })
  expect(told.join()).toContain(old)
})
