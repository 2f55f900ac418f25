import { arrangeReturns, type CommandInput, Refusal, setReturnHosts } from '@outturn/contracts'
import { type Bus, connectBus } from '@outturn/messaging'
import { createLog } from '@outturn/service'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../testing/http-client.ts'
import { asOperator, type OpenGateway, openGateway, untilServed } from '../testing/open-gateway.ts'

let gateway: OpenGateway
let operator: Bus
let spool: Bus
let accountId: string
beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats })
  operator = await gateway.operator('production')
  spool = await connectBus({
    servers: gateway.nats.url,
    name: 'test spool',
    environment: 'production',
    service: 'spool',
    log: createLog('test', { level: 'fatal' }),
  })
  accountId = (await gateway.issueKey()).accountId
})
afterAll(async () => {
  await spool?.drain()
  await gateway?.close()
})

const refreshUrl = 'https://shop.example/again'
const returnUrl = 'https://app.example/done'
const unknownAccount = 'acc_0000000000000000000000ff'

const arrange = (commandId: string, more: Partial<CommandInput<typeof arrangeReturns>> = {}) =>
  untilServed(() =>
    spool.request(
      arrangeReturns,
      { accountId, refreshUrl, returnUrl, ...more },
      { ...asOperator(), commandId },
    ),
  )
const setHosts = (hosts: string[], of = accountId) =>
  untilServed(() => operator.request(setReturnHosts, { accountId: of, hosts }, asOperator()))
const codeOf = (refused: Promise<unknown>) =>
  refused.then(
    () => 'not refused',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )
const ours = /^https?:\/\/[^/]+\/return\/[0-9a-f]{32}$/
const readPage = (url: string) => ask(gateway.baseUrl, 'GET', new URL(url).pathname)

test('a host that is not allowed is named on a page first, one that is allowed is not', async () => {
  expect(await setHosts(['app.example', 'app.example'])).toEqual({ accountId, hosts: ['app.example'] })
  const arranged = await arrange('one allowed')
  expect(arranged).toEqual({ refreshUrl: expect.stringMatching(ours), returnUrl })
  const { status, headers, text } = await readPage(arranged.refreshUrl)
  expect([status, headers.get('location'), headers.get('referrer-policy')]).toEqual([
    200,
    null,
    'no-referrer',
  ])
  expect(text).toContain('Acme')
  expect(text).toContain('href="https://shop.example/again"')

  expect(await setHosts([])).toEqual({ accountId, hosts: [] })
  expect((await arrange('none allowed')).returnUrl).toMatch(ours)
})

test.each([
  'https://evil.app.example/done',
  'https://app.example.evil.example/done',
  'https://app.example./done',
  'https://app.example:8443/done',
  'https://app.example\\@evil.example/done',
  'https://evil.example/app.example',
  'https://аpp.example/done',
])('only exactly the allowed host is allowed: %s', async (given) => {
  await setHosts(['app.example', 'evil.example:1'])
  const { returnUrl: arranged } = await arrange(`exactly ${encodeURIComponent(given)}`, { returnUrl: given })
  if (new URL(given).host === 'app.example') expect(arranged).toBe(given)
  else expect(arranged).toMatch(ours)
})

test('the same command has the same pages, another command and another address have others', async () => {
  await setHosts([])
  const first = await arrange('same')
  expect(await arrange('same')).toEqual(first)
  const other = await arrange('same', { returnUrl: 'https://other.example/' })
  const later = await arrange('later')
  expect(new Set([first.returnUrl, first.refreshUrl, other.returnUrl, later.returnUrl]).size).toBe(4)
  expect((await readPage(first.returnUrl)).text).toContain(`href="${returnUrl}"`)
})

test('the address of a page that was not made leads nowhere, whatever its query says', async () => {
  for (const path of [`/return/${'0'.repeat(32)}`, '/return/https%3A%2F%2Fevil.example']) {
    const { status, text } = await ask(
      gateway.baseUrl,
      'GET',
      `${path}?url=https://evil.example&to=//evil.example`,
    )
    expect([status, text.includes('evil.example')]).toEqual([404, false])
  }
})

test('hosts of no account, and what is no host, are refused', async () => {
  expect(await codeOf(setHosts(['app.example'], unknownAccount))).toBe('not_found')
  expect(await codeOf(arrange('no account', { accountId: unknownAccount }))).toBe('not_found')
  for (const host of [
    'App.example',
    'https://app.example',
    'app.example/a',
    'a@app.example',
    'аpp.example',
    'app.example:443',
  ]) {
    expect([host, await codeOf(setHosts([host]))]).not.toEqual([host, 'not refused'])
  }
})
