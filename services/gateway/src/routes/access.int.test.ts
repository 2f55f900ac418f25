import { type Access, assignParty } from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../http/route.ts'
import { counterpartyKey } from '../testing/counterparty-key.ts'
import { ask } from '../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../testing/open-gateway.ts'
import { bodyFor, pathFor } from '../testing/route-bodies.ts'
import { refuseEverything, type Sent } from '../testing/fakes.ts'
import { routeTable } from './route-table.ts'
import { noAssets } from '../testing/no-assets.ts'

const testKey = 'spk_test_aaaaaaaaaaaaaaaa'
const routes = routeTable('outturn', noAssets)
const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const)
const spoolId = 'spl_000000000000000000000001'
const [partyId, otherPartyId] = ['pty_000000000000000000000001', 'pty_000000000000000000000002']

const callers = [
  'none',
  'malformed',
  'unknown',
  'revoked',
  'suspended',
  'full',
  'verify',
  'counterparty',
  'counterparty of another',
  'other account',
  'sandbox',
  'invited sandbox',
  'expired sandbox',
  'test',
] as const
type Caller = (typeof callers)[number]

let gateway: OpenGateway
let sent: Sent[]
const tokens: Partial<Record<Caller, string>> = { malformed: 'nonsense', test: testKey }

beforeAll(async () => {
  gateway = await openGateway(
    { testDatabase, testNats },
    { RATE_QUOTA: '100000', OUTTURN_TEST_KEYS: `alice:${testKey}` },
  )
  sent = await refuseEverything(gateway, [
    on(assignParty, async (input) => ({ spoolId: input.spoolId, partyId: input.partyId })),
  ])
  const [full, revoked] = [await gateway.issueKey(), await gateway.issueKey()]
  await gateway
    .pool('production')
    .query('update api_key set revoked_at = now() where id = $1', [revoked.keyId])
  const suspended = await gateway.issueKey()
  await gateway
    .pool('production')
    .query(
      `update account set suspended_at = now(), suspended_by = 'test', suspension_note = '' where id = $1`,
      [suspended.accountId],
    )
  tokens.suspended = suspended.apiKey
  tokens.full = full.apiKey
  tokens.unknown = `${full.apiKey.slice(0, -1)}${full.apiKey.endsWith('A') ? 'B' : 'A'}`
  tokens.revoked = revoked.apiKey
  tokens.verify = (await gateway.issueKey({ scope: 'verify' })).apiKey
  tokens['other account'] = (await gateway.issueKey()).apiKey
  tokens.counterparty = (await counterpartyKey(gateway, { spoolId, partyId })).apiKey
  const another = { spoolId: 'spl_0000000000000000000000ff', partyId: otherPartyId }
  tokens['counterparty of another'] = (await counterpartyKey(gateway, another)).apiKey
  tokens['expired sandbox'] = await openSession()
  await gateway.pool('demo').query(`update sandbox_session set expires_at = now() - interval '1 second'`)
  tokens.sandbox = await openSession()
  tokens['invited sandbox'] = (await counterpartyKey(gateway, { spoolId, partyId }, 'demo')).apiKey
})
afterAll(() => gateway?.close())

async function openSession(): Promise<string> {
  return String((await ask(gateway.baseUrl, 'POST', '/api/sandbox/session')).body['token'])
}

async function use(route: Route, caller: Caller, path = pathFor(route)) {
  const body = bodyFor(route)
  const token = tokens[caller]
  const before = sent.length
  const answer = await ask(gateway.baseUrl, route.method, path, {
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
    ...(route.operationId === 'call-tools' && { headers: { accept: 'application/json, text/event-stream' } }),
  })
  // A command of the request before may arrive after its answer.
  const isOfThis = ({ context }: Sent) => context.requestId === answer.headers.get('request-id')
  const outcome = outcomeOf(answer.status, answer.body['code'])
  return { outcome, commands: sent.slice(before).filter(isOfThis) }
}

function outcomeOf(status: number, code: unknown): string {
  return typeof code === 'string' ? `${status} ${code}` : String(status)
}

const outcomes = {
  account_suspended: '403 account_suspended',
  unauthenticated: '401 unauthenticated',
  session_expired: '401 session_expired',
  forbidden: '403 forbidden',
  unsupported_environment_capability: '409 unsupported_environment_capability',
} as const
type Gate = keyof typeof outcomes

/** The refusal that this caller gets before anything is asked of a service, or null when it is let through. */
function gateOf(access: Access, caller: Caller): Gate | null {
  // No key opens a page of the console, which leads a browser on before it asks who is there.
  if (access.kind === 'open' || access.kind === 'person') return null
  if (access.kind === 'session') {
    if (caller === 'invited sandbox') return access.scopes.includes('counterparty') ? null : 'forbidden'
    return caller === 'sandbox' ? null : 'session_expired'
  }
  const hasSandbox = access.kind === 'shared' || access.sandbox
  const isIgnored = access.kind === 'key' && access.ignoresSessions === true
  const lacking = isIgnored ? 'unauthenticated' : 'unsupported_environment_capability'
  switch (caller) {
    case 'none':
    case 'malformed':
    case 'unknown':
    case 'revoked':
      return 'unauthenticated'
    case 'suspended':
      return 'account_suspended'
    case 'expired sandbox':
      return 'session_expired'
    case 'sandbox':
      return hasSandbox ? null : lacking
    case 'invited sandbox':
      if (!hasSandbox) return lacking
      return access.scopes.includes('counterparty') ? null : 'forbidden'
    case 'full':
    case 'other account':
    case 'test':
      return access.scopes.includes('full') ? null : 'forbidden'
    case 'verify':
      return access.scopes.includes('verify') ? null : 'forbidden'
    case 'counterparty':
    case 'counterparty of another':
      return access.scopes.includes('counterparty') ? null : 'forbidden'
    default:
      return caller satisfies never
  }
}

/** A page of the console goes on to its own address, and takes the forms of our own pages alone. */
function ofPage({ access, method }: Pick<Route, 'access' | 'method'>): string | undefined {
  if (access.kind !== 'person') return undefined
  return method === 'GET' ? '308' : '403 forbidden'
}

/** Outcome of a request that is let through, where the refusal of the fake behind it does not reach the caller. */
const withoutService: Readonly<Record<string, string>> = {
  'refuse-unknown-action': '404 unknown_action',
  'refuse-unknown-sandbox-action': '404 unknown_action',
  'exchange-key': '403 forbidden',
  'open-sandbox-session': '200',
  'read-health': '200',
  'read-readiness': '503',
  'read-openapi': '200',
  'call-tools': '200',
  'search-guide': '200',
  'read-error-codes': '200',
  'list-requests': '200',
  'read-request': '404 not_found',
  'read-guide-page': '404 not_found',
  'read-asset': '404 not_found',
  'read-favicon': '200',
  'read-favicon-ico': '200',
  'read-robots': '200',
  'read-security-contact': '200',
  'open-receipt': '303',
  'read-llms': '200',
  'show-docs': '200',
  'read-docs-file': '404 not_found',
  'show-front': '200',
  'show-try': '303',
  'show-verify': '200',
  // It takes the form of our own page alone.
  'try-delivery': '403 forbidden',
  'verify-pasted-receipt': '403 forbidden',
  'show-credits': '200',
  'show-versions': '200',
  'show-receipt': '409',
  'show-return': '404',
  'show-invitation': '308',
  'join-as-guest': '403 forbidden',
  'show-review': '409',
  'send-review': '403 forbidden',
  'download-review-evidence': '409',
  'show-outcome-index': '409',
  'show-spool': '409',
  'show-sign-in': '308',
  'begin-sign-in': '403 forbidden',
  'show-sign-in-sent': '303',
  'enter-sign-in-code': '403 forbidden',
  'show-sign-in-link': '308',
  'finish-sign-in': '403 forbidden',
  'begin-sign-in-by-passkey': '403 forbidden',
  'sign-in-by-passkey': '403 forbidden',
  'show-organisation-sign-in': '308',
  'start-organisation-sign-in': '308',
  'finish-organisation-sign-in': '403',
  'show-purchase-return': '308',
  'show-team-invitation': '308',
  'accept-team-invitation': '403 forbidden',
}

/** What the token of a reviewer opens: no key does, and a key is told so. */
const forReviewers: Partial<Record<Caller, Gate>> = {
  ...{ none: 'unauthenticated', malformed: 'unauthenticated', unknown: 'unauthenticated' },
  ...{ revoked: 'unauthenticated', 'expired sandbox': 'unauthenticated', suspended: 'forbidden' },
  ...{ full: 'forbidden', verify: 'forbidden', counterparty: 'forbidden', test: 'forbidden' },
  ...{ 'counterparty of another': 'forbidden', 'other account': 'forbidden' },
  ...{ sandbox: 'forbidden', 'invited sandbox': 'forbidden' },
}

/** Open to everyone without a key, and not in the name of these. */
const refusedByRoute: Readonly<Record<string, Partial<Record<Caller, Gate>>>> = {
  'decide-review': forReviewers,
  'mail-review-code': forReviewers,
  'call-tools': {
    malformed: 'unauthenticated',
    unknown: 'unauthenticated',
    revoked: 'unauthenticated',
    suspended: 'account_suspended',
    'expired sandbox': 'session_expired',
  },
  'buy-verification': {
    malformed: 'unauthenticated',
    unknown: 'unauthenticated',
    revoked: 'unauthenticated',
    suspended: 'account_suspended',
    'expired sandbox': 'session_expired',
    counterparty: 'forbidden',
    'counterparty of another': 'forbidden',
    sandbox: 'unsupported_environment_capability',
    'invited sandbox': 'unsupported_environment_capability',
    test: 'unsupported_environment_capability',
  },
  'receive-delivery': {
    sandbox: 'unsupported_environment_capability',
    'invited sandbox': 'unsupported_environment_capability',
    'expired sandbox': 'unsupported_environment_capability',
  },
}

/** Callers whom a route answers without asking a service. */
const answeredAlone: Readonly<Record<string, readonly Caller[]>> = {
  'read-account': ['counterparty', 'counterparty of another', 'sandbox', 'invited sandbox'],
}

describe.each(named)('%s', (_, route) => {
  test.each(callers)('as %s', async (caller) => {
    const { outcome, commands } = await use(route, caller)
    const gate = gateOf(route.access, caller) ?? refusedByRoute[route.operationId]?.[caller] ?? null
    if (gate !== null) {
      expect(outcome).toBe(outcomes[gate])
      expect(commands).toEqual([])
      return
    }
    const isAnswered = answeredAlone[route.operationId]?.includes(caller) ?? false
    const expected = ofPage(route) ?? withoutService[route.operationId] ?? '409 store_conflict'
    expect(outcome).toBe(isAnswered ? '200' : expected)
    for (const { environment, context } of commands) {
      const { kind } = context.principal
      if (kind === 'sandbox') expect(environment).toBe('demo')
      if (kind === 'account') expect(environment).toBe(caller === 'test' ? 'demo' : 'production')
      // Open routes look in both, without an account.
      if (route.access.kind !== 'open') expect(['account', 'sandbox']).toContain(kind)
    }
  })
})

test('a sandbox token is unknown to the production keys, and a key to the sandbox sessions', async () => {
  const { production, demo } = gateway.instances
  expect(await production?.keys.find(tokens.sandbox ?? '')).toBeNull()
  expect(await demo?.keys.find(tokens.full ?? '')).toBeNull()
  expect(await production?.sessions.find(tokens.sandbox ?? '')).toBeNull()
  expect(await demo?.sessions.find(tokens.full ?? '')).toBeNull()
  expect(await demo?.sessions.find(tokens.sandbox ?? '')).not.toBeNull()
})

test('a counterparty key tells the services which Spool and which party it is bound to', async () => {
  const { commands } = await use(routeOf('accept-spool'), 'counterparty')
  expect(commands[0]?.context.principal).toMatchObject({
    via: { kind: 'key', scope: 'counterparty' },
    spoolId,
    partyId,
  })
})

const shared = '/api/v1/spools/shr_000000000000000000000001'

test('a share id is read as no one without a key, in each environment, and as its holder with one', async () => {
  const principals = async (caller: Caller) =>
    (await use(routeOf('read-spool'), caller, shared)).commands.map(({ environment, context }) => [
      environment,
      context.principal.kind,
    ])
  expect(await principals('none')).toEqual([['production', 'public']])
  expect(await principals('full')).toEqual([['production', 'account']])
  expect(await principals('sandbox')).toEqual([['demo', 'sandbox']])
})

test.each(['malformed', 'unknown', 'revoked', 'expired sandbox'] as const)(
  'a share link does not hide that a credential is %s',
  async (caller) => {
    const { outcome, commands } = await use(routeOf('read-spool'), caller, shared)
    expect(outcome).toBe(outcomes[caller === 'expired sandbox' ? 'session_expired' : 'unauthenticated'])
    expect(commands).toEqual([])
  },
)

test('an unknown action is refused before its body is looked at, and only for who has a key', async () => {
  const path = `/api/v1/spools/${spoolId}/finish`
  const body = 'not JSON'
  const headers = { 'content-type': 'text/plain' }
  const token = tokens.full ?? ''
  const known = await ask(gateway.baseUrl, 'POST', path, { token, body, headers })
  const unknown = await ask(gateway.baseUrl, 'POST', path, { body, headers })
  expect([known.body['code'], unknown.body['code']]).toEqual(['unknown_action', 'unauthenticated'])
})

test.each([
  ['POST', 'events', 'GET, HEAD'],
  ['GET', 'accept', 'POST'],
  ['DELETE', 'quote', 'GET, HEAD, POST'],
])('%s …/%s is 405 with the methods there are, with or without a key', async (method, name, allow) => {
  for (const token of [tokens.full, undefined]) {
    const path = `/api/v1/spools/${spoolId}/${name}`
    const refused = await ask(gateway.baseUrl, method, path, token === undefined ? {} : { token })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow])
  }
})

function routeOf(operationId: string): Route {
  const route = routes.find((each) => each.operationId === operationId)
  if (route === undefined) throw new Error(`there is no route for ${operationId}`)
  return route
}
