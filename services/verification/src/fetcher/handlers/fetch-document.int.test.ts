import { createSemaphore } from '@outturn/concurrency'
import { parseAddressBlocks } from '@outturn/checkers'
import type { CommandContext } from '@outturn/messaging'
import { systemClock } from '@outturn/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inside, type LoopbackLab, outside, startLoopbackLab } from '../../testing/loopback-lab.ts'
import type { ResolveAddresses } from '../guard/resolver.ts'
import { handleFetchDocument } from './fetch-document.ts'

let lab: LoopbackLab

beforeAll(async () => {
  lab = await startLoopbackLab((request, response) => {
    if (request.headers['if-none-match'] === '"v1"') return response.writeHead(304).end()
    if (request.url === '/redirect') return response.writeHead(302, { location: lab.url(inside) }).end()
    if (request.url === '/packed') return response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    if (request.url === '/long') return response.writeHead(200).end('x'.repeat(101))
    return response.writeHead(200, { etag: '"v1"' }).end('{"a":1}')
  })
})
afterAll(() => lab.stop())

type Asked = {
  etag?: string | null
  headers?: Record<string, string>
  resolve?: ResolveAddresses
}

function fetchDocument(url: string, { etag = null, headers = {}, resolve = async () => [] }: Asked = {}) {
  const handle = handleFetchDocument({
    clock: systemClock,
    rules: {
      extraPorts: [lab.port],
      exceptions: parseAddressBlocks([`${outside}/32`]),
      userAgent: 'example/1.0',
    },
    resolve,
    fetches: createSemaphore({ limitPerKey: 5 }),
    countObservation: () => {},
  })
  const context = { deadline: Date.now() + 10_000, now: new Date() } as CommandContext
  const accountId = 'acc_000000000000000000000001'
  return handle({ accountId, url, headers, etag, maxBytes: 100, timeoutMs: 5_000 }, context)
}

test('a document is read with the headers of its source, and not again while its ETag stays', async () => {
  const headers = { authorization: 'Bearer x', 'accept-encoding': 'gzip' }
  expect(await fetchDocument(lab.url(outside), { headers })).toEqual({
    status: 200,
    etag: '"v1"',
    body: Buffer.from('{"a":1}').toString('base64'),
    failure: null,
  })
  expect(lab.requests.at(-1)?.headers).toMatchObject({
    authorization: 'Bearer x',
    'accept-encoding': 'identity',
  })
  expect(await fetchDocument(lab.url(outside), { etag: '"v1"' })).toMatchObject({
    status: 304,
    body: null,
    failure: null,
  })
})

test('no redirect is followed, and nothing that is compressed or longer than the limit is read', async () => {
  const hits = lab.canaryHits()
  expect(await fetchDocument(lab.url(outside, '/redirect'))).toMatchObject({
    status: 302,
    body: null,
    failure: null,
  })
  expect(await fetchDocument(lab.url(outside, '/packed'))).toMatchObject({ body: null, failure: 'encoded' })
  expect(await fetchDocument(lab.url(outside, '/long'))).toMatchObject({ body: null, failure: 'too_large' })
  expect(lab.canaryHits()).toBe(hits)
})

test('no address inside the network is dialled, by its number, by a name, or by one of several answers', async () => {
  const hits = lab.canaryHits()
  const blocked = { failure: 'blocked_address' }
  expect(await fetchDocument(lab.url(inside))).toMatchObject(blocked)
  const resolve: ResolveAddresses = async () => [outside, inside]
  expect(await fetchDocument(lab.url('shop.example'), { resolve })).toMatchObject(blocked)
  expect(await fetchDocument('http://shop.example/', { resolve: async () => ['192.0.2.1'] })).toMatchObject(
    blocked,
  )
  expect(await fetchDocument('https://u:p@shop.example/')).toMatchObject(blocked)
  expect(lab.canaryHits()).toBe(hits)
})
