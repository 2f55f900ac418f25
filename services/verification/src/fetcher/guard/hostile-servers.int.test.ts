import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GuardLab, startGuardLab } from '../../testing/guard-lab.ts'
import { outside, scriptedResolver } from '../../testing/loopback-lab.ts'

let lab: GuardLab
let seenBefore = 0

beforeAll(async () => {
  lab = await startGuardLab()
})
afterAll(() => lab.stop())
beforeEach(() => {
  seenBefore = lab.requests.length
})

describe('TLS', () => {
  test('the name of the URL is asked for at the checked address, and an unproven server is not observed', async () => {
    const names: string[] = []
    const server = createTlsServer({
      SNICallback: (name, done) => {
        names.push(name)
        done(new Error('this server has no certificate'))
      },
    }).on('tlsClientError', () => {})
    await new Promise<void>((resolve) => server.listen(0, outside, resolve))
    const { port } = server.address() as AddressInfo
    const { resolve } = scriptedResolver({ 'shop.example': [[outside]] })
    const url = `https://shop.example:${port}/`
    const outcome = await lab.observe({ url }, { resolve, rules: { extraPorts: [port] } })
    server.close()
    expect(outcome).toEqual({ failure: 'unreachable' })
    expect(names).toEqual(['shop.example'])
  })
})

describe('hostile servers', () => {
  test.each([405, 501])('a server that answers HEAD with %i is asked with GET', async (status) => {
    expect(await lab.observe({ url: lab.url(outside, `/no-head/${status}`) })).toMatchObject({ status: 200 })
    expect(lab.requests.slice(seenBefore).map((request) => request.method)).toEqual(['HEAD', 'GET'])
  })

  test('an agreed HEAD is not repeated as GET', async () => {
    const url = lab.url(outside, '/no-head/405')
    expect(await lab.observe({ url, retriesWithGet: false })).toMatchObject({ status: 405 })
  })

  test.each(['/endless-body', '/bomb'])('%s is observed by its headers alone', async (path) => {
    expect(await lab.observe({ url: lab.url(outside, path), method: 'GET' })).toMatchObject({ status: 200 })
  })

  test.each(['/huge-header', '/garbage', '/hangs-up'])('%s is unreachable', async (path) => {
    expect(await lab.observe({ url: lab.url(outside, path), method: 'GET' })).toEqual({
      failure: 'unreachable',
    })
  })

  test('a server that never answers is given up when the time is over', async () => {
    const over = new AbortController()
    const outcome = lab.observe({ url: lab.url(outside, '/hangs'), signal: over.signal })
    while (lab.requests.length === seenBefore) await new Promise(setImmediate)
    over.abort()
    expect(await outcome).toEqual({ failure: 'unreachable' })
  })

  test('time that is over before the start makes no connection', async () => {
    expect(await lab.observe({ url: lab.url(outside), signal: AbortSignal.abort() })).toEqual({
      failure: 'unreachable',
    })
    expect(lab.requests.length).toBe(seenBefore)
  })

  test('a request carries nothing but its own few headers', async () => {
    await lab.observe({ url: lab.url(outside), method: 'GET' })
    expect(lab.requests.at(-1)?.headers).toEqual({
      host: `${outside}:${lab.port}`,
      connection: 'close',
      'user-agent': 'outturn-fetcher/1.0',
      accept: '*/*',
      'accept-encoding': 'identity',
    })
  })
})
