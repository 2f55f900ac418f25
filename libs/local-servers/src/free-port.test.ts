import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, isPortFree, serverPorts } from './free-port.ts'
import { blockSize, PortBlocks } from './port-blocks.ts'

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

let firstUnused = blockSize * randomInt(160, 390)

/** Some blocks of ports that no server of these takes, others for each test: a block stays claimed until the process ends. */
function portsBelow(count: number): number[] {
  const first = firstUnused
  firstUnused += count * blockSize
  return Array.from({ length: count * blockSize }, (_, index) => first + index)
}

async function portsOf(blocks: PortBlocks): Promise<number[]> {
  const port = await blocks.next()
  return port === undefined ? [] : [port, ...(await portsOf(blocks))]
}

test('processes that choose ports at the same time are given different ones', async () => {
  const ports = portsBelow(4)
  const [mine, theirs] = await Promise.all([portsOf(new PortBlocks(ports)), portsOf(new PortBlocks(ports))])
  expect([...mine, ...theirs].toSorted((a, b) => a - b)).toEqual(ports)
})

test('one that asks for many ports at once gets each once', async () => {
  const blocks = new PortBlocks(portsBelow(2))
  const ports = await Promise.all(Array.from({ length: 2 * blockSize }, () => blocks.next()))
  expect(new Set(ports).size).toBe(2 * blockSize)
})
