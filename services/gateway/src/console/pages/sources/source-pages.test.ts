import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { parseSentJson } from '@outturn/canonical'
import { Refusal, SourceMapping, SourceView, unprocessable } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { hostileTexts, renderedContent } from '../spools/listed-spools.fixture.ts'
import { deliverySample } from './delivery-sample.ts'
import { mappingMembers, mappingOf, samplePayload } from './mapping-text.ts'
import { type NewSourceForm, newSourceContent, type SourceWay } from './new-source-page.ts'
import { revokeContent, rotateContent, secretContent } from './source-key-pages.ts'
import { sourceListContent } from './source-list-page.ts'
import { type Activity, sourceContent } from './source-page.ts'

const at = '2026-11-27T10:50:00.000Z'
const now = new Date(at)
const id = 'src_000000000000000000000001'
const words = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

function sourceOf(changes: Partial<SourceView> = {}): SourceView {
  return SourceView.parse({
    ...{ id, name: 'Ticket system', kind: 'webhook', status: 'active', spool_id: null, pull: null },
    registered_by: { account_is_caller: true },
    signing: {
      scheme: 'hmac_sha256',
      secrets: [{ id: 'sec_000000000000000000000001', created_at: at, expires_at: null }],
    },
    mapping: { subject: '/ticket/id', predicate: { const: 'resolved' }, value: '/stars', spool: '/deal' },
    webhook_url: `https://outturn.example/api/v1/sources/${id}/webhook`,
    ...{ created_at: at, updated_at: at, last_received_at: at, last_sync: null, facts: 1 },
    ...{ rejections: [], failure: null },
    ...changes,
  })
}

const pulled = sourceOf({
  ...{ kind: 'pull_http', signing: null, webhook_url: null },
  pull: { url: 'https://shop.example/orders', interval_seconds: 3_600, has_headers: true },
})
const fields = [
  ...['name', 'spool_id', 'payload', 'public_key', 'url', 'interval', 'headers'],
  ...['cursor_parameter', 'cursor_pointer', ...mappingMembers.map((member) => `map_${member}`)],
]
const formWith = (changes: Partial<NewSourceForm>) =>
  ({ ...Object.fromEntries(fields.map((name) => [name, ''])), ...changes }) as NewSourceForm
const newPage = (
  form: Partial<NewSourceForm>,
  result: Parameters<typeof newSourceContent>[0]['result'] = null,
  way: SourceWay = 'hmac',
) => renderedContent(newSourceContent({ way, form: formWith(form), token: 't', formId: 'f', result }))
const pageOf = (source: SourceView, activity: Activity | null, isActor = true) =>
  renderedContent(
    sourceContent({
      ...{ source, activity, tried: { payload: '', result: null }, done: null, now },
      tokenOf: isActor ? (action) => `token-${action}` : null,
    }),
  )

test('a member of a mapping is a pointer, or a constant behind =, which is what it looks like', () => {
  const texts = Object.fromEntries(mappingMembers.map((member) => [member, '']))
  const read = (subject: string) =>
    mappingOf({ ...texts, subject } as Parameters<typeof mappingOf>[0]).subject ?? null
  expect(
    ['/a~1b', ' /a ', '=sold', '= 5 ', '=-0', '=true', '="5"', '=1e3', '=0123', '=', ''].map(read),
  ).toEqual([
    ...['/a~1b', '/a', { const: 'sold' }, { const: 5 }, { const: -0 }, { const: true }, { const: '5' }],
    ...[{ const: '1e3' }, { const: '0123' }, { const: '' }, null],
  ])
})

test('a sample payload has every member where the mapping looks for it, also within a list', () => {
  const sample = (mapping: SourceView['mapping']) =>
    JSON.parse(samplePayload(SourceMapping.parse(mapping), { spoolId: 'spl_1', now })) as unknown
  expect(sample(sourceOf().mapping)).toEqual({ ticket: { id: 'T-1' }, stars: 5, deal: 'spl_1' })
  expect(
    sample({
      ...{ subject: '/id', predicate: '/a~1b', value: '/v', spool: '//deal', items: '/rows/all' },
      occurred_at: '/at',
    }),
  ).toEqual({ deal: 'spl_1', rows: { all: [{ id: 'T-1', 'a/b': 'resolved', v: 5, at }] } })
  const odd = samplePayload({ subject: '/__proto__/x', predicate: '', value: '/v' }, { spoolId: '', now })
  expect(odd).toBe('{"__proto__":{"x":"T-1"},"v":5}')
  expect(() => parseSentJson(odd)).not.toThrow()
})

test('the command of the page signs as Standard Webhooks does, whatever the payload has in it', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const payload = `{"a": "it's $HOME \`id\` \\\\n \\"é\\""}`
  const command = deliverySample({ url: "https://x.example/'a", secret, payload })
  // In place of sending: what would be sent.
  const printed = command.replace('curl -sS', `printf '%s\\n' "$time" "$signature" "$body" #`)
  const [time = '', signature, body] = execFileSync('sh', ['-c', printed.split(' \\\n')[0] ?? ''])
    .toString()
    .split('\n')
  const key = Buffer.from(secret.slice(6), 'base64')
  expect(body).toBe(payload)
  expect(signature).toBe(createHmac('sha256', key).update(`msg_${time}.${time}.${payload}`).digest('base64'))
})

test('a form that was refused keeps what was typed, and says at the field what is wrong', () => {
  const refusal = unprocessable('mapping.amount_cents', 'The mapping of amount_cents is no pointer.')
  const page = newPage({ name: 'Shop', map_amount_cents: 'cents', headers: 'a: b' }, refusal, 'pull')
  expect(page).toContain('value="Shop"')
  expect(page).toMatch(/<details[^>]* open/)
  expect(page).toMatch(/id="map_amount_cents"[^>]*aria-invalid="true"/)
  expect(page).toMatch(/id="map_amount_cents-error">The mapping of amount_cents is no pointer\./)
  expect(page.match(/aria-invalid/g)).toHaveLength(1)
  expect(newPage({}, new Refusal('spool_not_found', 'No Spool.'))).toMatch(/id="spool_id-error">No Spool/)
})

test('each way has the fields that it needs and no other, and a tab for each of the others', () => {
  const names = (way: SourceWay) =>
    [...newPage({ spool_id: 'spl_1' }, null, way).matchAll(/ id="(public_key|url|interval|headers)"/g)].map(
      ([, name]) => name,
    )
  expect(names('hmac')).toEqual([])
  expect(names('ed25519')).toEqual(['public_key'])
  expect(names('pull')).toEqual(['url', 'interval', 'headers'])
  expect(newPage({ spool_id: 'spl_1' })).toContain('href="/console/sources/new?way=pull&amp;spool=spl_1"')
})

test('the secret is on the page that answers the form, with a command, and on no other', () => {
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
  const source = { ...sourceOf(), signing_secret: secret }
  const page = renderedContent(secretContent({ source, isNew: true, payload: '{"a":1}' }))
  expect(words(page)).toContain(`Signing secret, shown once ${secret}`)
  expect(words(page)).toContain('It is not shown again')
  expect(page).toContain('openssl dgst -sha256')
  expect(pageOf(source, null)).not.toContain(secret)
  const overlap = { id: 'sec_000000000000000000000002', created_at: at, expires_at: at }
  const two = sourceOf({ signing: { scheme: 'hmac_sha256', secrets: [overlap] } })
  const rotated = renderedContent(
    secretContent({ source: { ...two, signing_secret: secret }, isNew: false, payload: '{}' }),
  )
  expect(words(rotated)).toContain('Until 27 Nov 2026, 10:50 UTC the previous secret is taken, too.')
})

test('a page offers what its person and the state of the source allow', () => {
  const actions = (page: string) =>
    [...page.matchAll(/(?:action|href)="\/console\/sources\/src_0+1\/(\w+)"/g)].map(([, action]) => action)
  expect(actions(pageOf(sourceOf(), null))).toEqual(['pause', 'rotate', 'revoke', 'test'])
  expect(actions(pageOf(sourceOf({ status: 'paused' }), null))).toEqual([
    ...['resume', 'rotate', 'revoke', 'test'],
  ])
  expect(actions(pageOf(pulled, null))).toEqual(['sync', 'pause', 'revoke', 'test'])
  expect(actions(pageOf(sourceOf({ status: 'revoked' }), null))).toEqual([])
  expect(actions(pageOf(sourceOf(), null, false))).toEqual([])
  const list = (isChanged: boolean) =>
    renderedContent(sourceListContent({ data: [], has_more: false, next_cursor: null, isChanged }))
  expect(list(true)).toContain('href="/console/sources/new"')
  expect(list(false)).not.toContain('href="/console/sources/new"')
  expect(words(list(true))).toContain('outturn sources create')
})

test('the latest deliveries and syncs say what became of them, and why', () => {
  const rejected = [{ index: 3, code: 'unmappable_value', pointer: '/stars' }]
  const delivery = { webhookId: 'evt_1', receivedAt: at, facts: 2, rejected: [...rejected, ...rejected] }
  const page = words(pageOf(sourceOf(), { deliveries: [delivery], syncs: [] }))
  expect(page).toMatch(/evt_1 2 Element 3: Nothing usable is there\s+unmappable_value\s+and 1 more/)
  const sync = { sync_id: 'syn_000000000000000000000001', started_at: at, ended_at: at, facts_created: 7 }
  const failed = { ...sync, status: 'failed' as const, error: 'blocked_address' }
  expect(words(pageOf(pulled, { deliveries: [], syncs: [failed] }))).toMatch(/Failed: blocked_address 7/)
  expect(words(pageOf(sourceOf(), null))).toContain('They could not be read now.')
})

test.each(hostileTexts)('what a source and its sender wrote is text on every page: %j', (text) => {
  const source = sourceOf({
    name: text.slice(0, 80),
    mapping: { subject: text, predicate: { const: text }, value: '/v' },
    rejections: [{ at, webhook_id: text, code: 'empty_value', pointer: text }],
  })
  const activity = { deliveries: [{ webhookId: text, receivedAt: at, facts: 0, rejected: [] }], syncs: [] }
  const asked = { source, token: 't', formId: 'f' }
  const form = { overlap: '0', public_key: text }
  const pages = [
    pageOf(source, activity),
    renderedContent(revokeContent({ ...asked, typed: text, error: undefined })),
    renderedContent(rotateContent({ ...asked, form, refusal: null })),
    renderedContent(secretContent({ source, isNew: true, payload: text })),
    newPage(Object.fromEntries(fields.map((name) => [name, text]))),
  ]
  for (const page of pages) expect(page).not.toMatch(/<(script|img)/)
})
