import type { Quote } from '@outturn/agreement'
import { quoteDigest } from '@outturn/receipt-verifier'
import { expect, inject, test } from 'vitest'
import { connectOperator } from '../system/operator.ts'
import { acted, created } from './agreement.ts'
import { readSystem, sendTo } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)

test('the holder of a quote computes its digest again, and sees every number that it binds', async () => {
  const operator = await connectOperator(system)
  const { apiKey } = await operator.openAccount()
  await operator.close()
  const spool = await created(send, apiKey, {
    type: 'agent_task',
    parties: [
      { role: 'client', kind: 'org', display_name: 'Acme' },
      { role: 'provider', kind: 'agent', display_name: 'LeadBot' },
    ],
  })
  const quote = await acted<Quote>(send, apiKey, `${spool.id}/quote`)
  expect(quoteDigest('outturn', quote)).toBe(quote.quote_digest)
  expect([quote.agreement_version, quote.plan_hash]).toEqual([
    spool.agreement.version,
    spool.agreement.plan_hash,
  ])
  expect(quote.economics).toMatchObject({
    value: { amount_cents: spool.value.amount_cents, currency: 'USD' },
    unitization: spool.unitization,
  })
})
