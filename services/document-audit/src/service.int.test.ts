import { hash, randomUUID } from 'node:crypto'
import {
  auditInvoice,
  chargeAudit,
  type InvoiceAudit,
  listDeadLetters,
  overloaded,
  signAuditStatement,
  PassedText,
  type PromiseReplay,
  readAuditCapabilities,
  Refusal,
  replayPromise,
} from '@outturn/contracts'
import { type CommandContext, on } from '@outturn/messaging'
import { openService } from '@outturn/testkit/service'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { environments } from '@outturn/vocabulary'
import { afterEach, expect, test, vi } from 'vitest'
import { documentAuditService } from './service.ts'
import { ciiXml } from './testing/e-invoices.ts'
import { invoicePdf } from './testing/sample-pdfs.ts'

const { running, connect, poolOf } = await openService(documentAuditService)
const operators = { production: await connect('operator'), demo: await connect('operator', 'demo') }
const gateway = await connect('gateway')

/** The audits that billing was asked to charge, and its answer. */
const charged: string[] = []
let refusal: Refusal | null = null
const billing = await connect('billing')
await billing.serve([
  on(chargeAudit, async ({ auditId }) => {
    if (refusal !== null) throw refusal
    charged.push(auditId)
    return { coveredBy: 'credits' as const, amountMicros: '50000' }
  }),
])
const signing = await connect('signing')
await signing.serve([
  on(signAuditStatement, async ({ auditId, resultDigest, issuedAt, engineVersion, ...audit }) => ({
    statement: {
      schema: 'outturn/audit-statement@1',
      environment: 'production' as const,
      audit_id: auditId,
      result_digest: resultDigest,
      engine_version: engineVersion,
      issued_at: issuedAt,
      signing_key_id: 'k1_test',
      signature: 'test',
      ...audit,
    },
  })),
])
afterEach(() => {
  charged.length = 0
  refusal = null
})

function asOperator() {
  const principal = { kind: 'operator', name: 'test' } as const
  return { principal, requestId: 'req_test', deadline: Date.now() + 50_000 }
}

const accountId = 'acc_000000000000000000000001'

function asAccount(commandId: string, bodyDigest = 'a'.repeat(64)) {
  const via = { kind: 'key', keyId: 'key_000000000000000000000001', scope: 'full' } as const
  const principal = { kind: 'account', accountId, accountName: 'Acme', accountKind: 'org', via } as const
  return { principal, requestId: 'req_test', deadline: Date.now() + 20_000, commandId, bodyDigest }
}

const request = {
  invoice_csv: 'ticket,amount\nT-1,5.00\nT-2,5.00\n',
  record_csv: 'id\nT-1\n',
  column_mapping: { invoice: { key: 'ticket', amount: 'amount' }, record: { key: 'id' } },
  currency: 'EUR',
}

const passed = (value: unknown) => new PassedText(new TextEncoder().encode(JSON.stringify(value)))

const audited = (options: ReturnType<typeof asAccount>, body: object = request) =>
  gateway.request(auditInvoice, { audit: passed(body) }, options)

const pdfColumns = { invoice: { key: 'Shipment', amount: 'Sum' }, record: { key: 'id' } }

const auditedPdf = (pdf: Uint8Array, options = asAccount(randomUUID())) => {
  const order = { record_csv: 'id\nS-1\n', column_mapping: pdfColumns, currency: 'EUR' }
  const input = { audit: passed(order), pdf: passed(Buffer.from(pdf).toString('base64')) }
  return gateway.request(auditInvoice, input, options)
}

test.each(environments)('in %s it lists the products that work', async (environment) => {
  const answer = await operators[environment].request(readAuditCapabilities, {}, asOperator())
  expect(answer).toEqual({ products: ['invoice_audit', 'promise_replay'] })
})

test.each(environments)(
  'in %s it runs on its own tables with the roles of a deployment',
  async (environment) => {
    const letters = await operators[environment].request(listDeadLetters('document-audit'), {}, asOperator())
    expect(letters).toEqual([])
  },
)

test('it is ready under the permissions of a deployment', async () => {
  const response = await fetch(`http://127.0.0.1:${running.internalPort}/readyz`)
  expect(await response.json()).toEqual({ status: 'ready', failing: [] })
})

test('an audit is charged once under its id, and its repetition is computed again to the same bytes', async () => {
  const options = asAccount(randomUUID())
  const first = await gateway.requestBytes(auditInvoice, { audit: passed(request) }, options)
  const again = await gateway.requestBytes(auditInvoice, { audit: passed(request) }, options)
  expect(Buffer.from(again.bytes).toString()).toBe(Buffer.from(first.bytes).toString())
  expect([first.isReplayed, again.isReplayed]).toEqual([false, true])
  const { audit_id, totals, schema } = JSON.parse(Buffer.from(first.bytes).toString()) as InvoiceAudit
  expect([schema, totals.supported_cents, totals.unsupported_cents]).toEqual([
    'outturn/invoice-audit@1',
    500,
    500,
  ])
  expect(charged).toEqual([audit_id])
})

test('equal requests differ in their id alone, and another request under a used key is a conflict', async () => {
  const key = randomUUID()
  const { audit_id: _, ...first } = await audited(asAccount(key))
  const { audit_id: __, ...other } = await audited(asAccount(randomUUID()))
  expect(other).toEqual(first)
  const reused = await refusalOfPending(
    audited(asAccount(key, 'b'.repeat(64)), { ...request, currency: 'USD' }),
  )
  expect(reused).toMatchObject({ code: 'conflict', options: { reason: 'idempotency_key_reused' } })
})

test('what is refused costs nothing, and what is not paid is not answered', async () => {
  const ragged = { ...request, record_csv: 'id\nT-1,2\n' }
  expect(await refusalOfPending(audited(asAccount(randomUUID()), ragged))).toMatchObject({
    code: 'validation_failed',
    status: 422,
    options: { field: 'record_csv' },
  })
  expect(charged).toEqual([])
  refusal = new Refusal('credits_required', 'There are too few credits.')
  expect(await refusalOfPending(audited(asAccount(randomUUID())))).toMatchObject({ code: 'credits_required' })
})

test('an invoice in a PDF is audited line by line, with the page and row of each', async () => {
  const pdf = await invoicePdf({
    rows: [
      ['S-1', '1', '5.00', '5.00'],
      ['S-2', '1', '7.00', '7.00'],
    ],
  })
  const { lines, inputs, limitations, totals } = await auditedPdf(pdf)
  expect(lines.map(({ key, supported_cents, source }) => [key, supported_cents, source])).toEqual([
    ['S-1', 500, { page: 1, line: 2 }],
    ['S-2', 0, { page: 1, line: 3 }],
  ])
  expect(totals.billed_cents).toBe(1_200)
  expect(inputs.invoice_digest).toBe(`sha256:${hash('sha256', pdf)}`)
  expect(limitations).toHaveLength(2)
  const xml = ciiXml({ lines: [{ seller: 'S-1', amount: '4.00' }] })
  const hybrid = await auditedPdf(await invoicePdf({ rows: [], attached: { 'factur-x.xml': xml } }))
  expect([hybrid.invoice_source, hybrid.totals.supported_cents]).toEqual(['e_invoice', 400])
  expect(await refusalOfPending(auditedPdf(new TextEncoder().encode('no PDF')))).toMatchObject({
    status: 422,
    options: { field: 'invoice_pdf_base64' },
  })
})

test('a PDF of 3,000,000 bytes is read, and one of a byte more is refused unread', async () => {
  const { message } = await refusalOfPending(auditedPdf(new Uint8Array(3_000_000)))
  expect(message).toBe('The file is no PDF, or is damaged.')
  expect(await refusalOfPending(auditedPdf(new Uint8Array(3_000_001)))).toMatchObject({
    status: 422,
    message: 'The PDF has 3000001 bytes; at most 3000000 are read.',
    options: { field: 'invoice_pdf_base64' },
  })
})

test('a key has 200 PDFs read on a day, whether they can be read or not', async () => {
  const pool = poolOf('document-audit')
  const keyId = 'key_000000000000000000000001'
  await pool.query('update pdf_read set reads = 199 where caller = $1', [keyId])
  expect(await refusalOfPending(auditedPdf(new Uint8Array(8)))).toMatchObject({ status: 422 })
  const last = await refusalOfPending(auditedPdf(new Uint8Array(8)))
  expect(last).toMatchObject({ code: 'rate_limited', options: { field: 'invoice_pdf_base64' } })
  expect(last.options.retryAfterSeconds).toBeGreaterThan(0)
  const { rows } = await pool.query('select reads from pdf_read where caller = $1', [keyId])
  expect(rows).toEqual([{ reads: 200 }])
  // It is a limit on PDFs alone.
  expect((await audited(asAccount(randomUUID()))).totals.invoice_lines).toBe(2)
})

test('nothing of the files is in a table afterwards', async () => {
  const marker = 'marker7f3a'
  const body = { ...request, invoice_csv: `ticket,amount\n${marker},5.00\n`, record_csv: `id\n${marker}\n` }
  expect((await audited(asAccount(randomUUID()), body)).totals.supported_cents).toBe(500)
  const pool = poolOf('document-audit')
  const { rows: tables } = await pool.query<{ name: string }>(
    'select table_name as name from information_schema.tables where table_schema = current_schema()',
  )
  expect(tables.map(({ name }) => name)).toContain('command_log')
  const found = await Promise.all(
    tables.map(({ name }) =>
      pool.query(`select 1 from "${name}" as t where t::text like $1`, [`%${marker}%`]),
    ),
  )
  expect(found.flatMap(({ rows }) => rows)).toEqual([])
})

test('a signed audit carries a statement of its digests and sums, the same when it is repeated', async () => {
  const options = asAccount(randomUUID())
  const body = { ...request, sign: true }
  const { statement, ...result } = await audited(options, body)
  expect(statement).toMatchObject({
    audit_id: result.audit_id,
    kind: 'invoice_audit',
    result_digest: result.result_digest,
    totals: result.totals,
    currency: 'EUR',
    inputs: { invoice_digest: result.inputs.invoice_digest, record_digest: result.inputs.record_digest },
  })
  expect(JSON.stringify(statement)).not.toContain('T-1')
  expect((await audited(options, body)).statement).toEqual(statement)
  const { audit_id: _, ...unsigned } = await audited(asAccount(randomUUID()))
  expect({ ...unsigned, audit_id: result.audit_id }).toEqual(result)
})

test('a promise is replayed, charged once, and the same bytes again; nothing of the history is in a table', async () => {
  const options = asAccount(randomUUID())
  const [unit, ...others] = replayPromise.http.example?.units ?? []
  const history = {
    ...replayPromise.http.example,
    units: [{ ...unit, customer_id: 'marker8e1b' }, ...others],
    sign: true,
  }
  const replayed = () => gateway.requestBytes(replayPromise, { replay: passed(history) }, options)
  const [first, again] = [await replayed(), await replayed()]
  expect(Buffer.from(again.bytes).equals(first.bytes)).toBe(true)
  const result = JSON.parse(Buffer.from(first.bytes).toString()) as PromiseReplay
  expect(result).toMatchObject({
    schema: 'outturn/promise-replay@1',
    statement: { kind: 'promise_replay', result_digest: result.result_digest },
    totals: { units: 2, windows: 2 },
  })
  expect(charged).toEqual([result.audit_id])
  const { rows } = await poolOf('document-audit').query(
    "select 1 from command_log as log where log::text like '%marker8e1b%'",
  )
  expect(rows).toEqual([])
})

/** Audits of invoices that began, as the metrics tell. */
async function computedAudits(): Promise<number> {
  const page = await (await fetch(`http://127.0.0.1:${running.internalPort}/metrics`)).text()
  const [, count] =
    /^outturn_audit_wait_seconds_count\{.*use_case="invoice_audit".*\} (\d+)$/m.exec(page) ?? []
  return Number(count)
}

/** A replica that a test is itself, which takes audits beside the real one. */
async function openReplica(take: (context: CommandContext) => Promise<never>) {
  const bus = await connect('document-audit')
  await bus.serve([on(auditInvoice, (_files, context) => take(context))])
  return bus
}

test('an audit is sent to another replica when one is full', async () => {
  const refused: string[] = []
  let ended: Promise<void> | undefined
  const full = await openReplica(async ({ commandId }) => {
    refused.push(commandId)
    // Once: which of the two is asked next is chance.
    if (refused.length === 1) ended = full.drain()
    throw overloaded('It is full.')
  })
  let asked = 0
  while (refused.length === 0 && asked < 32) {
    asked += 1
    expect((await audited(asAccount(randomUUID()))).totals.invoice_lines).toBe(2)
  }
  await (ended ?? full.drain())
  expect(refused.length).toBeGreaterThan(0)
  expect(charged).toHaveLength(asked)
})

test('an audit whose replica dies is computed by another one when its lease has ended, and charged once', async () => {
  const pool = poolOf('document-audit')
  const taken: string[] = []
  const dying = await openReplica(async ({ commandId }) => {
    await pool.query(
      "insert into audit_lease values ($1, 'dead', clock_timestamp() + interval '2 seconds')",
      [commandId],
    )
    taken.push(commandId)
    return new Promise<never>(() => undefined)
  })
  const audits: Promise<InvoiceAudit>[] = []
  const ids: string[] = []
  while (taken.length === 0 && ids.length < 32) {
    const id = randomUUID()
    ids.push(id)
    audits.push(audited(asAccount(id)))
    await vi.waitFor(() => expect(taken.includes(id) || charged.length === ids.length).toBe(true))
  }
  const [lost = ''] = taken
  expect(lost).toBe(ids.at(-1))
  // It takes nothing more, and never answers. The bus could still send it the next request: until it has unsubscribed, by the first answer,
  // and until the server knows that, by the second.
  void dying.drain()
  await dying.ping()
  await dying.ping()
  // While the lease holds no other process computes it.
  expect(await refusalOfPending(audited(asAccount(lost)))).toMatchObject({
    options: { reason: 'in_progress' },
  })
  expect((await Promise.all(audits)).at(-1)?.totals.supported_cents).toBe(500)
  expect(charged).toHaveLength(ids.length)
  expect(new Set(charged).size).toBe(ids.length)
  await vi.waitFor(async () => expect((await pool.query('select 1 from audit_lease')).rows).toEqual([]))
})

test('a result of megabytes is computed once, and its room is taken when it is there', async () => {
  const rooms: number[] = []
  const rows = Array.from({ length: 2_500 }, (_, n) => `T-${n},5.00`).join('\n')
  const body = { ...request, invoice_csv: `ticket,amount\n${rows}\n` }
  const roomFor = async (bytes: number) => void rooms.push(bytes)
  const before = await computedAudits()
  const options = { ...asAccount(randomUUID()), roomFor }
  const { bytes } = await gateway.requestBytes(auditInvoice, { audit: passed(body) }, options)
  expect(rooms).toEqual([bytes.length])
  expect((await computedAudits()) - before).toBe(1)
})

test('it shows how many audits wait and run, and how long they waited, by use case', async () => {
  const page = await (await fetch(`http://127.0.0.1:${running.internalPort}/metrics`)).text()
  const shown = (pattern: RegExp) => page.split('\n').filter((line) => pattern.test(line))
  expect(shown(/^outturn_audits\{/)).toHaveLength(4)
  expect(shown(/^outturn_audits\{.* 0$/)).toHaveLength(4)
  expect(shown(/^outturn_audit_wait_seconds_count\{.*use_case="invoice_audit".* [1-9]/)).toHaveLength(1)
})
