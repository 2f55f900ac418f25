import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

test('the second of two requests sent at once begins when the answer to the first is out, and none begins for a client that is gone', async () => {
  const mayBegin = oneAtATime()
  const began: { url: string | undefined; response: ServerResponse; isConnected: boolean }[] = []
  let notify = () => {}
  const next = () => new Promise<void>((resolve) => (notify = resolve))
  const server = createServer((request, response) => {
    void mayBegin(request, response).then((isConnected) => {
      began.push({ url: request.url, response, isConnected })
      notify()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const first = next()
  client.write(['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join(''))
  await first
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(began.map(({ url }) => url)).toEqual(['/1'])
  const second = next()
  began[0]?.response.end('one')
  await second
  expect(began.map(({ url }) => url)).toEqual(['/1', '/2'])
  const third = next()
  client.destroy()
  await third
  expect(began.map(({ isConnected }) => isConnected)).toEqual([true, true, false])
  server.close()
})
