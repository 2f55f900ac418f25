import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessTo } from '../auth/access.ts'
import type { Route } from '../http/route.ts'
import { ask, oneCall } from '../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../testing/open-gateway.ts'
import { refuseEverything, type Sent } from '../testing/stand-ins.ts'
import { routeTable } from './route-table.ts'

const testKey = 'spk_test_aaaaaaaaaaaaaaaa'
const routes = routeTable('outturn', { stylesheet: '', verifyScript: '', files: new Map() })
const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const)

let gateway: OpenGateway
let sent: Sent[]
const tokens: Record<string, string | undefined> = { none: undefined, malformed: 'nonsense', test: testKey }

beforeAll(async () => {
  gateway = await openGateway(
    { testDatabase, testNats },
    { RATE_QUOTA: '100000', OUTTURN_TEST_KEYS: `alice:${testKey}` },
  )
  sent = await refuseEverything(gateway)
  tokens['full'] = (await gateway.issueKey({ scope: 'full' })).apiKey
  tokens['verify'] = (await gateway.issueKey({ scope: 'verify' })).apiKey
  const counterparty = await gateway.issueKey()
  tokens['counterparty'] = counterparty.apiKey
  const spoolId = 'spl_000000000000000000000001'
  const toCounterparty = `update api_key set scope = 'counterparty', spool_id = $2 where id = $1`
  await gateway.pool('production').query(toCounterparty, [counterparty.keyId, spoolId])
  tokens['sandbox'] = String((await ask(gateway.baseUrl, 'POST', '/api/sandbox/session')).body['token'])
})
afterAll(() => gateway?.close())

const bodies: Record<string, unknown> = { 'verify-delivery': oneCall, 'verify-sandbox-delivery': oneCall }

async function use({ method, path, operation }: Route, caller: string) {
  const concrete = path
    .replace(':receipt_id', 'ocr_000000000000000000000001')
    .replace(':id', 'spl_000000000000000000000001')
    .replace(':name', 'none')
  const body = bodies[operation]
  const token = tokens[caller]
  const before = sent.length
  const { body: answered } = await ask(gateway.baseUrl, method, concrete, {
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
  })
  return { code: answered['code'], commands: sent.slice(before) }
}

const gates = ['unauthenticated', 'session_expired', 'forbidden', 'unsupported_environment_capability']

describe.each(named)('%s', (_, route) => {
  const access = accessTo(route.operation)

  /** The refusal that this caller gets at the gate, or null when it is let through. */
  function expected(caller: string): string | null {
    switch (access.kind) {
      case 'open':
        return null
      case 'session':
        return caller === 'sandbox' ? null : 'session_expired'
      case 'key':
        if (caller === 'none' || caller === 'malformed') return 'unauthenticated'
        if (caller === 'sandbox') return access.sandbox ? null : 'unsupported_environment_capability'
        if (caller === 'test') return null
        return access.scopes.some((scope) => scope === caller) ? null : 'forbidden'
      default:
        return access satisfies never
    }
  }

  test.each(['none', 'malformed', 'full', 'verify', 'counterparty', 'sandbox', 'test'])(
    'as %s',
    async (caller) => {
      const { code, commands } = await use(route, caller)
      const gate = gates.includes(String(code)) ? code : null
      expect(gate).toBe(expected(caller))
      if (gate !== null) expect(commands).toEqual([])
      for (const { environment, context } of commands) {
        const { kind } = context.principal
        if (kind === 'sandbox') expect(environment).toBe('demo')
        if (kind === 'account') expect(environment).toBe(caller === 'test' ? 'demo' : 'production')
        // Open routes look in both, as nobody.
        if (access.kind !== 'open') expect(['account', 'sandbox']).toContain(kind)
      }
    },
  )
})

test('a sandbox token is unknown to the production keys, and a key to the sandbox sessions', async () => {
  const { production, demo } = gateway.instances
  expect(await production?.keys.find(tokens['sandbox'] ?? '')).toBeNull()
  expect(await demo?.keys.find(tokens['full'] ?? '')).toBeNull()
  expect(await production?.sessions.find(tokens['sandbox'] ?? '')).toBeNull()
  expect(await demo?.sessions.find(tokens['full'] ?? '')).toBeNull()
  expect(await demo?.sessions.find(tokens['sandbox'] ?? '')).not.toBeNull()
})

test('a counterparty key tells the services which Spool it is bound to', async () => {
  const route = routes.find(({ operation }) => operation === 'read-spool')
  if (route === undefined) throw new Error('the table has no such route')
  const { commands } = await use(route, 'counterparty')
  expect(commands[0]?.context.principal).toMatchObject({
    scope: 'counterparty',
    spoolId: 'spl_000000000000000000000001',
  })
})
