import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { createClient, type CreateSpoolRequest, type OneCallRequest, OutturnError } from '@outturn/sdk'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runCommand } from '../system/command.ts'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { agreement } from './agreement.ts'
import { delivery, readSystem } from './api.ts'

const { base_url: baseUrl, operator: credentials } = readSystem(inject('system'))
let operator: Operator
let buyerAccount: Account
let sellerAccount: Account

beforeAll(async () => {
  operator = await connectOperator({ operator: credentials })
  buyerAccount = await operator.openAccount({ included: 10 })
  sellerAccount = await operator.openAccount({ included: 10 })
})
afterAll(() => operator.close())

test('two accounts agree, deliver, amend what was wrong and verify, each by its own client', async () => {
  const buyer = createClient({ baseUrl, apiKey: buyerAccount.apiKey })
  const seller = createClient({ baseUrl, apiKey: sellerAccount.apiKey })
  const [first, second] = agreement().parties
  const parties = [first, { ...second, account_id: sellerAccount.accountId }]
  const spool = await buyer.spools.create({ ...agreement(), parties } as CreateSpoolRequest)
  expect(spool.handoff?.reason).toContain('finds it in its list')

  const { data: offered } = await seller.spools.list()
  expect(offered.map(({ id }) => id)).toEqual([spool.id])
  const [seenByOther] = offered
  if (seenByOther === undefined) throw new Error('the offer is not in the list')
  const amended = await buyer.spools.amend(spool.id, {
    unitization: { total_units: 1, unit_amount_cents: 500 },
  })
  await expect(seller.spools.accept(seenByOther)).rejects.toMatchObject({
    code: 'invalid_state',
    reason: 'terms_changed',
  })
  await buyer.spools.amend(spool.id, { unitization: { total_units: 2, unit_amount_cents: 250 } })
  await expect(seller.spools.accept(amended)).rejects.toMatchObject({ reason: 'terms_changed' })
  await seller.spools.accept(await seller.spools.get(spool.id))
  const deliver = (website: string) =>
    seller.spools.submitEvidence(spool.id, {
      condition_id: spool.conditions[0]?.id ?? '',
      type: 'dataset',
      source: 'export of 2 March',
      metadata: {
        rows: [
          { name: 'Aurora Robotics', website: 'https://aurora.example' },
          { name: 'Cobalt Freight', website },
        ],
      },
    })
  await deliver('')
  const partial = await buyer.spools.verify(spool.id)
  expect([partial.status.verification, partial.earned_cents]).toEqual(['partial', 250])

  const { etag } = await buyer.spools.get(spool.id).withResponse()
  await deliver('https://cobalt.example')
  const stale = buyer.spools.abandon(spool.id, { ifMatch: etag })
  await expect(stale).rejects.toMatchObject({ code: 'store_conflict' })

  const verified = await seller.spools.verify(spool.id)
  expect([verified.status.outcome, verified.earned_cents]).toEqual(['completed', 500])
  expect((await buyer.spools.complete(spool.id)).latest_receipt_id).toBe(verified.receipt?.id)
  await expect(buyer.spools.cancel(spool.id)).rejects.toBeInstanceOf(OutturnError)
})

const companies = [
  { name: 'Aurora Robotics', website: 'https://aurora.example' },
  { name: 'Cobalt Freight', website: 'https://cobalt.example' },
]

test('two clients of the typed library come to a receipt, and act on what they have seen', async () => {
  const client = createClient({ baseUrl, apiKey: buyerAccount.apiKey })
  const spool = await client.spools.create(agreement() as CreateSpoolRequest)
  const { grant_token: grant } = await client.spools.invite(spool.id)
  const { api_key: apiKey } = await createClient({ baseUrl }).keys.exchange({ grant_token: grant })
  const seller = createClient({ baseUrl, apiKey })
  expect(await client.spools.shared(spool.share_id)).toMatchObject({ id: spool.id })

  const { etag = '' } = await seller.spools.get(spool.id).withResponse()
  expect(await seller.spools.get(spool.id, { ifNoneMatch: etag })).toBeNull()
  await seller.spools.accept(spool, {}, { ifMatch: etag })
  const late = client.spools.cancel(spool.id, { ifMatch: etag })
  await expect(late).rejects.toMatchObject({ code: 'store_conflict' })

  await seller.spools.submitEvidence(spool.id, {
    condition_id: spool.conditions[0]?.id ?? '',
    type: 'dataset',
    source: 'export',
    metadata: { rows: companies },
  })
  const verified = await client.spools.verify(spool.id)
  expect([verified.earned_cents, verified.receipt?.result]).toEqual([500, 'pass'])
})

test('a payer checks a receipt, records what it pays, and pays nothing on one that was corrected', async () => {
  const buyer = createClient({ baseUrl, apiKey: buyerAccount.apiKey })
  const rows = [{ name: 'Aurora Robotics', website: 'https://aurora.example' }, { name: 'Cobalt Freight' }]
  const { receipt: issued } = await buyer.verify(delivery({ evidence: { rows } }) as OneCallRequest)
  const receiptId = issued?.id ?? ''
  const trustSet = parseKeyDocument(await buyer.keys.read())
  const { receipt, status } = await buyer.receipts.get(receiptId)
  expect(verifyOutcomeReceipt(receipt, { trustSet, status })).toMatchObject({
    valid: true,
    policy_valid: true,
  })

  const use = {
    consumer: 'acme-payroll',
    purpose: 'settlement',
    reference: 'inv_42',
    amount: '2.00',
  } as const
  const recorded = await buyer.receipts.recordConsumption(receiptId, use)
  expect(recorded).toMatchObject({ receipt_id: receiptId, amount: '2.00', amount_remaining: '0.50' })
  expect(await buyer.receipts.recordConsumption(receiptId, use)).toEqual(recorded)
  const more = buyer.receipts.recordConsumption(receiptId, { ...use, reference: 'inv_43' })
  await expect(more).rejects.toMatchObject({ code: 'conflict' })

  const correction = { reason: 'evidence_error', advisory: 'Row 2 was looked at again.' } as const
  const corrected = await buyer.receipts.supersede(receiptId, correction)
  expect(corrected).toMatchObject({ superseded: receiptId, receipt: { supersedes: receiptId } })
  const now = await buyer.receipts.status(receiptId)
  expect(now).toMatchObject({ state: 'superseded', consumptions_recorded: 1 })
  expect(verifyOutcomeReceipt(receipt, { trustSet, status: now })).toMatchObject({ policy_valid: false })
  const { replacement_receipt_id: replacement } = now.advisories[0] ?? {}
  expect((await buyer.receipts.bundle(replacement ?? '')).receipt.id).toBe(corrected.receipt.id)
})

test('a text becomes conditions, a verification can be tried out, and recipes are listed', async () => {
  const client = createClient({ baseUrl, apiKey: buyerAccount.apiKey })
  const compiled = await client.policies.compile({ source: 'exactly 2 rows' })
  const [suggestion] = compiled.suggested_conditions
  expect(suggestion?.condition.deterministic_check).toMatchObject({ checker: 'row_count', expected: 2 })
  const confirmed = await client.policies.confirm({
    policy_id: compiled.policy_id,
    policy_digest: compiled.policy_digest,
    accept: [suggestion?.suggestion_id ?? ''],
  })
  expect(confirmed.conditions).toHaveLength(1)

  const preflight = await client.preflight({
    conditions: ['exactly 2 rows'],
    max_amount_cents: 100,
    evidence: { rows: companies },
  })
  expect([preflight.dry_run, preflight.result, preflight.earned_cents]).toEqual([true, 'pass', 100])

  const { data } = await client.recipes.list({ limit: 1 })
  expect(await client.recipes.get(data[0]?.id ?? '')).toEqual(data[0])
})

test('the samples of the package page run one after another, and print what the page shows', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../libs/sdk/PACKAGE.md'), 'utf8')
  const samples = [...page.matchAll(/^```ts\n([\s\S]*?)^```\n/gm)].map(([, sample = '']) => sample).join('\n')
  const shown = [...samples.matchAll(/console\.log\(.*\),? \/\/ (.+)$/gm)].map(([, output]) => output)
  const { apiKey } = await operator.openAccount({ included: 10 })
  // Where the package is found as a program finds it.
  const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.samples-'))
  try {
    const program = join(folder, 'samples.mjs')
    writeFileSync(program, stripTypeScriptTypes(samples))
    const environment = { PATH: process.env['PATH'] ?? '', OUTTURN_URL: baseUrl, OUTTURN_KEY: apiKey }
    const { code, output, errors } = await runCommand(process.execPath, [program], environment)
    expect([code, errors]).toEqual([0, ''])
    expect(output.trimEnd().split('\n')).toEqual(shown)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('one sandbox session plays both parties of a demonstration, to its signed receipt', async () => {
  const { token } = await createClient({ baseUrl }).sandbox.openSession()
  const { sandbox, spools } = createClient({ baseUrl, apiKey: token })
  const text = {
    source: '2 leads at $2.50 each. Every row has a name and a website.',
    fields: ['name', 'website'],
  }
  const demo = await sandbox.compile(text)
  const accepted = await sandbox.spools.accept(demo.id, {}, { actAsParty: 'seller' })
  expect([accepted.status.agreement, accepted.acted_as?.role]).toEqual(['accepted', 'seller'])
  const waiting = spools.waitFor(demo.id, { until: 'delivered', timeoutMs: 20_000 })
  const file = new Blob([`name,website\nAurora,https://aurora.example\nCobalt,https://cobalt.example\n`], {
    type: 'text/csv',
  })
  for (const { id } of demo.conditions) {
    await spools.submitEvidence(demo.id, { condition_id: id, file, source: 'export', on_behalf_of: 'seller' })
  }
  expect((await waiting).status.fulfillment).not.toBe('pending')
  const preview = await sandbox.spools.previewVerification(demo.id)
  const verified = await sandbox.spools.verify(demo.id)
  expect([preview.earned_cents, verified.earned_cents]).toEqual([500, 500])
  const types: string[] = []
  for await (const { type } of sandbox.spools.events(demo.id)) types.push(type)
  expect(types).toEqual(expect.arrayContaining(['spool.created', 'evidence.submitted']))
})
