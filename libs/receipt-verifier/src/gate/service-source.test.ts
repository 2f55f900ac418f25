import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { golden, hexBytes, statusAnswer } from '../receipt/golden.fixture.ts'
import { serviceKeys, serviceStatus } from './service-source.ts'

let asked: string[] = []
let answerWith: (request: IncomingMessage, response: ServerResponse) => void
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  answerWith(request, response)
})
const json = (body: unknown) => (_: IncomingMessage, response: ServerResponse) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
}
let address = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = []
  answerWith = json(golden.keys)
})
afterEach(() => vi.useRealTimers())
afterAll(() => server.close())

test('keys are read once for all that ask, and kept', async () => {
  const keys = serviceKeys(address)
  const [first, second] = await Promise.all([keys(), keys()])
  expect(first.receipts.demo.length).toBeGreaterThan(0)
  expect([second, await keys()]).toEqual([first, first])
  expect(asked).toEqual(['/.well-known/outturn-keys.json'])
})

test('keys are read again after an hour; where they cannot, the last ones go on for one more', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00.000Z') })
  const keys = serviceKeys(address)
  const first = await keys()
  vi.setSystemTime(new Date('2026-01-01T01:00:00.000Z'))
  expect(await keys()).not.toBe(first)
  answerWith = (_, response) => response.writeHead(500).end()
  vi.setSystemTime(new Date('2026-01-01T02:59:59.000Z'))
  expect((await keys()).slug).toBe(golden.slug)
  vi.setSystemTime(new Date('2026-01-01T03:00:00.000Z'))
  await expect(keys()).rejects.toThrow('answers 500')
})

test('with a root key only a key document that it signed counts', async () => {
  const rootKey = hexBytes(Buffer.from(golden.root.public_key, 'base64url').toString('hex'))
  await expect(serviceKeys(address, { rootKey })()).rejects.toThrow('root')
  answerWith = json(golden.root.keys)
  expect((await serviceKeys(address, { rootKey })()).slug).toBe(golden.slug)
})

test.each<[string, () => void, string]>([
  [
    'a redirect',
    () => (answerWith = (_, response) => response.writeHead(302, { location: '/' }).end()),
    'fetch failed',
  ],
  ['no JSON', () => (answerWith = (_, response) => response.end('<html>')), 'position'],
  ['a document of two megabytes', () => (answerWith = json('x'.repeat(2_000_000))), 'more than'],
])('%s gives no keys', async (_, prepare, problem) => {
  prepare()
  await expect(serviceKeys(address)()).rejects.toThrow(problem === 'position' ? /./ : problem)
})

test('the status is read by the id of the receipt, and by nothing that is no id', async () => {
  answerWith = json(statusAnswer('active'))
  expect(await serviceStatus(address)(golden.receipt.id)).toMatchObject({ status: 'active' })
  expect(asked).toEqual([`/api/v1/receipts/${golden.receipt.id}/status`])
  await expect(serviceStatus(address)('../keys')).rejects.toThrow('no id')
})

test.each(['http://outturn.example', 'file:///etc/passwd', 'http://127.0.0.1.evil.example'])(
  '%s is no address to trust',
  (unsafe) => {
    expect(() => serviceKeys(unsafe)).toThrow('must be an https address')
  },
)
