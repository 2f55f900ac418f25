import { type OneCallRequest, Refusal, readSpool, verifyDelivery } from '@outturn/contracts'
import { type CommandContext, on, rawReply } from '@outturn/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenGateway, openGateway } from './testing/open-gateway.ts'

let gateway: OpenGateway
beforeAll(async () => {
  gateway = await openGateway()
})
afterAll(() => gateway?.close())

test('smoke', async () => {
  const { apiKey } = await gateway.issueKey()
  await gateway.answerAs('spool', 'production', [
    on(verifyDelivery, async () => rawReply('{"spool_id":"x"}')),
  ])
  const response = await fetch(`${gateway.baseUrl}/api/v1/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ conditions: ['x'], evidence: { rows: [{}] } }),
  })
  console.log(response.status, Object.fromEntries(response.headers), await response.text())
  const open = await fetch(`${gateway.baseUrl}/openapi.json`)
  console.log(open.status, (await open.text()).slice(0, 300))
})
