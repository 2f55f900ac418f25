import { once } from 'node:events'
import { createServer } from 'node:net'
import { LocalServerError } from './local-server-error.ts'

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

const freePortTries = 5

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
      if (!(error instanceof PortTakenError) || tries === freePortTries) throw error
    }
  }
}

/** A TCP port on 127.0.0.1 that was free a moment ago: another program may still take it first. */
export async function freePort(): Promise<number> {
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
