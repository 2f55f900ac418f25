import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testNats } from '@outturn/testkit'
import { afterAll, expect, test } from 'vitest'
import { homeAt } from '../home/home.ts'
import { secretsIn } from '@outturn/secrets'
import { natsConfigFile } from '@outturn/model/places'
import { allBusPermissions, natsPasswordVariable } from '@outturn/model'
import { keepStreamsOf } from './servers.ts'

const home = homeAt(mkdtempSync(join(tmpdir(), 'outturn-servers-')))
const secrets = secretsIn(home.secrets)
for (const folder of [home.secrets, home.logs]) mkdirSync(folder)
const users = allBusPermissions()
const passwords = users.map(async ({ userName }) => [
  natsPasswordVariable(userName),
  await secrets.password(`nats-${userName}`),
])
const env = Object.fromEntries(await Promise.all(passwords)) as Record<string, string>
const nats = await testNats({ configFile: natsConfigFile, env })
afterAll(async () => {
  await nats.stop()
  rmSync(home.path, { recursive: true, force: true })
})

/** The server behind a port that ends the first connections, as it seems to a client that looked away for too long. */
async function busyServer(refusals: number) {
  const { hostname, port } = new URL(nats.url)
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    if (connections <= refusals) return socket.destroy()
    const behind = connect(Number(port), hostname)
    for (const each of [socket, behind]) each.on('error', () => sockets.forEach((one) => one.destroy()))
    sockets.add(socket).add(behind)
    return socket.pipe(behind).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('a start waits for a bus that does not answer its first connections', async () => {
  const busy = await busyServer(3)
  const streams = await keepStreamsOf(home, secrets, busy.url)
  expect(busy.connections()).toBe(4)
  await streams.stop()
  busy.stop()
})
