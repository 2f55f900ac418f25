import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RequestedReview } from '@outturn/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runOutturn } from '../program.ts'

const ids = {
  receipt: 'ocr_0123456789abcdef01234567',
  review: 'rev_0123456789abcdef01234567',
  spool: 'spl_0123456789abcdef01234567',
  condition: 'cond_0123456789abcdef01234567',
  dispute: 'dsp_0123456789abcdef01234567',
}
const link = 'https://outturn.example/review/rvt_secret'
const answer = {
  ...{ id: ids.review, receipt_id: ids.receipt, spool_id: ids.spool, dispute_id: null },
  ...{ status: 'requested', status_reason: null, requested_by: 'buyer', standing: 'advisory' },
  verified_by: 'email',
  request: { name: 'Ana Díaz', question: 'One\u001b[31m company?', scope: {} },
  notification: { channel: 'smtp', status: 'queued', to: 'a***@example.com', at: null, attempts: 0 },
  ...{ created_at: '2026-11-27T12:00:00.000Z', expires_at: '2026-11-30T12:00:00.000Z' },
  ...{ decision: null, effect: null, replacement_receipt_id: null, can: ['withdraw'] },
  decision_url: link,
}

const asked: { call: string; body: unknown }[] = []
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString()
    asked.push({ call: `${request.method} ${request.url}`, body: text === '' ? null : JSON.parse(text) })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
})
let url = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked.length = 0
})
afterAll(() => server.close())

async function outturn(...args: string[]) {
  const lines: string[] = []
  const complaints: string[] = []
  const output = {
    print: (text: string) => void lines.push(text),
    complain: (text: string) => void complaints.push(text),
  }
  const status = await runOutturn(args, output, { env: { OUTTURN_URL: url, OUTTURN_KEY: 'otn_test' } })
  return { status, text: lines.join('\n'), complaint: complaints.join('\n') }
}

test('a review is asked for with all that was said, and its link is shown with a warning', async () => {
  expect(RequestedReview.safeParse(answer).success).toBe(true)
  const { status, text, complaint } = await outturn(
    ...['reviews', 'request', ids.receipt, '--reviewer', 'Ana Díaz', '--email', 'ana@example.com'],
    ...['--question', 'One company?', '--condition', ids.condition, '--unit', '3', '--unit', '7'],
    ...['--hours', '24'],
  )
  expect([status, complaint]).toEqual([0, ''])
  expect(asked).toEqual([
    {
      call: `POST /api/v1/receipts/${ids.receipt}/reviews`,
      body: {
        reviewer: { name: 'Ana Díaz', email: 'ana@example.com' },
        question: 'One company?',
        scope: { condition_ids: [ids.condition], units: [3, 7] },
        expires_in_hours: 24,
      },
    },
  ])
  expect(text).toMatch(/Status: +requested/)
  expect(text).toMatch(/Standing: +advisory/)
  expect(text).toMatch(/Mail: +a\*\*\*@example\.com, queued/)
  expect(text).toContain(`Link for Ana Díaz: ${link}`)
  expect(text).toContain('shown only here')
  expect(text).not.toContain('\u001b')
})

test.each([
  [['reviews', 'show', ids.review], `GET /api/v1/reviews/${ids.review}`],
  [['reviews', 'consent', ids.review], `POST /api/v1/reviews/${ids.review}/consent`],
  [['reviews', 'withdraw', ids.review], `POST /api/v1/reviews/${ids.review}/withdraw`],
])('%j prints the review, and no link', async (args, call) => {
  const { status, text } = await outturn(...args)
  expect([status, asked.map((each) => each.call)]).toEqual([0, [call]])
  expect(text).toMatch(/You can: +withdraw/)
  expect(text).not.toContain(link)
})

test.each([
  [
    ['open', ids.receipt, '--reason', 'duplicate', '--detail', 'd', '--requested', 'correct_receipt'],
    ['--outcome', `${ids.condition}=failed`, '--unit', '3'],
    `POST /api/v1/receipts/${ids.receipt}/disputes`,
    {
      ...{ reason: 'duplicate', detail: 'd', requested: 'correct_receipt', units: [3] },
      proposed_outcomes: [{ condition_id: ids.condition, outcome: 'failed' }],
    },
  ],
  [['show', ids.dispute], [], `GET /api/v1/disputes/${ids.dispute}`, null],
  [
    ['respond', ids.dispute, 'reject'],
    ['--detail', 'd'],
    `POST /api/v1/disputes/${ids.dispute}/respond`,
    { answer: 'reject', detail: 'd' },
  ],
  [['withdraw', ids.dispute], [], `POST /api/v1/disputes/${ids.dispute}/withdraw`, null],
  [
    ['state', ids.dispute],
    ['--detail', 'd'],
    `POST /api/v1/disputes/${ids.dispute}/statements`,
    { detail: 'd' },
  ],
])('disputes %j %j is one call', async (args, more, call, body) => {
  expect((await outturn('disputes', ...args, ...more, '--json')).status).toBe(0)
  expect(asked).toEqual([{ call, body }])
})

test('the rules for disputes are agreed by options of the proposal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outturn-cli-'))
  const policy = join(folder, 'policy.json')
  writeFileSync(policy, '{"conditions": []}')
  const described = ['--title', 'Leads', '--buyer', 'Acme', '--seller', 'LeadBot', '--amount', '5']
  const rules = ['--resolver', 'review', '--resolver-ref', 'ana@example.com', '--dispute-hours', '0']
  const created = await outturn('spool', 'create', ...described, '--policy', policy, ...rules, '--json')
  expect([created.status, created.complaint]).toEqual([0, ''])
  expect(asked).toMatchObject([
    { body: { dispute_policy: { window_hours: 0, resolver: 'review', resolver_ref: 'ana@example.com' } } },
  ])
  const both = await outturn('spool', 'create', policy, ...rules)
  expect([both.status, both.complaint]).toEqual([2, expect.stringContaining('not both')])
  rmSync(folder, { recursive: true })
})

test.each([
  [['reviews', 'request', ids.receipt], "required option '--reviewer <name>' not specified"],
  [['reviews', 'request', ids.receipt, '--unit', '0'], 'the first is 1'],
  [['reviews', 'request', ids.receipt, '--hours', 'many'], 'such as 72'],
  [['reviews', 'show'], "missing required argument 'review_id'"],
  [['disputes', 'open', ids.receipt, '--reason', 'mood'], 'Allowed choices are not_delivered'],
  [['disputes', 'respond', ids.dispute, 'perhaps'], 'Allowed choices are accept, reject'],
  [['disputes', 'respond', ids.dispute, 'accept', '--outcome', 'passed'], '=passed or =failed'],
])('%j: exit 2, what is wrong, and nothing is sent', async (args, problem) => {
  const { status, complaint } = await outturn(...args)
  expect([status, asked]).toEqual([2, []])
  expect(complaint).toContain(problem)
})
