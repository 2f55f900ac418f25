import { once } from 'node:events'
import { createServer } from 'node:net'

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
