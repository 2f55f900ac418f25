import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../../testing/open-gateway.ts'

let gateway: OpenGateway
let token: string
beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats })
  token = (await gateway.issueKey()).apiKey
})
afterAll(() => gateway?.close())

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const accept = 'application/json, text/event-stream'

async function listed(more: Record<string, string>, query = ''): Promise<unknown> {
  const headers = { accept, ...more }
  const path = `/api/mcp${query}`
  const { status, text, body } = await ask(gateway.baseUrl, 'POST', path, { token, body: message, headers })
  if (status !== 200) return [status, body['field']]
  return [...text.matchAll(/"name":"[a-z_-]+","title"/g)].length
}

test('headers choose as the address does, and read-only wins wherever it is said', async () => {
  expect(await listed({})).toBe(22)
  expect(await listed({ 'x-mcp-readonly': 'true' })).toBe(9)
  expect(await listed({ 'x-mcp-readonly': 'false' })).toBe(22)
  expect(await listed({ 'x-mcp-readonly': 'false' }, '?read_only=true')).toBe(9)
  expect(await listed({ 'x-mcp-readonly': 'true' }, '?read_only=false')).toBe(9)
  expect(Number(await listed({ 'x-mcp-toolsets': 'core,settlement' }))).toBeGreaterThan(22)
})

test.each([
  ['1', 'X-MCP-Readonly', { 'x-mcp-readonly': '1' }],
  ['True', 'X-MCP-Readonly', { 'x-mcp-readonly': 'True' }],
  ['yes', 'X-MCP-Readonly', { 'x-mcp-readonly': 'yes' }],
  ['an unknown set', 'X-MCP-Toolsets', { 'x-mcp-toolsets': 'core,all' }],
])('%s is refused as %s, so that it offers no more than was meant', async (_, field, headers) => {
  expect(await listed(headers)).toEqual([400, field])
})

test('an unknown set or word in the address is refused by its name', async () => {
  expect(await listed({}, '?tools=all')).toEqual([400, 'tools'])
  expect(await listed({}, '?read_only=1')).toEqual([400, 'read_only'])
})
