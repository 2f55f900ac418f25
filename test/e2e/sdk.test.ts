import { createClient, OutturnError } from '@outturn/sdk'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { agreement } from './agreement.ts'
import { readSystem } from './api.ts'

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
  const parties = [first, { ...second, account_id: sellerAccount.accountId }] as ReturnType<
    typeof agreement
  >['parties']
  const spool = await buyer.spools.create({ ...agreement(), parties })
  expect(spool.handoff?.reason).toContain('finds it in its list')

  const { data: offered } = await seller.spools.list()
  expect(offered.map(({ id }) => id)).toEqual([spool.id])
  await seller.spools.accept(spool.id)
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

  const seen = await buyer.spools.read(spool.id)
  await deliver('https://cobalt.example')
  const stale = buyer.spools.abandon(spool.id, { ifMatch: seen?.etag ?? '' })
  await expect(stale).rejects.toMatchObject({ code: 'store_conflict' })

  const verified = await seller.spools.verify(spool.id)
  expect([verified.status.outcome, verified.earned_cents]).toEqual(['completed', 500])
  expect((await buyer.spools.complete(spool.id)).latest_receipt_id).toBe(verified.receipt?.id)
  await expect(buyer.spools.cancel(spool.id)).rejects.toBeInstanceOf(OutturnError)
})
