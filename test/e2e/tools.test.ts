import type { CreatedSpool } from '@outturn/contracts'
import { createKey } from '@outturn/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { type Agent, type AgentOptions, connectAgent, revisions, transports } from './agents/agent.ts'
import { delivery, expectedLifecycle, proposal, workByTools } from './agents/lifecycle.ts'
import { type ErrorAnswer, readSystem, sendTo } from './api.ts'
import { readInterface } from './interface.ts'

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
    const codeOf = (answer: Record<string, unknown> | null) => answer?.['code'] ?? 'done'
    if (codeOf(told.body) !== codeOf(over.json)) wrong[operationId] = [told.body, over.text.slice(0, 200)]
  }
  expect(wrong).toEqual({})
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
    const agent = await agentWith({
      key: account.apiKey,
      query: '?tools=core,settlement,disputes,audit,sources',
    })
    const names = await namesOf(agent)
    expect(names).toEqual(
      expect.arrayContaining(['commit-spool', 'open-dispute', 'read-keys', 'list-recipes']),
    )
    expect((await agent.done<{ data: unknown[] }>('list-recipes')).data.length).toBeGreaterThan(0)
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
