import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A website whose page `/page` is up and whose page `/held` answers no one until `/release` is asked for; `/waiting` says how
 * many wait. A run that looks at `/held` is under way for as long as a test needs it to be.
 */
export async function startWaitingSite(): Promise<{ port: number; stop(): void }> {
  const waiting: ServerResponse[] = []
  const server = createServer(({ url }, response) => {
    if (url === '/held') {
      waiting.push(response)
      return
    }
    if (url === '/release') for (const held of waiting.splice(0)) held.end('released')
    response.end(url === '/waiting' ? String(waiting.length) : 'here')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
