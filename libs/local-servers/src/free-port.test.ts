import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, isPortFree, serverPorts } from './free-port.ts'

test('a port for a server lies outside the range of outgoing connections', () => {
  expect(serverPorts([32_768, 60_999])).toContain(32_767)
  const around = serverPorts([16_000, 60_999])
  expect([around.includes(15_999), around.includes(16_000), around.length]).toEqual([true, false, 1_000])
  expect(serverPorts([1_024, 65_535])).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'a free port lies outside the range that this kernel uses',
  async () => {
    const [lowest = 0, highest = 0] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
      .trim()
      .split(/\s+/)
      .map(Number)
    const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))
    const usedByKernel =
      serverPorts([lowest, highest]).length === 0
        ? []
        : ports.filter((port) => port >= lowest && port <= highest)
    expect(usedByKernel).toEqual([])
  },
)

test('a port that a server listens on is not free', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect(await isPortFree(port)).toBe(false)
  server.close()
  await once(server, 'close')
  expect(await isPortFree(port)).toBe(true)
})
