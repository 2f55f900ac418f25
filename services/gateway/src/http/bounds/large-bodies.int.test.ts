import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { PassedText, previewVerification, verifyDelivery, verifySpool } from '@outturn/contracts'
import { type CommandContext, on, rawReply } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, oneCall } from '../../testing/http-client.ts'
import { longestStretch } from '../../testing/longest-stretch.ts'
import { type OpenGateway, openGateway } from '../../testing/open-gateway.ts'

let gateway: OpenGateway
let token: string
let sent: { input: unknown; context: CommandContext }[] = []

beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats }, { RATE_QUOTA: '100000' })
  const keep = on(verifyDelivery, async (input, context) => {
    sent.push({ input, context })
    return rawReply('{}')
  })
  const keepOf = (command: typeof verifySpool | typeof previewVerification) =>
    on(command, async (input, context) => {
      sent.push({ input, context })
      return rawReply('{"verification_run_id":null}')
    })
  await gateway.answerAs('spool', 'production', [keep, keepOf(verifySpool), keepOf(previewVerification)])
  token = (await gateway.issueKey()).apiKey
})
afterAll(() => gateway?.close())

const rows = Array.from({ length: 10_000 }, (_, index) => ({ email: `someone.${index}@example.com` }))
const large = { ...oneCall, evidence: { rows } }

test('a large body reaches its service as a small one does, and its repetition is the same command', async () => {
  const text = JSON.stringify(large)
  expect(text.length).toBeGreaterThan(256 * 1_024)
  const { evidence, ...rest } = large
  const headers = { 'idempotency-key': 'one' }
  for (const body of [text, JSON.stringify({ evidence, ...rest }, null, 1)]) {
    expect((await ask(gateway.baseUrl, 'POST', '/api/v1/verify', { token, headers, body })).status).toBe(201)
  }
  const [first, again] = sent
  expect(first?.input).toEqual({
    request: { ...rest, evidence: { type: 'dataset' } },
    rows: new PassedText(new TextEncoder().encode(JSON.stringify(rows))),
  })
  expect(again?.context.commandId).toBe(first?.context.commandId)
  expect(again?.context.bodyDigest).toBe(first?.context.bodyDigest)
  sent = []
})

test('evidence that is sent along with a dry run is passed on as a text, small or large', async () => {
  const spoolId = 'spl_000000000000000000000001'
  const confirmations = [
    {
      condition_id: 'cond_000000000000000000000001',
      method: 'buyer_confirm',
      outcome: 'passed',
      evidence_refs: [],
    },
  ]
  for (const characters of [1, 400_000]) {
    const evidence = [
      {
        condition_id: 'cond_000000000000000000000001',
        type: 'text',
        source: 'mail',
        metadata: { text: 'ü'.repeat(characters) },
      },
    ]
    for (const query of ['?dry_run=true', '']) {
      const body = JSON.stringify({ confirmations, evidence }, null, 1)
      const answer = await ask(gateway.baseUrl, 'POST', `/api/v1/spools/${spoolId}/verify${query}`, {
        token,
        body,
      })
      expect(answer.status).toBe(200)
      const input = sent.pop()?.input as { evidence: PassedText } | undefined
      expect(input).toMatchObject({ request: { confirmations } })
      expect(input).not.toHaveProperty('request.evidence')
      expect(JSON.parse(Buffer.from(input?.evidence.bytes ?? []).toString())).toEqual(evidence)
    }
  }
})

const size = 4_000_000
const fill = (item: string) => item.repeat(Math.floor(size / item.length)).slice(0, -1)
const members = (value: string) => {
  const parts: string[] = []
  for (let index = 0, length = 0; length < size; index += 1) {
    const part = `"${index}":${value}`
    parts.push(part)
    length += part.length + 1
  }
  return parts.join(',')
}

/** Bodies that are as wrong as a body can be, each of megabytes. */
const hostile: Record<string, string> = {
  'a list of numbers where rows belong': `{"conditions":["x"],"evidence":{"rows":[${fill('1,')}]}}`,
  'a list of objects where conditions belong': `{"conditions":[${fill('{"a":1},')}]}`,
  'unknown keys at the top': `{${members('1')}}`,
  'unknown keys in a condition': `{"conditions":[{${members('1')}}],"evidence":{"rows":[]}}`,
  'parameters without end': `{"recipe":{"id":"x","params":{${members('[]')}}}}`,
  'lists in lists': `{"conditions":[${fill('[[[[]]]],')}]}`,
  'one row of all names': `{"conditions":[1],"evidence":{"rows":[{${members('"x"')}}]}}`,
}

test('no hostile body holds up the event loop, however many arrive at once', async () => {
  const bodies = Object.values(hostile).map((text) => Buffer.from(text))
  const worst = longestStretch()
  const statuses = await Promise.all(bodies.map((body) => statusOf(body)))
  expect(statuses).toEqual(bodies.map(() => 400))
  // Read on the loop they take more than two seconds of it.
  expect(worst()).toBeLessThan(400)
})

test('one caller has eight large bodies under way, and the next is refused before it is sent', async () => {
  const { port, hostname } = new URL(gateway.baseUrl)
  const head = `POST /api/v1/verify HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 300000\r\nExpect: 100-continue\r\n\r\n`
  const begin = async () => {
    const socket = connect(Number(port), hostname).setEncoding('utf8')
    socket.write(head)
    const [answer] = (await once(socket, 'data')) as [string]
    return { socket, answer }
  }
  const begun = await Promise.all(Array.from({ length: 8 }, begin))
  expect(begun.map(({ answer }) => answer)).toEqual(begun.map(() => 'HTTP/1.1 100 Continue\r\n\r\n'))
  const { socket, answer } = await begin()
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toContain('"reason":"overloaded"')
  expect(answer).toContain('8 large bodies of this caller are under way')
  for (const each of [socket, ...begun.map((one) => one.socket)]) each.destroy()
  await expect
    .poll(async () => {
      const again = await begin()
      again.socket.destroy()
      return again.answer
    })
    .toContain('100 Continue')
})

function statusOf(body: Buffer): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const sending = request(`${gateway.baseUrl}/api/v1/verify`, { method: 'POST', headers, agent: false })
  sending.on('response', (answer) => {
    resolve(answer.statusCode)
    answer.resume()
  })
  sending.on('error', reject)
  sending.end(body)
  return promise
}
