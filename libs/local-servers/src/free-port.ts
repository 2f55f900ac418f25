import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { LocalServerError } from './local-server-error.ts'
import { PortBlocks } from './port-blocks.ts'

/** The port was taken by another program before the server could listen on it. */
export class PortTakenError extends LocalServerError {
  constructor(port: number, server: string) {
    super(
      `Port ${port} on 127.0.0.1 is taken by another program, so ${server} cannot use it.`,
      `Stop that program, or let ${server} choose another port.`,
    )
    this.name = 'PortTakenError'
  }
}

/** How often another program may be quicker before we give up. */
const startTries = 5
/** How many ports are tried before the kernel chooses one, from whatever range. */
const freePortTries = 200
/** Below the dynamic ports of Linux (32768) and of the registry (49152), above most programs' fixed ones. */
const firstServerPort = 15_000
const lastServerPort = 32_767
const kernelRange = '/proc/sys/net/ipv4/ip_local_port_range'
const ianaDynamicPorts = [49_152, 65_535] as const

/** Starts a server on its fixed port, or on a free one: where another program is quicker, on the next free one. */
export async function startOnPort<Server>(
  fixed: number | undefined,
  start: (port: number) => Promise<Server>,
): Promise<Server> {
  if (fixed !== undefined) return start(fixed)
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(await freePort())
    } catch (error) {
      if (!(error instanceof PortTakenError) || tries === startTries) throw error
    }
  }
}

let blocks: PortBlocks | undefined

/**
 * A TCP port on 127.0.0.1 that was free a moment ago and that no other process is given here: a program that does not ask
 * may still take it first. It lies outside the range that the kernel gives to outgoing connections, so no connection of any
 * program takes it while its server restarts.
 */
export async function freePort(): Promise<number> {
  blocks ??= new PortBlocks(serverPorts(outgoingPorts()))
  for (let tries = 1; tries <= freePortTries; tries += 1) {
    const port = await blocks.next()
    if (port === undefined) break
    if (await isPortFree(port)) return port
  }
  return anyPort()
}

/** Ports for servers: neither well-known nor in the range, inclusive, of outgoing connections. */
export function serverPorts([lowest, highest]: readonly [number, number]): number[] {
  const all = Array.from(
    { length: lastServerPort - firstServerPort + 1 },
    (_, index) => firstServerPort + index,
  )
  return all.filter((port) => port < lowest || port > highest)
}

/** The kernel's range for outgoing connections; the range registered for this purpose where the kernel does not tell. */
function outgoingPorts(): readonly [number, number] {
  try {
    const [lowest, highest] = readFileSync(kernelRange, 'utf8').trim().split(/\s+/).map(Number)
    if (Number.isInteger(lowest) && Number.isInteger(highest)) return [Number(lowest), Number(highest)]
  } catch {
    // Not Linux.
  }
  return ianaDynamicPorts
}

async function anyPort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('the system gave no TCP port')
  return address.port
}

/** Whether 127.0.0.1:port can be listened on now. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer()
  const listening = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.once('listening', () => resolve(true))
  })
  server.listen(port, '127.0.0.1')
  const free = await listening
  if (free) {
    server.close()
    await once(server, 'close')
  }
  return free
}
