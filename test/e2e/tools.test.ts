import { request } from 'node:http'
import type { CreatedSpool, PromiseReplay, SpoolView } from '@outturn/contracts'
import { createKey, replayPromise, resumeAccount, suspendAccount } from '@outturn/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { type Agent, type AgentOptions, connectAgent, revisions, transports } from './agents/agent.ts'
import { delivery, expectedLifecycle, proposal, workByTools } from './agents/lifecycle.ts'
import { disagreeByTools, expectedDisagreement } from './agents/casework.ts'
import { type ErrorAnswer, readSystem, sendTo } from './api.ts'
import { readInterface } from './interface.ts'
import { signDelivery } from './agents/sign-delivery.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const baseUrl = system.base_url
let operator: Operator
let account: Account
const open: Agent[] = []

async function agentWith(options: Omit<AgentOptions, 'baseUrl'> = {}): Promise<Agent> {
  const agent = await connectAgent({ baseUrl, ...options })
  open.push(agent)
  return agent
}

beforeAll(async () => {
  operator = await connectOperator(system)
  account = await operator.openAccount({ included: 1_000 })
})
afterAll(async () => {
  await Promise.all(open.map(({ client }) => client.close()))
  await operator.close()
})

describe.each(transports.flatMap((transport) => revisions.map((revision) => ({ transport, revision }))))(
  'over $transport in $revision',
  ({ transport, revision }) => {
    test('two agents agree, deliver, fix, judge and rely on a receipt by tools alone', async () => {
      const seller = await operator.openAccount({ included: 1_000 })
      const buying = await agentWith({ key: account.apiKey, transport, revision })
      const selling = await agentWith({ key: seller.apiKey, transport, revision })
      expect(buying.client.getNegotiatedProtocolVersion()).toBe(revision)
      const { seen, handle } = await workByTools(buying, selling)
      expect(seen).toEqual(expectedLifecycle)
      if (transport === 'stdio') expect(handle).toBe('party_1')
    })

    test('an agent without a key is sent to the sandbox, and works there', async () => {
      const agent = await agentWith({ transport, revision })
      const refused = await agent.call<ErrorAnswer>('verify_delivery', delivery)
      expect(refused).toMatchObject({
        isError: true,
        structured: undefined,
        body: { code: 'unauthenticated', reason: 'production_key_required' },
      })
      expect(refused.body.remediation).toMatch(/start_sandbox/)
      const { token } = await agent.done('start_sandbox')
      if (transport === 'stdio') expect(token).toBe('sandbox_1')
      const judged = await agent.call('verify_delivery', { ...delivery, act_as: token })
      expect(judged).toMatchObject({
        isError: false,
        body: { earned_cents: 500, receipt: { environment: 'demo' } },
      })
      expect(judged.structured).toEqual(judged.body)
    })
  },
)

test('two agents settle every kind of disagreement by tools, one over HTTP and the other over stdio', async () => {
  const seller = await operator.openAccount({ included: 1_000 })
  const tools = 'core,sources,disputes'
  const buying = await agentWith({ key: account.apiKey, transport: 'stdio', tools })
  const selling = await agentWith({ key: seller.apiKey, transport: 'http', tools })
  const seen = await disagreeByTools(buying, selling, async ({ id, signing_secret: secret }, payload) => {
    const body = JSON.stringify(payload)
    const { status } = await send(`/api/v1/sources/${id}/webhook`, {
      body,
      headers: signDelivery(secret, body),
    })
    expect(status).toBe(202)
  })
  expect(seen).toEqual(expectedDisagreement)
})

test('the same body and the same refusal by HTTP and by tool', async () => {
  const agent = await agentWith({ key: account.apiKey })
  const spool = await agent.done<CreatedSpool>('create_spool', proposal)
  const path = `/api/v1/spools/${spool.id}`
  const { json } = await send(path, { key: account.apiKey })
  const told = await agent.call('get_spool', { spool_id: spool.id, view: 'full' })
  expect(told.body).toEqual(json)
  const short = await agent.call<{ left_out: string[] }>('get_spool', { spool_id: spool.id })
  expect((await send(`${path}?view=summary`, { key: account.apiKey })).json).toEqual(short.body)
  expect(short.body.left_out).toEqual(['terms[].text'])
  const unknown = { spool_id: 'spl_000000000000000000000000' }
  const refused = await agent.call('get_spool', unknown)
  const http = await send<Record<string, unknown>>(`/api/v1/spools/${unknown.spool_id}`, {
    key: account.apiKey,
  })
  expect({ ...refused.body, request_id: '' }).toEqual({ ...http.json, request_id: '' })
  expect((await send(`${path}?view=short`, { key: account.apiKey })).json).toMatchObject({
    code: 'validation_failed',
    field: 'view',
  })
})

test('every operation of the interface document can be called, and refuses as over HTTP', async () => {
  const agent = await agentWith({ key: account.apiKey })
  const wrong: Record<string, unknown> = {}
  for (const { method, path, operationId } of await readInterface(send)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const params = Object.fromEntries(names.map((name) => [name, 'none']))
    const filled = path.replaceAll(/\{\w+\}/g, 'none')
    // Asked with a body that none of them takes, so that nothing is done.
    const body = { no_such_member: true }
    const tool = method === 'GET' ? 'read_api' : 'write_api'
    const told = await agent.call(tool, {
      operation_id: operationId,
      params,
      ...(method === 'POST' && { body }),
    })
    const over = await send<Record<string, unknown>>(filled, {
      method,
      key: account.apiKey,
      ...(method === 'POST' && { body }),
      headers: { accept: 'application/json, */*;q=0.5' },
    })
    const refusalIn = (answer: Record<string, unknown> | null) => {
      if (answer === null || typeof answer['code'] !== 'string') return 'done'
      return { ...answer, request_id: '', idempotency_key: '' }
    }
    const [byTool, byHttp] = [refusalIn(told.body), refusalIn(over.json)]
    if (JSON.stringify(byTool) !== JSON.stringify(byHttp)) wrong[operationId] = [byTool, byHttp]
  }
  expect(wrong).toEqual({})
})

/** What may differ between two readings of the same: ids of requests, times, what is signed anew, and the proof that a receipt gets once it is logged. */
function withoutMoment(text: string): string {
  const moment =
    /\d{4}-\d\d-\d\dT[\d:.]+Z|"signature":"[^"]*"|,"log_proof":"(?:\\.|[^"\\])*"|"(?:receipt|status)":"[0-9a-f]{64}"|req_[0-9a-f]{24}/g
  return text.replaceAll(moment, '')
}

test('every operation that reads answers with the same body by HTTP and by tool', async () => {
  const agent = await agentWith({ key: account.apiKey })
  const judged = await agent.done<{ spool_id: string; receipt: { id: string } }>('verify_delivery', delivery)
  const { evidence } = await agent.done<SpoolView>('get_spool', { spool_id: judged.spool_id })
  const values: Record<string, string> = {
    id: judged.spool_id,
    receipt_id: judged.receipt.id,
    evidence_id: evidence[0]?.id ?? '',
    page: 'conditions',
  }
  const wrong: Record<string, unknown> = {}
  let done = 0
  for (const { method, path, operationId } of await readInterface(send)) {
    if (method !== 'GET') continue
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const params = Object.fromEntries(names.map((name) => [name, values[name] ?? 'none']))
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'none')
    const accept = { accept: 'application/json, */*;q=0.5' }
    const over = await send<unknown>(filled, { key: account.apiKey, headers: accept })
    const told = await agent.call(
      'read_api',
      Object.keys(params).length > 0 ? { operation_id: operationId, params } : { operation_id: operationId },
    )
    if (over.status < 300) done += 1
    const isJson = /[/+]json/.test(over.headers.get('content-type') ?? '')
    if (!isJson || over.text.length > 20_000) continue
    const whole = Array.isArray(over.json) ? { data: over.json, has_more: false } : over.json
    const [byTool, byHttp] = [told.text, JSON.stringify(whole)].map(withoutMoment)
    if (byTool !== byHttp) wrong[operationId] = [byTool, byHttp]
  }
  expect(wrong).toEqual({})
  expect(done).toBeGreaterThan(20)
})

test('the account of a caller is put together of what its credential may read', async () => {
  const agent = await agentWith({ key: account.apiKey })
  type Read = { account: Record<string, unknown>; balance?: unknown; usage?: { days: unknown[] } }
  const read = (args: object = {}) => agent.done<Read>('get_account', { period_days: 2, ...args })
  const own = await read()
  expect(own.account).toMatchObject({ id: account.accountId, scope: 'full', environment: 'production' })
  expect(own.balance).toMatchObject({ currency: 'USD' })
  expect(own.usage?.days.length).toBeLessThanOrEqual(2)
  const { token } = await agent.done('start_sandbox')
  const demo = await read({ act_as: token })
  expect(demo.account).toMatchObject({ environment: 'demo', key: null, allowance: null })
  expect(Object.keys(demo)).toEqual(['account', 'usage'])
  const { id: spool_id } = await agent.done<CreatedSpool>('create_spool', proposal)
  const { grant_token } = await agent.done('invite_counterparty', { spool_id })
  const { api_key } = await agent.done('join_spool', { grant_token })
  const party = await read({ act_as: api_key })
  expect(party).toEqual({ account: expect.objectContaining({ scope: 'counterparty', spool_id }) as object })
})

test('a suspended account is refused by every door, and its receipts and other parties continue', async () => {
  const owner = await operator.openAccount({ included: 10 })
  const other = await operator.openAccount({ included: 10 })
  const [buying, selling] = [await agentWith({ key: owner.apiKey }), await agentWith({ key: other.apiKey })]
  const { receipt } = await buying.done<{ receipt: { id: string } }>('verify_delivery', delivery)
  const { id: spool_id } = await buying.done<CreatedSpool>('create_spool', proposal)
  const { grant_token } = await buying.done('invite_counterparty', { spool_id })
  const { api_key: act_as } = await selling.done('join_spool', { grant_token })

  const { accountId } = owner
  await operator.send(suspendAccount, { accountId, note: 'test' })
  for (const path of ['/api/v1/account', `/api/v1/spools/${spool_id}`, `/api/v1/receipts/${receipt.id}`]) {
    const refused = await send(path, { key: owner.apiKey })
    expect([path, refused.status, refused.json.code]).toEqual([path, 403, 'account_suspended'])
  }
  const refused = await send('/api/mcp', { body: message, headers, key: owner.apiKey })
  expect([refused.status, refused.json.code]).toEqual([403, 'account_suspended'])

  const status = await send<{ status: string }>(`/api/v1/receipts/${receipt.id}/status`)
  expect([status.status, status.json.status]).toEqual([200, 'active'])
  expect((await send(`/r/${receipt.id}`, { headers: { accept: 'text/html' } })).status).toBe(200)
  const { agreement } = await selling.done<SpoolView>('get_spool', { spool_id, act_as })
  const { agreement_hash } = agreement
  const accepted = await selling.done<SpoolView>('accept_spool', { spool_id, act_as, agreement_hash })
  expect(accepted.status.agreement).toBe('accepted')
  const parties = [proposal.parties[0], { ...proposal.parties[1], account_id: accountId }]
  const withIt = await selling.call<ErrorAnswer>('create_spool', { ...proposal, parties })
  expect([withIt.isError, withIt.body.code]).toEqual([true, 'validation_failed'])

  await operator.send(resumeAccount, { accountId })
  expect((await send('/api/v1/account', { key: owner.apiKey })).status).toBe(200)
})

describe('which tools there are', () => {
  const namesOf = async (agent: Agent) => (await agent.client.listTools()).tools.map(({ name }) => name)

  test('those of a host that only reads change nothing, and the others are refused', async () => {
    const agent = await agentWith({ key: account.apiKey, query: '?read_only=true&tools=core' })
    expect(await namesOf(agent)).toHaveLength(9)
    await expect(agent.call('create_spool', proposal)).rejects.toMatchObject({ code: -32602 })
  })

  test('a key sees what its scope may do', async () => {
    const { apiKey } = await operator.send(createKey, {
      accountId: account.accountId,
      scope: 'verify',
      label: '',
    })
    const agent = await agentWith({ key: apiKey })
    expect(await namesOf(agent)).not.toContain('create_spool')
    await expect(agent.call('create_spool', proposal)).rejects.toMatchObject({ code: -32602 })
    expect(await namesOf(agent)).toContain('verify_delivery')
  })

  test('further sets have a tool for each operation', async () => {
    const tools = 'core,settlement,disputes,audit,sources'
    const agent = await agentWith({ key: account.apiKey, tools })
    const names = await namesOf(agent)
    expect(names).toEqual(
      expect.arrayContaining(['commit_spool', 'open_dispute', 'read_keys', 'list_recipes']),
    )
    expect((await agent.done<{ data: unknown[] }>('list_recipes')).data.length).toBeGreaterThan(0)
    const body = replayPromise.http.example
    const replay = await agent.done<PromiseReplay>('replay_promise', { body })
    expect(replay.totals).toMatchObject({ units: 2, breached_windows: 1, hypothetical_remedy_cents: 100 })
    expect(names).toContain('audit_invoice')
    expect(await agent.done('list-recipes')).toEqual(await agent.done('list_recipes'))
  })
})

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const headers = { accept: 'application/json, text/event-stream' }

test('a wrong key is refused before anything is said, without leading into a browser', async () => {
  const answer = await send('/api/mcp', { body: message, headers, key: 'spk_live_nothing' })
  expect([answer.status, answer.json.code]).toEqual([401, 'unauthenticated'])
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="outturn"')
})

test('a page of another site calls no tools', async () => {
  const answer = await send('/api/mcp', {
    body: message,
    headers: { ...headers, origin: 'https://evil.example' },
    key: account.apiKey,
  })
  expect([answer.status, answer.json.code, answer.json.field]).toEqual([403, 'forbidden', 'Origin'])
})

const current = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
const client = {
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
}
const named = (method: string, revision = '2026-07-28') => ({
  ...headers,
  'mcp-method': method,
  'mcp-protocol-version': revision,
})
const of2026 = (method: string, params: object = {}, meta: object = current) => ({
  ...message,
  method,
  params: { ...params, _meta: { ...client, ...meta } },
})

test.each([
  ['what is no JSON', { body: '{', headers }, 400, 'invalid_json'],
  ['a text', { body: message, headers: { ...headers, 'content-type': 'text/plain' } }, 400, 'invalid_json'],
  ['a batch', { body: [message, message], headers }, 400, 'validation_failed'],
  [
    'a long message',
    { body: { ...message, params: { a: 'a'.repeat(270_000) } }, headers },
    413,
    'input_too_large',
  ],
  ['no message', { body: {}, headers }, 400, -32_600],
  ['an unknown method', { body: of2026('a/b'), headers: named('a/b') }, 404, -32_601],
  [
    'a listener',
    { body: of2026('subscriptions/listen', { notifications: {} }), headers: named('subscriptions/listen') },
    404,
    -32_601,
  ],
  ['other headers', { body: of2026('tools/list'), headers: named('tools/call') }, 400, -32_020],
  [
    'an unknown revision',
    {
      body: of2026('tools/list', {}, { 'io.modelcontextprotocol/protocolVersion': '2027-01-01' }),
      headers: named('tools/list', '2027-01-01'),
    },
    400,
    -32_022,
  ],
])('%s is refused', async (_, call, status, code) => {
  const answer = await send<{ code?: string; error?: { code: number } }>('/api/mcp', call)
  expect([answer.status, answer.json.code ?? answer.json.error?.code]).toEqual([status, code])
})

test('tools are called under the name of the service alone', async () => {
  const status = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = { ...headers, host, 'content-type': 'application/json' }
      const options = { method: 'POST', headers: sent }
      const asked = request(`${baseUrl}/api/mcp`, options, ({ statusCode }) => resolve(statusCode))
      asked.on('error', reject).end(JSON.stringify(message))
    })
  expect([
    await status('evil.example'),
    await status('localhost:1'),
    await status('127.0.0.1.evil.example'),
  ]).toEqual([403, 200, 403])
})

test('a call counts as one request, whatever it is carried by', async () => {
  const quota = 5
  const { apiKey } = await operator.openAccount({ quota, included: 10 })
  const left = async () =>
    Number(/r=(\d+)/.exec((await send('/api/v1/usage', { key: apiKey })).headers.get('ratelimit') ?? '')?.[1])
  expect(await left()).toBe(quota - 1)
  const params = { name: 'list_spools', arguments: {} }
  await send('/api/mcp', { body: { ...message, method: 'tools/call', params }, headers, key: apiKey })
  expect(await left()).toBe(quota - 3)
  await send('/api/v1/usage', { key: apiKey })
  await send('/api/v1/usage', { key: apiKey })
  const over = await send('/api/mcp', { body: message, headers, key: apiKey })
  expect([over.status, over.json.code]).toEqual([429, 'rate_limited'])
})

test('the guide is searched and read', async () => {
  const agent = await agentWith()
  const found = await agent.done<{ results: Record<string, unknown>[] }>('search_guide', {
    query: 'credits_required',
  })
  expect(found.results[0]).toMatchObject({ kind: 'error', title: 'credits_required' })
  const operation = await agent.done<{ results: Record<string, unknown>[] }>('search_guide', {
    query: 'commit-spool',
  })
  expect(operation.results[0]).toMatchObject({ operation_id: 'commit-spool', body: { type: 'object' } })
  const { contents } = await agent.client.readResource({ uri: 'outturn://guide/conditions' })
  expect(contents[0]).toMatchObject({ mimeType: 'text/markdown' })
  const { prompts } = await agent.client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['buy_work', 'deliver_work'])
})
