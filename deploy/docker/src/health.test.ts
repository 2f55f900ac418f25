import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from '@outturn/model/places'
import { afterAll, expect, test } from 'vitest'

const run = promisify(execFile)
const script = join(repository, 'deploy/docker/health.sh')
const server = createServer((request, response) => {
  response.statusCode = request.url === '/readyz' ? 200 : 503
  response.end('200 is not the status here\n')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => server.close())

const codeFor = (ofPort: number, path: string) =>
  run('bash', [script, '127.0.0.1', String(ofPort), path]).then(
    () => 0,
    ({ code }: { code: number }) => code,
  )

test('a container is healthy while its process answers 200, and not when it answers otherwise or does not listen', async () => {
  expect(await codeFor(port, '/readyz')).toBe(0)
  expect(await codeFor(port, '/other')).toBe(1)
  expect(await codeFor(1, '/readyz')).toBe(1)
})
