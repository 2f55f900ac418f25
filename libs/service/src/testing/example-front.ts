import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../telemetry/log.ts'
import type { Front } from '../lifecycle/service-definition.ts'

/** An HTTP server that answers every request with what `ask` settles with. */
export function exampleFront(ask: () => Promise<unknown>, log: Log): Front {
  const server = createServer((_, response) => {
    ask().then(
      (answer) => response.end(JSON.stringify(answer)),
      () => response.writeHead(500).end(),
    )
  })
  return {
    leave: () => log.info('front leaves'),
    start: () =>
      new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          log.info({ port: (server.address() as AddressInfo).port }, 'front started')
          resolve()
        })
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          log.info('front stopped')
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
