import type { InvoiceAudit } from '@outturn/sdk'
import { expect, test } from 'vitest'
import { auditCsv, auditHtml } from './audit-report.ts'

const audit = {
  audit_id: 'aud_0123456789abcdef01234567',
  result_digest: 'sha256:00',
  currency: 'EUR',
  readout: '0 of 1 billed line is supported by the record.',
  limitations: ['a <b>'],
  totals: { billed_cents: 500, supported_cents: -5, unsupported_cents: 505 },
  lines: [
    {
      line: '1',
      key: '=cmd|x',
      status: 'unsupported',
      billed_cents: 500,
      supported_cents: -5,
      discrepancies: ['not_in_record'],
    },
  ],
  discrepancies: [{ line: '1', explanation: 'The "billed" key <script>alert(1)</script> has no row.' }],
  unbilled_records: [{ record_row: 1, key: "<img src=x onerror='x'>" }],
} as unknown as InvoiceAudit

test('no text of the files is a formula in CSV, and amounts are numbers', () => {
  expect(auditCsv(audit)).toBe(
    '"line","key","status","billed","supported","reasons"\r\n' +
      `"1","'=cmd|x","unsupported","5.00","-0.05","The ""billed"" key <script>alert(1)</script> has no row."\r\n`,
  )
})

test('no text of the files is an element of the page, and the totals come first', () => {
  const html = auditHtml(audit)
  expect(html).not.toMatch(/<script|<img|<b>/)
  expect(html.indexOf('Totals')).toBeLessThan(html.indexOf('Lines'))
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
})
