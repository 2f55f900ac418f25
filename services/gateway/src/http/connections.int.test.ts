import { on as eventsOf, once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { readLostTime, revokeKey, verifyDelivery } from '@outturn/contracts'
import { on, rawReply } from '@outturn/messaging'
import { freePort, testDatabase, testNats } from '@outturn/testkit'
import { startBalancer } from '@outturn/testkit/balancer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, type HttpAnswer, oneCall } from '../testing/http-client.ts'
import { asOperator, type OpenGateway, openGateway, untilServed } from '../testing/open-gateway.ts'

const bodyLimit = 200_000
const reply = '{"spool_id":"spl_000000000000000000000001"}'

const spoolPath = '/api/v1/spools/spl_000000000000000000000001'
const evidencePath = `${spoolPath}/evidence`

type WriteAll = (text: string, done: (error?: Error | null) => void) => void

let gateway: OpenGateway
let token: string
let answer = async (_commandId: string) => rawReply(reply)

beforeAll(async () => {
  const settings = { OUTTURN_BODY_LIMIT_BYTES: String(bodyLimit), RATE_QUOTA: '100000' }
  gateway = await openGateway({ testDatabase, testNats }, settings)
  await gateway.answerAs('spool', 'production', [on(verifyDelivery, (_, { commandId }) => answer(commandId))])
  const whole = on(readLostTime, async () => ({ lost: null, isRestored: false, recoveryEpoch: 0 }))
  await Promise.all([
    gateway.answerAs('signing', 'production', [whole]),
    gateway.answerAs('signing', 'demo', [whole]),
  ])
  token = (await gateway.issueKey()).apiKey
})
afterAll(() => gateway?.close())

describe('what is no request', () => {
  test.each([
    ['NONSENSE\r\n\r\n', 'malformed_request'],
    [
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      'malformed_request',
    ],
  ])('%j gets an error of the same form', async (text, reason) => {
    const refused = await rawText(text)
    expect(refused).toMatch(/^HTTP\/1\.1 400 /)
    expect(refused).toContain(`"reason":"${reason}"`)
  })

  test.each([
    ['GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, '"field":"Host"'],
    ['GET /api/health HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n', 400, '"field":"Expect"'],
    ['CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405, 'method_not_allowed'],
    ['GET /api/health HTTP/1.1\r\nHost: x\r\nX-Api-Key: a\r\nX-Api-Key: b\r\n\r\n', 400, 'repeated_header'],
  ])('%j gets the error object too', async (text, status, part) => {
    const refused = await rawText(text.replace('Host: x', 'Host: x\r\nConnection: close'))
    expect(refused).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(refused).toContain(part)
    expect(refused).toMatch(/"remediation":"[^"]+".*"request_id":"req_/)
  })

  test('headers over the limit are refused', async () => {
    const refused = await rawText(`GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(refused).toMatch(/^HTTP\/1\.1 413 /)
    expect(refused).toContain('"code":"input_too_large"')
  })
})

describe('a caller that waits to be asked for its body', () => {
  const body = JSON.stringify(oneCall)
  const head = (path: string, length: number | string, key: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n`

  test.each([
    ['without a good key', '/api/v1/verify', 'none', body.length, '401', 'unauthenticated'],
    ['at a path that does not exist', '/api/v1/nothing', null, body.length, '404', 'route_not_found'],
    ['whose body is too long', '/api/v1/verify', null, bodyLimit + 1, '413', 'input_too_large'],
    ['whose evidence is too long', evidencePath, null, bodyLimit + 1, '413', 'evidence_too_large'],
    ['with a body where none is taken', `${spoolPath}/propose`, null, 1_025, '413', 'input_too_large'],
  ])('%s is refused before it sends one', async (_, path, key, length, status, code) => {
    const answered = await rawText(`${head(path, length, key ?? token)}\r\n`)
    expect(answered).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answered).toContain(`"code":"${code}"`)
    expect(answered.toLowerCase()).toContain('connection: close')
  })

  test('is asked for it when nothing speaks against it', async () => {
    const { port, hostname } = new URL(gateway.baseUrl)
    const socket = connect(Number(port), hostname).setEncoding('utf8')
    let text = ''
    socket.write(`${head('/api/v1/verify', body.length, token)}\r\n`)
    for await (const [chunk] of eventsOf(socket, 'data')) {
      text += String(chunk)
      if (text === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write(body)
      if (text.includes(reply)) break
    }
    expect(text).toContain('HTTP/1.1 201 Created')
    socket.destroy()
  })

  test('whose key ends before the body has arrived begins nothing', async () => {
    const { keyId, apiKey } = await gateway.issueKey()
    const { port, hostname } = new URL(gateway.baseUrl)
    const socket = connect(Number(port), hostname).setEncoding('utf8')
    let text = ''
    socket.write(`${head('/api/v1/verify', body.length, apiKey)}\r\n`)
    for await (const [chunk] of eventsOf(socket, 'data')) {
      text += String(chunk)
      if (text === 'HTTP/1.1 100 Continue\r\n\r\n') {
        const operator = await gateway.operator('production')
        await untilServed(() => operator.request(revokeKey, { keyId }, asOperator()))
        socket.write(body)
      }
      if (text.includes('"request_id"') || text.includes(reply)) break
    }
    expect(text).toContain('"code":"unauthenticated"')
    socket.destroy()
  })
})

test('the rest of a refused body is read and thrown away, so that the connection can go on', async () => {
  const { port, hostname } = new URL(gateway.baseUrl)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  const until = async (end: string) => {
    let text = ''
    for await (const [chunk] of eventsOf(socket, 'data')) {
      text += String(chunk)
      if (text.includes(end)) break
    }
    return text
  }
  const length = bodyLimit + 1
  const head = `Host: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json`
  socket.write(`POST /api/v1/verify HTTP/1.1\r\n${head}\r\nContent-Length: ${length}\r\n\r\n`)
  expect(await until('"request_id"')).toContain('input_too_large')
  socket.write(`${'x'.repeat(length)}GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(await until('"status"')).toMatch(/^HTTP\/1\.1 200 /)
  socket.destroy()
})

test.each([
  ['that is too long', '/api/v1/verify', null, 'input_too_large'],
  ['without a good key', '/api/v1/verify', 'none', 'unauthenticated'],
  ['at a path that does not exist', '/api/v1/nothing', null, 'route_not_found'],
])('a request %s is read to its end before its connection is closed', async (_, path, key, code) => {
  const { port, hostname } = new URL(gateway.baseUrl)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  // More than the buffers of a connection hold by themselves.
  const body = 'x'.repeat(16_000_000)
  const head = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${key ?? token}\r\nContent-Type: application/json`
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n`)
  let text = ''
  let sent: Promise<unknown> = Promise.reject(new Error('no answer'))
  sent.catch(() => {})
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.includes('"request_id"')) sent = promisify(socket.write.bind(socket) as WriteAll)(body)
  }
  expect(text).toContain(`"code":"${code}"`)
  await sent
})

test('what a connection asks for before it was answered is begun after that, and answered in its order', async () => {
  const body = JSON.stringify(oneCall)
  const head = `Host: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  const call = `POST /api/v1/verify HTTP/1.1\r\n${head}\r\n\r\n${body}`
  const [first, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The gateway sends a command again that is answered late.
  const calls = new Set<string>()
  answer = async (commandId) => {
    calls.add(commandId)
    const number = [...calls].indexOf(commandId) + 1
    begun.resolve()
    if (number === 1) await first.promise
    return rawReply(`{"call":${number}}`)
  }
  const last = 'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const answered = rawText(`${call}${call}${last}`)
  await begun.promise
  // A caller with a connection of its own is answered meanwhile, with all that this takes.
  expect((await ask(gateway.baseUrl, 'GET', '/api/health')).status).toBe(200)
  expect((await ask(gateway.baseUrl, 'GET', '/openapi.json')).status).toBe(200)
  expect(calls.size).toBe(1)
  first.resolve()
  expect(await answered).toMatch(/"call":1\}[^]*"call":2\}[^]*"status"/)
  answer = async () => rawReply(reply)
})

test('a stop lets the requests in flight finish and takes no others', async () => {
  const stopping = await openGateway(gateway, {})
  const { inFlight, release } = await heldRequest(stopping.baseUrl)
  const stopped = stopping.close()
  await expect.poll(() => ask(stopping.baseUrl, 'GET', '/api/health').catch(() => 'refused')).toBe('refused')
  release()
  const { status, text } = await inFlight
  expect([status, text]).toEqual([201, reply])
  await stopped
})

test('a stop behind a load balancer refuses and resets no request', async () => {
  // A gateway is ready once it knows that the database holds nothing that was erased.
  for (const environment of ['demo', 'production'] as const) {
    const lost = { lost: null, isRestored: false, recoveryEpoch: 0 }
    await gateway.answerAs('signing', environment, [on(readLostTime, async () => lost)])
  }
  const internalPort = String(await freePort())
  const leaving = await openGateway(gateway, {
    OUTTURN_STOP_DELAY_MS: '1000',
    OUTTURN_INTERNAL_PORT: internalPort,
  })
  const readyUrl = `http://127.0.0.1:${internalPort}/readyz`
  await using balancer = await startBalancer(
    [
      { url: leaving.baseUrl, readyUrl },
      { url: gateway.baseUrl, readyUrl: `${gateway.baseUrl}/api/health` },
    ],
    { checkMs: 100 },
  )
  const statuses: Promise<number>[] = []
  const sending = setInterval(() => {
    const sent = fetch(`${balancer.url}/api/health`).then(async (response) => {
      await response.text()
      return response.status
    })
    statuses.push(sent)
  }, 20)
  await expect.poll(() => Math.min(...balancer.answered)).toBeGreaterThan(5)
  const stopped = leaving.close()
  expect((await fetch(readyUrl)).status).toBe(503)
  const late = await fetch(`${leaving.baseUrl}/api/health`)
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])
  await stopped
  const sentBefore = statuses.length
  await expect.poll(() => statuses.length).toBeGreaterThan(sentBefore + 5)
  clearInterval(sending)
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
  expect(balancer.failed).toEqual({ refused: 0, reset: 0, none: 0 })
})

test('a request whose headers do not arrive in time is cut off', async () => {
  const impatient = await openGateway(gateway, { OUTTURN_HEADERS_TIMEOUT_MS: '1000' })
  try {
    const { port, hostname } = new URL(impatient.baseUrl)
    const socket = connect(Number(port), hostname)
    socket.write('POST /api/v1/verify HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk) => void (received += String(chunk)))
    await once(socket, 'close')
    expect(received).toContain('"reason":"request_timeout"')
  } finally {
    await impatient.close()
  }
})

test('a refused request whose body does not come is cut off too', async () => {
  const impatient = await openGateway(gateway, {
    OUTTURN_REQUEST_TIMEOUT_MS: '1000',
    OUTTURN_HEADERS_TIMEOUT_MS: '1000',
  })
  try {
    const { port, hostname } = new URL(impatient.baseUrl)
    const socket = connect(Number(port), hostname).setEncoding('utf8')
    const head = 'Host: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 10'
    socket.write(`POST /api/v1/verify HTTP/1.1\r\n${head}\r\n\r\n`)
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    expect(text).toContain('"code":"unauthenticated"')
  } finally {
    await impatient.close()
  }
})

describe('a gateway with little room', () => {
  let small: OpenGateway
  let narrow: OpenGateway
  const most = 4

  beforeAll(async () => {
    narrow = await openGateway(gateway, {
      RATE_QUOTA: '100000',
      OUTTURN_MAX_IN_FLIGHT: '1',
      OUTTURN_MAX_CONNECTIONS: '10',
      OUTTURN_MAX_CONNECTIONS_PER_ADDRESS: '0',
    })
    small = await openGateway(gateway, {
      OUTTURN_MAX_CONNECTIONS_PER_ADDRESS: String(most),
      OUTTURN_WRITE_TIMEOUT_MS: '1000',
      // Connections that send nothing stay for as long as a test runs.
      OUTTURN_HEADERS_TIMEOUT_MS: '100000',
      OUTTURN_REQUEST_TIMEOUT_MS: '120000',
    })
  })
  afterAll(() => Promise.all([small?.close(), narrow?.close()]))

  const open = (baseUrl = small.baseUrl) => {
    const { port, hostname } = new URL(baseUrl)
    return connect(Number(port), hostname).on('error', () => {})
  }
  const health = 'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const isServed = async () => (await rawText(health, small.baseUrl)).startsWith('HTTP/1.1 200')

  test('refuses for load with every header of an answer, and does not count what it refuses', async () => {
    const { inFlight, release } = await heldRequest(narrow.baseUrl)
    const balance = `GET /api/v1/credits/balance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`
    const refusals = [await rawText(balance, narrow.baseUrl), await rawText(balance, narrow.baseUrl)]
    release()
    expect((await inFlight).status).toBe(201)
    for (const refused of refusals) {
      expect(refused).toMatch(/^HTTP\/1\.1 503 /)
      const head = refused.toLowerCase()
      expect(head).toContain('retry-after: 1\r\n')
      expect(head).toContain('ratelimit-policy: "api-v1";q=100000;w=60\r\n')
      expect(head).toContain('cache-control: no-store\r\n')
      expect(head).toContain('x-content-type-options: nosniff\r\n')
      expect(head).toMatch(/request-id: req_[0-9a-f]{24}\r\n/)
      expect(refused).toContain(
        '"code":"configuration_unavailable","retryable":true,"remediation":"Too much is under way.',
      )
      expect(refused).toContain('"reason":"overloaded"')
      expect(refused).toContain('1 requests are under way')
    }
    const left = refusals.map((refused) => /ratelimit: "api-v1";r=(\d+);/i.exec(refused)?.[1])
    expect(Number(left[0])).toBeGreaterThan(0)
    expect(left[1]).toBe(left[0])
  })

  test('gives one client address so many requests under way, and the others theirs', async () => {
    const fair = await openGateway(gateway, { RATE_QUOTA: '100000', OUTTURN_MAX_IN_FLIGHT_PER_ADDRESS: '1' })
    const { inFlight, release } = await heldRequest(fair.baseUrl)
    const refused = await rawText(health, fair.baseUrl)
    expect(refused).toMatch(/^HTTP\/1\.1 503 /)
    expect(refused).toContain('1 requests of this client address are under way, the most that one may have.')
    expect(await rawText(health, fair.baseUrl, '127.0.0.2')).toMatch(/^HTTP\/1\.1 200 /)
    release()
    expect((await inFlight).status).toBe(201)
    await fair.close()
  })

  test('gives one client address so many connections and says so to the next', async () => {
    await expect.poll(isServed).toBe(true)
    const held = Array.from({ length: most }, () => open())
    await Promise.all(held.map((socket) => once(socket, 'connect')))
    const refused = await rawText(health, small.baseUrl)
    expect(refused).toMatch(/^HTTP\/1\.1 503 /)
    expect(refused).toContain('Retry-After: 1\r\n')
    expect(refused).toContain('"reason":"overloaded"')
    expect(refused).toContain(`${most} connections of this client address are open`)
    held[0]?.destroy()
    await expect.poll(isServed).toBe(true)
    for (const socket of held) socket.destroy()
  })

  test('has so many connections in all, whatever their addresses, and says so to the next', async () => {
    const held = Array.from({ length: 10 }, () => open(narrow.baseUrl))
    await Promise.all(held.map((socket) => once(socket, 'connect')))
    const refused = await rawText(health, narrow.baseUrl)
    expect(refused).toMatch(/^HTTP\/1\.1 503 /)
    expect(refused).toContain('10 connections are open, the most that this process takes')
    for (const socket of held) socket.destroy()
  })

  test('cuts off who takes nothing of its answers, and its place is free again', async () => {
    await expect.poll(isServed).toBe(true)
    const document = await rawText(health.replace('/api/health', '/openapi.json'), small.baseUrl)
    const requests = Math.ceil(24_000_000 / document.length)
    const reader = open().pause()
    reader.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests))
    const others = Array.from({ length: most - 1 }, () => open())
    await Promise.all([reader, ...others].map((socket) => once(socket, 'connect')))
    expect(await isServed()).toBe(false)
    await expect.poll(isServed).toBe(true)
    let taken = 0
    reader.on('data', (chunk) => void (taken += chunk.length)).resume()
    await once(reader, 'close')
    expect(taken).toBeLessThan(requests * document.length)
    for (const socket of others) socket.destroy()
  })
})

/** A request that has reached the service behind the gateway, whose answer waits to be released. */
async function heldRequest(baseUrl: string): Promise<{ inFlight: Promise<HttpAnswer>; release: () => void }> {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  answer = async () => {
    arrived.resolve()
    await released.promise
    return rawReply(reply)
  }
  const inFlight = ask(baseUrl, 'POST', '/api/v1/verify', { token, body: oneCall })
  await arrived.promise
  return { inFlight, release: () => released.resolve() }
}

/** What comes back for bytes that are written by hand, until the connection ends. */
async function rawText(text: string, baseUrl = gateway.baseUrl, localAddress = '127.0.0.1'): Promise<string> {
  const { port, hostname } = new URL(baseUrl)
  const socket = connect({ port: Number(port), host: hostname, localAddress })
  socket.write(text)
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk) => void (received += String(chunk)))
  await once(socket, 'close')
  return received
}
