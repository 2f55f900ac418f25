import { once } from 'node:events'
import { connect } from 'node:net'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../../testing/http-client.ts'
import { longestStretch } from '../../testing/longest-stretch.ts'
import { type OpenGateway, openGateway } from '../../testing/open-gateway.ts'

const readers = 20
const requestsOfReader = 20

let gateway: OpenGateway

beforeAll(async () => {
  // Who reads nothing and who reads have one address here.
  gateway = await openGateway({ testDatabase, testNats }, { OUTTURN_MAX_IN_FLIGHT_PER_ADDRESS: '0' })
})
afterAll(() => gateway?.close())

test('readers of the largest document that take none of it hold up neither the event loop nor a copy each', async () => {
  const { port, hostname } = new URL(gateway.baseUrl)
  const heldBefore = process.memoryUsage().external
  const worst = longestStretch()
  const sockets = Array.from({ length: readers }, () => connect(Number(port), hostname).pause())
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) {
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requestsOfReader))
  }
  // Comes after them all, also by its route.
  const { text, headers } = await ask(gateway.baseUrl, 'GET', '/openapi.json')
  await Promise.all(Array.from({ length: readers }, () => ask(gateway.baseUrl, 'GET', '/api/health')))
  const held = process.memoryUsage().external - heldBefore
  // A copy for each reader takes more than two seconds of the loop.
  expect(worst()).toBeLessThan(400)
  expect(held).toBeLessThan((readers * text.length) / 2)
  for (const socket of sockets) socket.destroy()

  const tag = headers.get('etag') ?? ''
  const known = await ask(gateway.baseUrl, 'GET', '/openapi.json', { headers: { 'if-none-match': tag } })
  expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', tag])
})
