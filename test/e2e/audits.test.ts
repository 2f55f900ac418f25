import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import {
  createKey,
  createSignInLink,
  exportAccount,
  exportingBySpools,
  type ExportingService,
  exportingServices,
  type ExportPlace,
  type InvoiceAudit,
  type PromiseReplay,
  type ReceiptStatusV1,
  type SandboxSessionState,
} from '@outturn/contracts'
import { expect, inject, test } from 'vitest'
import { runAdmin } from '../system/admin.ts'
import { foundInTables as foundIn } from '../system/found-in-tables.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { acted } from './agreement.ts'
import { delivery, openSession, readSystem, sandboxVerifies, sendTo, verified } from './api.ts'
import { compileOwnPolicy, judgeOwnPages, keepByHand } from './own-texts.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const run = promisify(execFile)

const markers: string[] = []
/** A text that is nowhere else. */
function planted(where: string): string {
  const marker = `${where}${randomBytes(9).toString('hex')}`
  markers.push(marker)
  return marker
}

/** A PDF of one page with this content and these objects; its cross references are left to be repaired. */
function pdf(content: Uint8Array | string, { entries = '', catalog = '', objects = '' } = {}): string {
  const bytes = Buffer.from(content)
  const head =
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n` +
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n' +
    `5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n${objects}` +
    `4 0 obj<</Length ${bytes.length}${entries}>>stream\n`
  const tail = '\nendstream endobj\ntrailer<</Root 1 0 R/Size 9>>\nstartxref\n0\n%%EOF\n'
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]).toString('base64')
}

/** Texts of a page, each at its place. */
function shown(rows: readonly (readonly string[])[]): string {
  const texts = rows.flatMap((cells, row) =>
    cells.map((cell, column) => `1 0 0 1 ${50 + column * 300} ${700 - row * 20} Tm (${cell}) Tj`),
  )
  return `BT /F1 9 Tf\n${texts.join('\n')}\nET`
}

/** A PDF with an XML file in it, as a hybrid invoice has one. */
function hybridPdf(content: string, xml: string): string {
  const file = '(factur-x.xml)'
  return pdf(content, {
    catalog: `/Names<</EmbeddedFiles<</Names[${file} 6 0 R]>>>>`,
    objects:
      `6 0 obj<</Type/Filespec/F${file}/UF${file}/EF<</F 7 0 R>>>>endobj\n` +
      `7 0 obj<</Type/EmbeddedFile/Length ${xml.length}>>stream\n${xml}\nendstream endobj\n`,
  })
}

const columns = { invoice: { key: 'Shipment', amount: 'Sum' }, record: { key: 'id' } }

function invoiceOf(changes: object): object {
  return { record_csv: 'id\nS-1\n', column_mapping: columns, currency: 'EUR', ...changes }
}

function csvInvoice(where: string, changes: object = {}): object {
  const [header, key] = [planted(`${where}Header`), planted(`${where}Key`)]
  const record = `id,${planted(`${where}Column`)}\n${key},${planted(`${where}Cell`)}\n`
  return invoiceOf({
    invoice_csv: `${header},Sum\n${key},5.00\n`,
    record_csv: record,
    column_mapping: { ...columns, invoice: { key: header, amount: 'Sum' } },
    ...changes,
  })
}

function history(where: string, changes: object = {}) {
  const unit = {
    unit_id: planted(`${where}Unit`),
    customer_id: planted(`${where}Customer`),
    delivered_at: '2026-01-10T12:00:00Z',
    verdict: 'accepted',
    value_cents: 200,
  }
  const promise = {
    promise_version: planted(`${where}Version`),
    window: 'calendar_month',
    threshold_bp: 9_500,
    finality_days: 7,
    uncertain_treatment: 'exclude',
    fee_basis: 'delivered_value',
    remedy_tiers: [{ min_rate_bp: 0, remedy_bp: 1_000 }],
    min_units: 1,
  }
  return { promise, units: [unit], as_of: '2026-02-28T00:00:00Z', ...changes }
}

const databaseUrl = () => readFileSync(system.database_url_file, 'utf8').trim()
/** Tables that hold one of the texts, with the text. */
const foundInTables = (texts: readonly string[]) => foundIn(databaseUrl(), texts)

/** Files of the whole system that hold one of the texts: logs, data and write-ahead log of Postgres, streams of NATS, temporary files. */
async function foundInFiles(texts: readonly string[]): Promise<string[]> {
  const home = dirname(dirname(system.database_url_file))
  const patterns = texts.flatMap((text) => ['-e', text])
  const searched = await run('grep', ['-rlaF', ...patterns, home], { encoding: 'utf8' }).catch(
    (error: { code: number; stdout: string }) => error,
  )
  return searched.stdout.split('\n').filter((path) => path !== '')
}

test('nothing of what is audited is in a table, a file of a server, a log or a temporary file', async () => {
  const operator = await connectOperator(system)
  const { apiKey: key } = await operator.openAccount({ included: 20 })
  await operator.close()
  const audit = (body: unknown) => send<InvoiceAudit>('/api/v1/invoice-audit', { key, body })
  const replay = (body: unknown) => send<PromiseReplay>('/api/v1/promise-replay', { key, body })
  const table = (where: string) =>
    shown([
      ['Shipment', 'Sum'],
      ['S-1', '5.00'],
      [planted(where), ''],
    ])
  const expanding = deflateSync(`${table('Expanding')}\n${'BT (x) Tj ET\n'.repeat(2_000_000)}`)

  const { units, ...order } = history('Twice')
  const twice = { ...order, units: [...units, ...units] }

  const answers = await Promise.all([
    audit(csvInvoice('Good')),
    audit(csvInvoice('Signed', { sign: true })),
    audit(csvInvoice('Ragged', { record_csv: `id\nS-1,${planted('RaggedCell')}\n` })),
    audit(csvInvoice('Unmapped', { column_mapping: { ...columns, record: { key: planted('NoColumn') } } })),
    audit(csvInvoice('Unknown', { [planted('Member')]: 1 })),
    audit(JSON.stringify(csvInvoice('Broken')).slice(0, -1)),
    audit(invoiceOf({ invoice_pdf_base64: pdf(table('PdfText')) })),
    audit(invoiceOf({ invoice_pdf_base64: pdf(shown([[planted('PdfWithoutTable')]])) })),
    audit(invoiceOf({ invoice_pdf_base64: hybridPdf(table('HybridText'), `<a>${planted('Xml')}</b>`) })),
    audit(invoiceOf({ invoice_pdf_base64: pdf(expanding, { entries: '/Filter/FlateDecode' }) })),
    replay(history('Replay')),
    replay(history('SignedReplay', { sign: true })),
    replay(history('Late', { as_of: planted('Time') })),
    replay(twice),
  ])
  expect(answers.map(({ status }) => status)).toEqual([
    200, 200, 422, 422, 400, 400, 200, 422, 422, 422, 200, 200, 400, 422,
  ])
  expect(markers.filter((marker) => answers[0]?.text.includes(marker))).toHaveLength(1)
  expect(answers[9]?.text).toContain('more memory than it may')

  // A text that is kept on purpose is found in both, so that a search that finds nothing says something.
  const kept = planted('Kept')
  markers.pop()
  await verified(send, key, delivery({ evidence: { rows: [{ name: kept, website: 'https://a.example' }] } }))
  expect(await foundInTables([kept])).not.toEqual([])
  expect(await foundInFiles([kept])).not.toEqual([])

  expect(await foundInTables(markers)).toEqual([])
  expect(await foundInFiles(markers)).toEqual([])
})

type ExportedRow = { service: string; table: string; row: Record<string, unknown> }

/** All that the services keep of an account. */
async function exportOf(operator: Operator, accountId: string): Promise<ExportedRow[]> {
  const found: ExportedRow[] = []
  const read = async (service: ExportingService, owner: { accountId: string; spoolIds?: string[] }) => {
    for (let after: ExportPlace | null | undefined; after !== null; ) {
      const page: { rows: Omit<ExportedRow, 'service'>[]; next: ExportPlace | null } = await operator.send(
        exportAccount(service),
        { ...owner, after: after ?? null },
      )
      found.push(...page.rows.map((each) => ({ service, ...each })))
      after = page.next
    }
  }
  for (const service of exportingServices) await read(service, { accountId })
  const spoolIds = found.flatMap(({ table, row }) => (table === 'spool' ? [String(row['id'])] : []))
  for (const service of exportingBySpools) await read(service, { accountId, spoolIds })
  return found
}

test('a content that was withdrawn is in no table, and its bundle is whole, replays as far as it can and verifies', async () => {
  const operator = await connectOperator(system)
  const { accountId, apiKey: key } = await operator.openAccount({ included: 20 })
  const kept = `Withdrawn${randomBytes(9).toString('hex')}`
  const [website, condition] = [`no address, but ${kept}`, { description: 'Each website is a URL.' }]
  const conditions = [
    { ...condition, deterministic_check: { checker: 'url_format', field: 'website' } as const },
  ]
  const { spool_id: id, receipt } = await verified(
    send,
    key,
    delivery({ conditions, evidence: { rows: [{ website }, { website: 'https://b.example' }] } }),
  )
  expect(await foundInTables([kept])).not.toEqual([])
  const [evidence] = receipt?.evidence ?? []
  const path = `/api/v1/spools/${id}/evidence/${evidence?.evidence_id}/content`
  expect((await send(path, { key })).text).toContain(kept)
  const exported = await exportOf(operator, accountId)
  expect(new Set(exported.map(({ service }) => service))).toEqual(
    new Set(['gateway', 'spool', 'billing', 'signing', 'verification']),
  )
  expect(exported.map(({ table }) => table)).toEqual(
    expect.arrayContaining([
      'account',
      'request_log',
      'spool_history',
      'run',
      'receipt_of_account',
      'usage_run',
    ]),
  )
  expect(
    exported.filter(({ row }) => JSON.stringify(row).includes(kept)).map(({ table }) => table),
  ).toContain('evidence_content')
  expect(JSON.stringify(exported)).not.toMatch(/token_hash|"salt"|"nonce":/)
  const early = await send<{ reason: string; until: null }>(path, { key, method: 'DELETE' })
  expect([early.status, early.json.reason, early.json.until]).toEqual([409, 'evidence_in_use', null])
  expect((await send(`/api/v1/spools/${id}/abandon`, { key, method: 'POST' })).status).toBe(200)
  const answer = await send<{ content: string }>(path, { key, method: 'DELETE' })
  expect([answer.status, answer.json.content]).toEqual([200, 'withdrawn'])
  expect((await send(path, { key, method: 'DELETE' })).text).toBe(answer.text)
  expect((await send<{ reason: string }>(path, { key })).json.reason).toBe('content_withdrawn')

  await expect.poll(() => foundInTables([kept]), { timeout: 20_000, interval: 500 }).toEqual([])
  expect(JSON.stringify(await exportOf(operator, accountId))).not.toContain(kept)
  await operator.close()
  const status = await send<ReceiptStatusV1>(`/api/v1/receipts/${receipt?.id}/status`, { key })
  expect(status.json).toMatchObject({ status: 'active', advisories: [{ code: 'evidence_withdrawn' }] })
  const bundle = await send<{ keys: object }>(`/api/v1/receipts/${receipt?.id}/bundle`, { key })
  expect(bundle.text).not.toContain(kept)
  expect(bundle.json).toMatchObject({
    withheld: [{ evidence_id: evidence?.evidence_id, reason: 'withdrawn' }],
  })
  const folder = await mkdtemp(join(tmpdir(), 'withdrawn-'))
  const file = join(folder, 'bundle.json')
  await writeFile(file, bundle.text)
  const cli = (...words: string[]) => run(process.execPath, ['libs/cli/src/main.ts', ...words])
  expect((await cli('replay', file)).stdout).toMatch(/not repeatable[\s\S]*replayed 0 of 1 condition/)
  const keys = join(folder, 'keys.json')
  await writeFile(keys, JSON.stringify(bundle.json.keys))
  expect((await cli('verify', file, '--keys', keys)).stdout).toMatch(/VALID/)
  await rm(folder, { recursive: true })
})

test('an erased account is in no table, its keys are refused, and its receipt still verifies offline', async () => {
  const operator = await connectOperator(system)
  const { accountId, apiKey: key } = await operator.openAccount({ included: 20 })
  const texts: string[] = []
  const own = (where: string) => {
    texts.push(`${where}${randomBytes(9).toString('hex')}`)
    return texts.at(-1) ?? ''
  }
  const post = (path: string, body: object) => send<{ id: string }>(`/api/v1/${path}`, { key, body })
  const { spool_id: id, receipt } = await verified(
    send,
    key,
    delivery({
      evidence: { rows: [{ name: own('Row'), website: `https://${own('site')}.example` }] },
    }),
  )
  const receiptId = receipt?.id ?? ''
  const use = { consumer: own('Consumer'), purpose: 'audit', reference: own('Reference') }
  expect((await post(`receipts/${receiptId}/consumptions`, use)).status).toBe(201)
  const mapping = { subject: { const: own('Subject') }, predicate: '/p', value: '/v', spool: '/s' }
  const source = { name: own('Source'), kind: 'webhook', signing: { scheme: 'hmac_sha256' }, mapping }
  expect((await post('sources', source)).status).toBe(201)
  const reviewer = { name: own('Reviewer'), email: `${own('mail').toLowerCase()}@example.com` }
  const review = await post(`receipts/${receiptId}/reviews`, { reviewer, question: own('Question') })
  expect(review.status).toBe(201)
  const headers = { 'user-agent': own('Agent') }
  expect((await send('/api/v1/spools', { key, body: {}, headers })).status).toBe(400)
  await compileOwnPolicy(send, key, own)
  const looked = await judgeOwnPages(send, key, inject('site'), own)
  await using _byHand = await keepByHand(databaseUrl(), accountId, own)
  await operator.send(createKey, { accountId, scope: 'verify', label: own('Label') })
  const email = `${own('person').toLowerCase()}@example.com`
  await operator.send(createSignInLink, { accountId, email })
  for (const each of [id, looked]) await acted(send, key, `${each}/abandon`)
  const bundle = await send<{ keys: object }>(`/api/v1/receipts/${receiptId}/bundle`, { key })
  // Requests are recorded some at a time.
  const found = async () => new Set((await foundInTables(texts)).map((each) => each.split(': ')[1] ?? ''))
  await expect.poll(found, { timeout: 20_000, interval: 500 }).toEqual(new Set(texts))
  expect((await foundInTables(texts)).map((each) => each.split(':')[0])).toEqual(
    expect.arrayContaining([
      ...['gateway.audit_entry', 'settlement.card_hold', 'spool.evidence_content'],
      ...['verification.observation', 'verification.policy', 'verification.recipe'],
    ]),
  )

  const admin = (name: string, ...words: string[]) =>
    runAdmin(system, name, 'account', 'erase', '--account', accountId, ...words)
  const refused = await admin('alice', '--reason', 'the person asked for it')
  expect([refused.code, refused.errors]).toEqual([
    1,
    expect.stringContaining('A review of the Spool is open.'),
  ])
  expect((await send(`/api/v1/reviews/${review.json.id}/withdraw`, { key, method: 'POST' })).status).toBe(200)
  const planned = await admin('alice', '--dry-run')
  expect(planned.json).toMatchObject({
    may_begin: true,
    changes: expect.arrayContaining([
      { service: 'spool', table: 'evidence_content', rows: 4 },
      { service: 'verification', table: 'source', rows: 1 },
      { service: 'signing', table: 'consumption', rows: 1 },
    ]),
  })
  expect((await admin('alice', '--reason', 'the person asked for it')).json).toMatchObject({
    state: 'requested',
  })
  expect((await admin('bob', '--approve')).json).toMatchObject({ state: 'erased', approved_by: 'bob' })
  expect((await admin('bob', '--approve')).json).toMatchObject({ state: 'erased' })

  await expect.poll(() => foundInTables(texts), { timeout: 20_000, interval: 500 }).toEqual([])
  expect((await send(`/api/v1/spools/${id}`, { key })).status).toBe(401)
  const exported = await exportOf(operator, accountId)
  await operator.close()
  expect(
    exported.filter(({ row }) => JSON.stringify(row).includes('[erased]')).map(({ table }) => table),
  ).toEqual(expect.arrayContaining(['account', 'api_key', 'consumption', 'review', 'source']))
  const folder = await mkdtemp(join(tmpdir(), 'erased-'))
  await writeFile(join(folder, 'bundle.json'), bundle.text)
  await writeFile(join(folder, 'keys.json'), JSON.stringify(bundle.json.keys))
  const words = [
    'libs/cli/src/main.ts',
    'verify',
    join(folder, 'bundle.json'),
    '--keys',
    join(folder, 'keys.json'),
  ]
  expect((await run(process.execPath, words)).stdout).toMatch(/VALID/)
  await rm(folder, { recursive: true })
})

test('a sandbox session audits and replays as often as it verifies, signed by the demo keys, and a refused or repeated one is not counted', async () => {
  const { token } = await openSession(send)
  const left = async () =>
    (await send<SandboxSessionState>('/api/sandbox/session', { key: token })).json.remaining.verifies
  const ask = <Result>(path: string, body: object, name?: string) => {
    const headers = name === undefined ? {} : { 'idempotency-key': name }
    return send<Result>(`/api/v1/${path}`, { key: token, body, headers })
  }
  const audit = csvInvoice('Sandbox', { sign: true })
  const first = await ask<InvoiceAudit>('invoice-audit', audit, 'audit')
  expect([first.status, first.json.statement?.environment]).toEqual([200, 'demo'])
  expect((await ask('invoice-audit', audit, 'audit')).text).toBe(first.text)
  expect((await ask('invoice-audit', { ...audit, record_csv: 'id\na,b\n' })).status).toBe(422)
  expect(await left()).toBe(sandboxVerifies - 1)
  for (let used = 1; used < sandboxVerifies; used += 1) {
    expect((await ask<PromiseReplay>('promise-replay', history('Demo'))).json.totals.windows).toBe(1)
  }
  expect(await left()).toBe(0)
  const over = { status: 200, json: { code: 'limit_reached' } }
  expect(await ask('promise-replay', history('Over'))).toMatchObject(over)
  expect(await ask('invoice-audit', audit)).toMatchObject(over)
})
