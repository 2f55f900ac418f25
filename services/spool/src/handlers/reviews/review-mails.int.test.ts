import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import {
  decideReview,
  mailReviewCode,
  type Principal,
  readReview,
  requestReview,
  type ReviewDecision,
} from '@outturn/contracts'
import { clockAhead } from '@outturn/testkit'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { agreedSpools } from '../../testing/agreed-spools.ts'
import { buyer, everyRowHasEmail } from '../../testing/two-parties.ts'

const clock = clockAhead()
const anonymous: Principal = { kind: 'public' }

/** Mails that the server took, as they came, and the addresses that it refuses. */
const taken: { to: string[]; text: string }[] = []
const refused = new Set<string>()
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    if (!refused.has(address)) return done()
    return done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
  },
  onData(stream, { envelope }, done) {
    let text = ''
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
    stream.on('end', () => {
      taken.push({ to: envelope.rcptTo.map(({ address }) => address), text })
      done()
    })
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
const { port } = server.server.address() as AddressInfo
const { spools, accepted, deliver, verify, codesOf } = await agreedSpools(clock, {
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Outturn <mail@outturn.example>',
})

async function asked(email: string, question = 'Is row 2 a lead?') {
  const { id: spoolId, conditions } = await accepted([everyRowHasEmail])
  await deliver(spoolId, conditions[0] ?? '', ['a@example.com'])
  const { receipt } = await verify(spoolId)
  const request = { reviewer: { name: 'Ana', email }, question }
  return spools.send(requestReview, { spoolId, receiptId: receipt?.id ?? '', request }, buyer)
}
const hashOf = (url: string) =>
  createHash('sha256')
    .update(url.slice(url.lastIndexOf('/') + 1))
    .digest('hex')
const read = (reviewId: string) => spools.send(readReview, { reviewId }, buyer)
const decoded = (text: string) => text.replaceAll('=\r\n', '').replaceAll('=3D', '=')

test('the reviewer is mailed the link, and decides with the code that is mailed to that address alone', async () => {
  const review = await asked('ana@example.com', 'Is it?\r\nBcc: all@example.com')
  expect(review).toMatchObject({
    verified_by: 'email',
    notification: { channel: 'smtp', status: 'queued', to: 'a***@example.com', attempts: 0 },
  })
  await spools.sweep('review-mails')
  const { text = '', to } = taken.at(-1) ?? {}
  expect(to).toEqual(['ana@example.com'])
  expect(decoded(text)).toContain(review.decision_url)
  expect(text).toContain(`Message-ID: <${review.id}@`)
  expect(text.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im)
  expect((await read(review.id)).notification).toMatchObject({ status: 'accepted', attempts: 1 })

  const target = { reviewId: review.id, tokenHash: hashOf(review.decision_url) }
  const uphold = (code?: string): ReviewDecision => ({ decision: 'uphold', ...(code && { code }) })
  const decide = (code?: string) => spools.send(decideReview, { ...target, request: uphold(code) }, anonymous)
  const required = ['forbidden', 403, 'code_required']
  expect(await codesOf(decide())).toEqual(required)
  const mailed = await spools.send(mailReviewCode, target, anonymous)
  expect(mailed).toMatchObject({ to: 'a***@example.com', codes_left: 2 })
  await spools.sweep('review-mails')
  const code = /^ {4}(\d{6})/m.exec(taken.at(-1)?.text ?? '')?.[1] ?? ''
  expect(code).toMatch(/^\d{6}$/)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let n = 0; n < 4; n += 1) expect(await codesOf(decide(wrong))).toEqual(required)
  expect(await decide(code)).toMatchObject({ status: 'upheld' })
})

test('after five attempts or ten minutes a code decides nothing, and a review has three of them', async () => {
  const review = await asked('ben@example.com')
  const target = { reviewId: review.id, tokenHash: hashOf(review.decision_url) }
  const decide = (code: string) =>
    spools.send(decideReview, { ...target, request: { decision: 'uphold', code } }, anonymous)
  const newCode = async () => {
    await spools.send(mailReviewCode, target, anonymous)
    await spools.sweep('review-mails')
    return /^ {4}(\d{6})/m.exec(taken.at(-1)?.text ?? '')?.[1] ?? ''
  }
  const required = ['forbidden', 403, 'code_required']
  const first = await newCode()
  const wrong = first === '000000' ? '000001' : '000000'
  for (let n = 0; n < 5; n += 1) await codesOf(decide(wrong))
  expect(await codesOf(decide(first))).toEqual(required)
  const second = await newCode()
  clock.advance(600_000)
  expect(await codesOf(decide(second))).toEqual(required)
  await newCode()
  expect(await codesOf(spools.send(mailReviewCode, target, anonymous))).toEqual([
    ...['conflict', 409, 'code_limit_reached'],
  ])
})

test('an address that the server refuses for good ends the mail, and the fourth review to an address sends none', async () => {
  refused.add('none@example.com')
  const review = await asked('none@example.com')
  await spools.sweep('review-mails')
  expect((await read(review.id)).notification).toMatchObject({ status: 'failed', attempts: 1 })
  const sent = []
  for (let n = 0; n < 4; n += 1) sent.push((await asked('cleo@example.com')).notification.status)
  expect(sent).toEqual(['queued', 'queued', 'queued', 'suppressed'])
})
