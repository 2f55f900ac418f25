import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Environment } from '@outturn/vocabulary'
import {
  KeyDocument,
  errorCodeNames,
  listSpoolEvents,
  readKeyDocument,
  PassedText,
  readPublicReceipt,
  readReceiptFile,
  readReceiptStatus,
  readSpool,
  type ReceiptStatusV1,
  Refusal,
  verifyAttestation,
  type WorkFailure,
  verificationServices,
} from '@outturn/contracts'
import { on, rawReply } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDocsFolder } from '../testing/docs-folder.ts'
import { answerWorkChecks } from '../testing/fakes.ts'
import { ask } from '../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../testing/open-gateway.ts'
import { attestationBody } from '../testing/route-bodies.ts'

const golden = JSON.parse(
  readFileSync(new URL('../../../../test/vectors/receipt/golden.json', import.meta.url), 'utf8'),
) as {
  receipt: { id: string }
  keys: Record<'receipts' | 'attestations' | 'status', Record<Environment, object[]>>
}

const ofProduction = 'ocr_000000000000000000000001'
const revoked = 'ocr_000000000000000000000003'
const unknown = 'ocr_0000000000000000000000ff'
const spoolId = 'spl_000000000000000000000001'

const docs = createDocsFolder()
let gateway: OpenGateway
let token: string
let spoolText = '{"id":"spl_000000000000000000000001","version":1}'
const keyReplies = { production: 1, demo: 1 }

function statusOf(environment: Environment, receiptId: string): ReceiptStatusV1 {
  const known = environment === 'production' ? [ofProduction, revoked] : [golden.receipt.id]
  const base = { receipt_id: receiptId, advisories: [], checked_at: '2026-01-02T03:04:05.000Z' }
  if (!known.includes(receiptId)) return { ...base, status: 'unknown', state: 'unknown' }
  if (receiptId === revoked) return { ...base, status: 'revoked', state: 'revoked', consumptions_recorded: 0 }
  return { ...base, status: 'active', state: 'current', consumptions_recorded: 2 }
}

function keysOf(environment: Environment) {
  // Each part also claims keys of the other environment, which must count for nothing.
  const lists = { production: golden.keys.receipts.demo, demo: golden.keys.receipts.demo }
  return {
    schema: 'outturn/key-document@1',
    issuer: 'https://outturn.example',
    version: keyReplies[environment],
    updated_at: `2026-01-0${keyReplies[environment]}T00:00:00.000Z`,
    receipts: environment === 'demo' ? lists : { production: [], demo: lists.demo },
    attestations: { production: [], demo: [] },
    status: { production: [], demo: [] },
    prev_document_hash: null,
  } as unknown as KeyDocument
}

/** What services say of themselves, and how often they were asked. */
const failing = new Map<string, WorkFailure>()
let workChecks = 0

beforeAll(async () => {
  const settings = { RATE_QUOTA: '100000', OUTTURN_DOCS_FOLDER: docs.folder }
  gateway = await openGateway({ testDatabase, testNats }, settings)
  for (const environment of ['production', 'demo'] as const) {
    await gateway.answerAs('signing', environment, [
      on(readReceiptStatus, async ({ receiptId }) => statusOf(environment, receiptId)),
      on(readKeyDocument, async () => keysOf(environment)),
      on(readPublicReceipt, async ({ receiptId }) => {
        if (environment !== 'demo' || receiptId !== golden.receipt.id) throw new Refusal('not_found', 'x')
        return rawReply(JSON.stringify({ receipt: golden.receipt, status: statusOf(environment, receiptId) }))
      }),
      on(readReceiptFile, async ({ receiptId }) => {
        if (environment !== 'demo' || receiptId !== golden.receipt.id) throw new Refusal('not_found', 'x')
        return { receipt: new PassedText(Buffer.from(JSON.stringify(golden.receipt))) }
      }),
      on(verifyAttestation, async ({ attestation }) => {
        if (attestation.signingKeyId === 'none') throw new Refusal('trusted_key_unavailable', 'no key')
        const checked_at = '2026-01-02T03:04:05.000Z'
        return { valid: environment === 'production', environment, reasons: [], checked_at }
      }),
    ])
  }
  await answerWorkChecks(gateway, 'demo')
  await answerWorkChecks(gateway, 'production', (service) => {
    workChecks += 1
    return failing.get(service)
  })
  await gateway.answerAs('spool', 'production', [
    on(readSpool, async () => rawReply(spoolText)),
    on(listSpoolEvents, async ({ after }) =>
      rawReply(`{"data":[{"type":"spool.created","seq":${after + 1}}],"has_more":${after === 0}}`),
    ),
  ])
  token = (await gateway.issueKey()).apiKey
})
afterAll(async () => {
  await gateway?.close()
  rmSync(docs.parent, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  ask(gateway.baseUrl, 'GET', path, { token, headers })

describe('the status of a receipt', () => {
  test('is found in the environment it belongs to, without a key', async () => {
    const answers = await Promise.all(
      [ofProduction, golden.receipt.id].map((id) =>
        ask(gateway.baseUrl, 'GET', `/api/v1/receipts/${id}/status`),
      ),
    )
    expect(answers.map(({ body }) => [body['state'], body['consumptions_recorded']])).toEqual([
      ['current', 2],
      ['current', 2],
    ])
  })

  test('of a well-formed unknown id is 200 unknown on v1 and 404 on the old route', async () => {
    const v1 = await get(`/api/v1/receipts/${unknown}/status`)
    expect([v1.status, v1.body['state'], v1.body['status']]).toEqual([200, 'unknown', 'unknown'])
    const old = await get(`/api/receipts/${unknown}/status`)
    expect([old.status, old.body['code']]).toEqual([404, 'not_found'])
  })

  test('on the old route has no state and no count of uses', async () => {
    const { body } = await get(`/api/receipts/${revoked}/status`)
    expect(Object.keys(body).toSorted()).toEqual(['advisories', 'checked_at', 'receipt_id', 'status'])
    expect(body['status']).toBe('revoked')
  })

  test.each(['ocr_x', 'ocr_00000000000000000000000G', 'OCR_000000000000000000000001'])(
    'of %s, which no receipt can have, is 404 on both',
    async (id) => {
      for (const prefix of ['/api/v1/receipts', '/api/receipts']) {
        const refused = await get(`${prefix}/${id}/status`)
        expect([refused.status, refused.body['code']]).toEqual([404, 'not_found'])
      }
    },
  )
})

describe('a Spool', () => {
  test('is answered with a tag that its next version changes', async () => {
    const first = await get(`/api/v1/spools/${spoolId}`)
    expect([first.status, first.text]).toEqual([200, spoolText])
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"1\.[\w-]{27}"$/)
    const unchanged = await get(`/api/v1/spools/${spoolId}`, { 'if-none-match': `"other", ${tag}` })
    expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', tag])
    expect(unchanged.headers.get('ratelimit')).not.toBeNull()
    spoolText = '{"id":"spl_000000000000000000000001","version":2}'
    const changed = await get(`/api/v1/spools/${spoolId}`, { 'if-none-match': tag })
    expect([changed.status, changed.text]).toEqual([200, spoolText])
  })

  test('has a history', async () => {
    const path = `/api/v1/spools/${spoolId}/events`
    const events = await get(path)
    expect(events.text).toBe('[{"type":"spool.created","seq":1}]')
    expect(events.headers.get('link')).toBe(`<${path}?after=1>; rel="next"`)
    const rest = await get(`${path}?after=1`)
    expect([rest.text, rest.headers.get('link')]).toEqual(['[{"type":"spool.created","seq":2}]', null])
    expect((await get(`${path}?after=x`)).status).toBe(400)
    const { status, body } = await get(`${path}?after=1&after=2`)
    expect([status, body['field'], body['reason']]).toEqual([400, 'after', 'repeated_parameter'])
    expect(body['error']).toContain('The request has the query parameter after more than once.')
  })

  test.each(['spl_x', 'x', 'ocr_000000000000000000000001', 'spl_000000000000000000000001%2F..'])(
    'with the id %s is not there',
    async (id) => {
      const refused = await get(`/api/v1/spools/${id}`)
      expect([refused.status, refused.body['code']]).toEqual([404, 'spool_not_found'])
    },
  )
})

describe('an attestation', () => {
  const attestation = { ...attestationBody, spoolId }
  const check = (body: object) => ask(gateway.baseUrl, 'POST', '/api/v1/attestations/verify', { body })

  test.each(['production', 'demo'] as const)(
    'of %s is checked by that environment, without a key',
    async (environment) => {
      const { status, body } = await check({ ...attestation, environment })
      expect([status, body['environment'], body['valid']]).toEqual([
        200,
        environment,
        environment === 'production',
      ])
    },
  )

  test('whose trust key is missing is 200, not valid, and retryable', async () => {
    const { status, body } = await check({ ...attestation, signingKeyId: 'none' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      code: 'trusted_key_unavailable',
      status: 'unavailable',
      valid: false,
      retryable: true,
      environment: 'production',
      reasons: ['trusted_key_unavailable'],
    })
    expect(JSON.stringify(body)).not.toContain(attestation.spoolId)
  })

  test('of another shape is refused with the field', async () => {
    const { signature: _, ...unsigned } = attestation
    const refused = await check(unsigned)
    expect([refused.status, refused.body['field']]).toEqual([400, 'signature'])
    expect((await check({ ...attestation, extra: 1 })).body['field']).toBe('extra')
  })
})

describe('the keys', () => {
  test('of both environments are one document, each part speaking for its own only', async () => {
    const { headers, body } = await ask(gateway.baseUrl, 'GET', '/.well-known/outturn-keys.json')
    const document = KeyDocument.parse(body)
    expect(document.receipts.production).toEqual([])
    expect(document.receipts.demo).toEqual(golden.keys.receipts.demo)
    expect(document.version).toBe(2)
    expect(headers.get('cache-control')).toBe('public, max-age=300')
  })
})

describe('the page of a receipt', () => {
  test('shows what it states, carries it whole, and runs nothing inline', async () => {
    const { status, headers, text } = await ask(gateway.baseUrl, 'GET', `/r/${golden.receipt.id}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const carried = /<script type="application\/json" id="receipt-json">(.*?)<\/script>/.exec(text)?.[1] ?? ''
    expect(JSON.parse(carried)).toEqual(golden.receipt)
    expect(text).toContain('What this receipt does not prove')
    const [script = ''] = /\/assets\/verify-receipt-[0-9a-f]{16}\.js/.exec(text) ?? []
    const file = await ask(gateway.baseUrl, 'GET', script)
    expect([file.status, file.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  test('offers the receipt as a file', async () => {
    const { headers, body } = await ask(gateway.baseUrl, 'GET', `/r/${golden.receipt.id}/receipt.json`)
    expect(body).toEqual(golden.receipt)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${golden.receipt.id}.json"`)
  })

  test.each([unknown, 'nonsense', '<script>'])('of %s is a page that says there is none', async (id) => {
    const { status, headers, text } = await ask(gateway.baseUrl, 'GET', `/r/${encodeURIComponent(id)}`)
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).not.toContain('<script')
  })

  test.each(['none', 'page-0000000000000000.css', '..%2fpage.css'])(
    'the file %s is not there',
    async (name) => {
      expect((await ask(gateway.baseUrl, 'GET', `/assets/${name}`)).status).toBe(404)
    },
  )
})

test('the document of the interface is served, with the address that callers use', async () => {
  const { body } = await ask(gateway.baseUrl, 'GET', '/openapi.json')
  expect(body['openapi']).toBe('3.1.0')
  const { body: nowhere } = await ask(gateway.baseUrl, 'GET', '/api/v1/nothing')
  const { origin } = new URL(String(nowhere['docs']))
  expect(body['servers']).toEqual([{ url: origin }])
})

test('the list of error codes is Markdown for a program and a page for a browser', async () => {
  const forProgram = await ask(gateway.baseUrl, 'GET', '/docs/errors')
  expect(forProgram.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(errorCodeNames.filter((code) => !forProgram.text.includes(`\`${code}\``))).toEqual([])
  const forBrowser = await ask(gateway.baseUrl, 'GET', '/docs/errors', { headers: { accept: 'text/html' } })
  expect(forBrowser.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(forBrowser.text).toContain('Built errors')
})

describe('the documentation site', () => {
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'

  test.each([
    ['/docs', browser, 200, 'Built home'],
    ['/docs/', browser, 200, 'Built home'],
    ['/docs/guide/', browser, 200, 'Built guide'],
    ['/docs/guide/one-call', browser, 200, 'Built one call'],
    ['/docs/guide/one-call', '*/*', 200, '# One call'],
    ['/docs/guide/one-call.md', '*/*', 200, '# Built one call'],
    ['/docs/guide/quotes', browser, 200, '<h1 id="quotes">'],
    ['/docs/errors', browser, 200, 'Built errors'],
    ['/docs/errors', '*/*', 200, '# Errors'],
    ['/docs/reference/read-spool', '*/*', 200, 'Built operation'],
    ['/docs/llms.txt', '*/*', 200, '# Built list'],
    ['/docs/search?q=receipt', '*/*', 200, '"results"'],
    ['/docs/nothing', '*/*', 404, 'not_found'],
    ['/docs/guide/nothing', '*/*', 404, 'not_found'],
    ['/docs/%2e%2e/secret.html', '*/*', 404, 'not_found'],
    ['/docs/..%2fsecret.html', '*/*', 404, 'not_found'],
  ])('%s for %s answers %i with %s', async (path, accept, status, text) => {
    const answer = await ask(gateway.baseUrl, 'GET', path, { headers: { accept } })
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(text)])
  })
})

describe('readiness', () => {
  const read = async () => {
    const { status, body } = await ask(gateway.baseUrl, 'GET', '/api/ready')
    return [status, body['status'], body['checks']]
  }
  const allOk = {
    ...{ store: 'ok', rate_limit: 'ok', queue: 'ok' },
    ...{ spool: 'ok', verification: 'ok', billing: 'ok', signing: 'ok' },
  }

  test('names what was asked', async () => {
    expect(await read()).toEqual([200, 'ready', allOk])
  })

  test.each(verificationServices)(
    'is not given while the %s service cannot work, and says why',
    async (service) => {
      const failure = {
        part: 'store',
        reason: 'store_full',
        message: 'It is full.',
        remediation: 'Free space.',
      } as const
      failing.set(service, failure)
      // An answer is kept for a second.
      await expect.poll(read).toEqual([503, 'not_ready', { ...allOk, [service]: 'failing' }])
      const { body } = await ask(gateway.baseUrl, 'GET', '/api/ready')
      expect(body['problems']).toEqual([{ service, ...failure }])
      failing.clear()
      await expect.poll(read).toEqual([200, 'ready', allOk])
    },
  )

  test('asks the services once, however many ask it', async () => {
    await expect.poll(read).toEqual([200, 'ready', allOk])
    const before = workChecks
    await Promise.all(Array.from({ length: 50 }, read))
    // Each of the four, and once more where a second passed meanwhile.
    expect(workChecks - before).toBeLessThanOrEqual(8)
  })

  test('is not given by a bus that stands still, within the time of a probe', async () => {
    const relay = await relayTo(gateway.nats.url)
    const distant = await openGateway(gateway, { NATS_URL: relay.url })
    relay.standStill()
    const answered = await ask(distant.baseUrl, 'GET', '/api/ready')
    expect([answered.status, answered.body['checks']]).toEqual([
      503,
      {
        ...{ ...allOk, queue: 'failing' },
        ...{ spool: 'failing', verification: 'failing', billing: 'failing', signing: 'failing' },
      },
    ])
    relay.goOn()
    await distant.close()
    relay.close()
  })
})

/** Passes bytes on to a server until it is told to stand still: what comes back is then held, and no connection ends. */
async function relayTo(url: string) {
  const { hostname, port } = new URL(url)
  const pairs: [Socket, Socket][] = []
  const server = createServer((socket) => {
    const beyond = connect(Number(port), hostname)
    pairs.push([socket, beyond])
    for (const each of [socket, beyond]) each.on('error', () => {})
    socket.pipe(beyond).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    standStill: () => pairs.forEach(([socket, beyond]) => void beyond.unpipe(socket)),
    goOn: () => pairs.forEach(([socket, beyond]) => void beyond.pipe(socket)),
    close: () => server.close(),
  }
}
