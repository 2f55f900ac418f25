import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { chainClient } from './chain-client.ts'

test('a key in the address of a chain is sent to it, and stands in no error', async () => {
  const asked: unknown[] = []
  const server = createServer(({ url, headers }, answer) => {
    asked.push([url, headers.authorization])
    answer.writeHead(403).end('no')
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://user:hidden-1@127.0.0.1:${port}/v2/hidden-2?key=hidden-3`
  const error: unknown = await chainClient(url, 3_000)
    .getBlockNumber()
    .catch((thrown: unknown) => thrown)
  const authorization = `Basic ${Buffer.from('user:hidden-1').toString('base64')}`
  expect(asked).toContainEqual(['/v2/hidden-2?key=hidden-3', authorization])
  const shown = inspect(error, { depth: 10, showHidden: true })
  expect(shown).toContain(`127.0.0.1:${port}`)
  expect(shown).not.toMatch(/hidden-\d/)
})
