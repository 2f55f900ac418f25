import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Passes requests on with a key, for a judge that sends none; everything else stays as it came. */
export async function startPassThrough(
  baseUrl: string,
  key: string,
): Promise<{ url: string; stop: () => void }> {
  const { hostname, port } = new URL(baseUrl)
  const server = createServer((incoming, answer) => {
    const { url: path, method, headers } = incoming
    const passed = { ...headers, authorization: `Bearer ${key}` }
    const onward = request({ hostname, port, path, method, headers: passed }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
