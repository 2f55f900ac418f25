import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { sendOverHttp } from './stdio-servers.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const request = { method: 'POST', path: '/a', headers: {}, body: '{}', isRateLimited: true } as const

test('what is sent does not follow a redirect to another host', async () => {
  const seen: unknown[] = []
  const other = await serve((incoming, answer) => {
    seen.push(incoming.headers.authorization)
    answer.end('{}')
  })
  const url = await serve((_, answer) => answer.writeHead(307, { location: `${other}/a` }).end())
  await expect(sendOverHttp(url, 'spk_live_1')(request)).rejects.toMatchObject({
    code: 'configuration_unavailable',
  })
  expect(seen).toEqual([])
})

test('an answer without an end is given up', async () => {
  const part = Buffer.alloc(1_048_576, 'x')
  const url = await serve((_, answer) => {
    const more = () => {
      while (!answer.destroyed && answer.write(part));
    }
    answer.on('drain', more)
    more()
  })
  await expect(sendOverHttp(url, undefined)(request)).rejects.toThrow(/longer than/)
})

test('an answer is passed on with its status and its headers', async () => {
  const url = await serve((incoming, answer) => {
    answer.writeHead(201, { 'content-type': 'application/json' }).end(`"${incoming.headers.authorization}"`)
  })
  const { status, headers, body } = await sendOverHttp(url, 'spk_live_1')({ ...request, actAs: 'sbx_1' })
  expect([status, headers['content-type'], Buffer.from(body).toString()]).toEqual([
    201,
    'application/json',
    '"Bearer sbx_1"',
  ])
})
