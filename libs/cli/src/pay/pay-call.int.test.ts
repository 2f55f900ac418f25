import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type PayBy, payCall } from './pay-call.ts'
import { pendingPaymentOf } from './pending-payment.ts'

/** Sends a payment at once, without a challenge. */
const payBy: PayBy = (sendBy) => (input, init) =>
  sendBy(input, { ...init, headers: { ...(init?.headers as object), 'payment-signature': 'signed' } })

test('only the word of the service ends a payment, and not what a server before it answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outturn-pay-call-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const answers = [
    [402, '<h1>Payment required</h1>'],
    [200, '<h1>Welcome to our network</h1>'],
    [201, '{"paid":true}'],
  ] as const
  const payments: unknown[] = []
  const server = createServer(({ headers }, response) => {
    const [status, text] = answers[payments.length] ?? [500, '']
    payments.push(headers['payment-signature'])
    response.writeHead(status).end(text)
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const call = { url, body: '{}', headers: {} }
  const outcome = await payCall(call, payBy, pendingPaymentOf(join(folder, 'answer'), call))
  expect(outcome).toMatchObject({ kind: 'answered', answer: { status: 201 } })
  expect(payments).toEqual(['signed', 'signed', 'signed'])
  expect(existsSync(join(folder, 'answer.payment'))).toBe(true)
})
