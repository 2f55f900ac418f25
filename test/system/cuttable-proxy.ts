import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be cut, as a network is. */
export type CuttableProxy = {
  readonly port: number
  /** Ends the connections and takes no more until what this returns is called. */
  cut(): () => void
  close(): void
}

/** `target` is asked for each connection: behind one address there may be another server later. */
export async function startCuttableProxy(
  target: () => { host: string; port: number },
): Promise<CuttableProxy> {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(target())
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      endAll()
      return () => {
        isCut = false
      }
    },
    close() {
      server.close()
      endAll()
    },
  }
}
