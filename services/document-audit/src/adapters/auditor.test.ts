import { createMetrics } from '@outturn/service'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { afterEach, expect, test } from 'vitest'
import { type AuditorLimits, createAuditor } from './auditor.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

function openAuditor(limits: Partial<AuditorLimits> = {}) {
  const metrics = createMetrics({ service: 'test', tellsProcess: false })
  const auditor = createAuditor({ threads: 1, timeoutMs: 60_000, memoryMb: 24, ...limits }, metrics)
  stops.push(() => auditor.stop())
  const audit = (rows: number, deadline = Date.now() + 60_000) => {
    const lines = Array.from({ length: rows }, (_, n) => `T-${n},5.00`).join('\n')
    const request = new TextEncoder().encode(
      JSON.stringify({
        invoice_csv: `ticket,amount\n${lines}`,
        record_csv: 'id\nT-0',
        column_mapping: { invoice: { key: 'ticket', amount: 'amount' }, record: { key: 'id' } },
        currency: 'EUR',
      }),
    )
    const task = { request, pdf: null, auditId: 'aud_000000000000000000000001', slug: 'outturn' }
    return auditor.auditInvoice(task, { accountId: 'a', deadline })
  }
  return { audit, metrics }
}

test('an audit that takes more memory than it may is ended alone, and the next one is computed', async () => {
  const { audit, metrics } = openAuditor()
  const refusal = await refusalOfPending(audit(50_000))
  expect(refusal).toMatchObject({
    code: 'input_too_large',
    message: 'The audit takes more than 24 MB of memory.',
  })
  expect((await audit(1)).text).toContain('"supported_cents":500')
  expect((await metrics.expose()).body).toMatch(/outturn_audits_ended_total\{[^}]*cause="memory"[^}]*\} 1/)
})

test('an audit that waits behind others for too long is refused until later', async () => {
  const { audit } = openAuditor({ memoryMb: 256 })
  const first = audit(20_000)
  expect(await refusalOfPending(audit(1, Date.now()))).toMatchObject({
    code: 'configuration_unavailable',
    options: { reason: 'overloaded' },
  })
  expect((await first).text).toContain('"invoice_lines":20000')
})
