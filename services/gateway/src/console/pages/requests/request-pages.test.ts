import { execFileSync } from 'node:child_process'
import { curlCommand } from '@outturn/contracts'
import { htmlPage, pageShell } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import { expect, test } from 'vitest'
import { createPageSite } from '../../../pages/site.ts'
import { toRow } from '../../../request-log/to-row.ts'
import type { FoundRequest } from '../../../store/request-store.ts'
import { caller, entryOf } from '../../../testing/request-entry.ts'
import { type LogFilter, requestLogContent, type RequestLogView } from './request-log-page.ts'
import { requestContent } from './request-page.ts'
import { noAssets } from '../../../testing/no-assets.ts'

const site = createPageSite('outturn', 'https://outturn.example', noAssets)
const pageOf = (content: ComponentChildren) =>
  htmlPage(site, 200, pageShell({ title: 'Request log', site }, content)).body
const textOf = (page: string) =>
  page
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')

const attack = `"><img src=x onerror=alert(1)><script>alert(1)</script>`
const longName = 'Zażółć gęślą jaźń '.repeat(8).slice(0, 120)

function rowOf(changes: Partial<FoundRequest> = {}): FoundRequest {
  const row = toRow(entryOf(), caller, { hash: (text) => text })
  return { ...row, body: null, ...changes }
}

const filter: LogFilter = { code: '', key: '', path: '', since: '24h', outcome: 'refused' }
const viewOf = (changes: Partial<RequestLogView> = {}): RequestLogView => ({
  page: { requests: [], hasMore: false, gaps: [] },
  filter,
  keys: [],
  served: null,
  ...changes,
})
const listOf = (...requests: FoundRequest[]) => ({ requests, hasMore: false, gaps: [] })

test('a list names each refusal, its key and its time, and where it goes on', () => {
  const row = rowOf()
  const page = pageOf(
    requestLogContent(
      viewOf({
        page: { ...listOf(row), hasMore: true },
        keys: [{ id: row.key_id, name: 'ci', isRevoked: true }],
      }),
    ),
  )
  const text = textOf(page)
  for (const part of [
    'POST /api/v1/verify',
    '422',
    'validation_failed max_amount_cents: must be at least 1',
    'ci (revoked)',
    '4 ms',
    '27 Nov 2026, 11:24:06 UTC',
  ]) {
    expect(text).toContain(part)
  }
  expect(page).toContain(`href="/console/requests/${row.id}"`)
  expect(page).toContain(`after=${row.id}`)
})

test('an empty list says why it is empty, and what to do', () => {
  expect(textOf(pageOf(requestLogContent(viewOf({ served: 96 }))))).toContain(
    'No request was refused in 24 hours A refused request appears here with its body, its error and what to do. 96 succeeded.',
  )
  const filtered = pageOf(requestLogContent(viewOf({ filter: { ...filter, path: '/api/v1/none' } })))
  expect(textOf(filtered)).toContain('No such request in 24 hours')
  expect(filtered).toContain('href="/console/requests?since=24h&amp;outcome=refused"')
})

test('requests that were not recorded are shown', () => {
  const at = new Date('2026-11-27T11:00:00.000Z')
  const gap = { account_id: caller.accountId, from_at: at, to_at: at, dropped: 12 }
  const text = textOf(pageOf(requestLogContent(viewOf({ page: { ...listOf(), gaps: [gap] } }))))
  expect(text).toContain('12 requests were not recorded, from 27 Nov 2026, 11:00 UTC')
})

test('a request shows what was wrong, marked in its body, what to do, and a command without its key', () => {
  const body = {
    conditions: [{ $redacted: 'text', length: 17 }],
    max_amount_cents: 0,
    $unknown: { $redacted: 'members', members: 1, bytes: 6 },
  }
  const request = rowOf({ body, body_bytes: 118 })
  const earlier = rowOf({ id: 'req_aaaaaaaaaaaaaaaaaaaaaaaa', body_hash: request.body_hash })
  const page = pageOf(
    requestContent({
      request,
      seenBefore: [earlier],
      keyName: longName,
      publicUrl: 'https://outturn.example',
    }),
  )
  const text = textOf(page)
  for (const part of [
    'Correct the named field and send the request again.',
    'text, 17',
    '1 unknown member, 6 bytes',
    'Once in the 24 hours before',
    '203.0.113.0/24',
    'Kept until 28 Dec 2026',
    'Bearer $OUTTURN_KEY',
    '$(openssl rand -hex 16)',
    longName.trim(),
  ]) {
    expect(text).toContain(part)
  }
  expect(page).toContain('<mark>0</mark>')
  expect(page).toContain('/docs/errors#validation_failed')
  expect(page).not.toContain(' style=')
})

test('nothing that a caller or an operator wrote becomes markup', () => {
  const request = rowOf({
    path: attack,
    method: attack,
    error: attack,
    remediation: attack,
    field: attack,
    reason: attack,
    user_agent: attack,
    address: attack,
    rate_limit: attack,
    idempotency_key: attack,
    body: { [attack]: attack, list: [{ $redacted: attack }] },
    body_bytes: 9,
  })
  const seenBefore = [request]
  const keys = [{ id: attack, name: attack, isRevoked: false }]
  for (const page of [
    pageOf(requestContent({ request, seenBefore, keyName: attack, publicUrl: 'https://outturn.example' })),
    pageOf(requestLogContent(viewOf({ page: listOf(request), keys, filter: { ...filter, path: attack } }))),
  ]) {
    expect(page).not.toMatch(/<img|<script/)
    // Nor does any attribute end early.
    expect(page).not.toContain('""><')
    expect(page).toContain('&quot;>&lt;img')
  }
})

test('the command is one that a shell takes, whatever the path is', () => {
  const path = "/api/v1/{4}/$(touch x)';`id`"
  const command = curlCommand({ method: 'POST', path, body_bytes: 12 }, 'https://outturn.example')
  const echoed = execFileSync(
    'bash',
    ['-c', `openssl() { echo new; }; curl() { printf '%s\\n' "$@"; }; ${command}`],
    {
      env: { ...process.env, OUTTURN_KEY: 'mine' },
    },
  ).toString()
  expect(echoed.split('\n').slice(0, -1)).toEqual([
    '-sS',
    `https://outturn.example${path}`,
    '-H',
    'authorization: Bearer mine',
    '-H',
    'idempotency-key: new',
    '-H',
    'content-type: application/json',
    '-d',
    '@body.json',
  ])
})
