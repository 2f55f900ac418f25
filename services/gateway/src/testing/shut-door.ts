import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** The address of a server behind a door that is shut: what connects there is cut off, until the door is opened. */
export async function shutDoorTo(url: string) {
  const target = new URL(url)
  let isOpen = false
  const server = createServer((socket) => {
    if (!isOpen) {
      socket.destroy()
      return
    }
    const beyond = connect(Number(target.port), target.hostname)
    for (const each of [socket, beyond]) each.on('error', () => {})
    socket.pipe(beyond).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const door = new URL(url)
  door.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: door.href, open: () => void (isOpen = true), close: () => void server.close() }
}
