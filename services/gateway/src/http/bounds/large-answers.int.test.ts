import { once } from 'node:events'
import { connect } from 'node:net'
import { readReceipt } from '@outturn/contracts'
import { on, ordinaryReplyBytes, rawReply } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../../testing/open-gateway.ts'

// More than the sockets of a machine hold by themselves.
const answerBytes = 24 * 1_048_576
const large = 'ocr_000000000000000000000001'
const small = 'ocr_000000000000000000000002'

let gateway: OpenGateway
let sent = 0

beforeAll(async () => {
  gateway = await openGateway(
    { testDatabase, testNats },
    {
      RATE_QUOTA: '100000',
      OUTTURN_LARGE_ANSWERS_BYTES: String(4 * answerBytes + 1_000),
      OUTTURN_LARGE_ANSWERS_BYTES_PER_CALLER: String(2 * answerBytes + 1_000),
      // Who takes nothing is cut off elsewhere.
      OUTTURN_WRITE_TIMEOUT_MS: '600000',
    },
  )
  const text = `{"receipt":"${'x'.repeat(answerBytes)}"}`
  const handle = on(readReceipt, async ({ receiptId }, { replyRoom = Number.MAX_SAFE_INTEGER }) => {
    if (receiptId === small) return rawReply('{}')
    if (replyRoom > ordinaryReplyBytes) sent += 1
    return rawReply(text)
  })
  await gateway.answerAs('signing', 'production', [handle])
})
afterAll(() => gateway?.close())

test('a caller that takes nothing of its large answers has two of them under way, and keeps no other from small or large ones', async () => {
  const { apiKey } = await gateway.issueKey()
  const { apiKey: token } = await gateway.issueKey()
  const { port, hostname } = new URL(gateway.baseUrl)
  const begin = async () => {
    const socket = connect(Number(port), hostname).setEncoding('utf8')
    const head = `GET /api/v1/receipts/${large} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`
    socket.write(head)
    const [answer] = (await once(socket, 'data')) as [string]
    socket.pause()
    return { socket, answer, status: answer.slice(9, 12) }
  }
  const begun = Promise.all(Array.from({ length: 20 }, begin))
  await expect.poll(() => sent).toBe(2)
  expect((await ask(gateway.baseUrl, 'GET', `/api/v1/receipts/${small}`, { token })).status).toBe(200)
  const own = await ask(gateway.baseUrl, 'GET', `/api/v1/receipts/${large}`, { token })
  expect([own.status, own.text.length > answerBytes]).toEqual([200, true])

  const answers = await begun
  const refused = answers.filter(({ status }) => status === '503')
  expect([answers.length, refused.length, sent]).toEqual([20, 18, 3])
  expect(refused[0]?.answer).toContain('"reason":"overloaded"')
  expect(refused[0]?.answer).toContain('bytes of large answers to this caller are under way')
  expect(refused[0]?.answer).toMatch(/retry-after: 1\r\n/)
  for (const { socket } of answers) socket.destroy()
  const again = await ask(gateway.baseUrl, 'GET', `/api/v1/receipts/${large}`, { token: apiKey })
  expect(again.status).toBe(200)
})

test('a large answer tells its length, and HEAD tells the same without it', async () => {
  const { apiKey: token } = await gateway.issueKey()
  const [got, head] = await Promise.all(
    (['GET', 'HEAD'] as const).map((method) =>
      ask(gateway.baseUrl, method, `/api/v1/receipts/${large}`, { token }),
    ),
  )
  const length = String(answerBytes + '{"receipt":""}'.length)
  expect([got?.headers.get('content-length'), got?.text.length]).toEqual([length, Number(length)])
  expect([head?.headers.get('content-length'), head?.text]).toEqual([length, ''])
})
