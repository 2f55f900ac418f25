import { randomUUID } from 'node:crypto'
import {
  auditInvoice,
  chargeAudit,
  type InvoiceAudit,
  listDeadLetters,
  PassedText,
  readAuditCapabilities,
  Refusal,
} from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { openService } from '@outturn/testkit/service'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { environments } from '@outturn/vocabulary'
import { afterEach, expect, test } from 'vitest'
import { documentAuditService } from './service.ts'

const { running, connect } = await openService(documentAuditService)
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

const audited = (options: ReturnType<typeof asAccount>, body: object = request) =>
  gateway.request(
    auditInvoice,
    { audit: new PassedText(new TextEncoder().encode(JSON.stringify(body))) },
    options,
  )

test.each(environments)('in %s it lists the products that work', async (environment) => {
  const answer = await operators[environment].request(readAuditCapabilities, {}, asOperator())
  expect(answer).toEqual({ products: ['invoice_audit'] })
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
  const first = await gateway.requestBytes(
    auditInvoice,
    { audit: new PassedText(new TextEncoder().encode(JSON.stringify(request))) },
    options,
  )
  const again = await gateway.requestBytes(
    auditInvoice,
    { audit: new PassedText(new TextEncoder().encode(JSON.stringify(request))) },
    options,
  )
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
