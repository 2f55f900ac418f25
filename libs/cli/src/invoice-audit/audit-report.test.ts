import type { InvoiceAudit } from '@outturn/sdk'
import { expect, test } from 'vitest'
import { auditCsv, auditHtml } from './audit-report.ts'
import { explainLines } from './line-reasons.ts'

const hostile = '=cmd|x"<img src=x onerror=alert(1)>\u202e\u001b[2J'

function line(key: string, ...codes: string[]) {
  const status = codes.length === 0 ? 'supported' : 'unsupported'
  const cents = { billed_cents: 123_450, supported_cents: codes.length === 0 ? 123_450 : -5 }
  return { line: '1', key, status, ...cents, record_rows: [3, 4], discrepancies: codes, source: null }
}

function discrepancy(key: string | null, code: string, explanation: string) {
  return { line: key === null ? null : '1', key, code, explanation }
}

const audit = {
  audit_id: 'aud_0123456789abcdef01234567',
  result_digest: 'sha256:00',
  inputs: { invoice_digest: 'sha256:01', record_digest: 'sha256:02', engine_version: '1.0.0' },
  currency: 'EUR',
  readout: '1 of 4 billed lines are supported by the record.',
  limitations: ['a <b>'],
  totals: { billed_cents: 493_800, supported_cents: 123_435, unsupported_cents: 370_365 },
  lines: [
    line(hostile, 'not_in_record'),
    line('S-1'),
    { ...line('S-2', 'not_in_record', 'quantity_mismatch'), source: { page: 2, line: 7 } },
    line('S-2', 'not_in_record'),
  ],
  discrepancies: [
    discrepancy(hostile, 'not_in_record', `The "billed" key ${hostile} has no row.`),
    discrepancy('S-2', 'not_in_record', 'first'),
    discrepancy('S-2', 'quantity_mismatch', 'second'),
    discrepancy('S-2', 'not_in_record', 'third'),
    discrepancy(null, 'total_mismatch', 'The lines add up to another sum.'),
    { ...discrepancy(null, 'unbilled_record', 'unbilled'), key: 'S-9' },
  ],
  unbilled_records: [{ record_row: 9, key: hostile }],
} as unknown as InvoiceAudit

test('each line has its own reasons, also where lines share their number and key', () => {
  const { lines, whole } = explainLines(audit)
  expect(lines.map(({ found }) => found.map(({ explanation }) => explanation).slice(-2))).toEqual([
    [`The "billed" key ${hostile} has no row.`],
    [],
    ['first', 'second'],
    ['third'],
  ])
  expect(whole.map(({ code }) => code)).toEqual(['total_mismatch'])
})

test('no text of the files is a formula in CSV, amounts are numbers, and the whole invoice has rows of its own', () => {
  const rows = auditCsv(audit).split('\r\n')
  expect(rows[0]).toBe('line,key,status,billed,supported,record_rows,codes,reasons')
  expect(rows[1]?.startsWith(`1,"'=cmd|x""<img`)).toBe(true)
  expect(rows[1]).toContain(',unsupported,1234.50,-0.05,3 4,not_in_record,')
  expect(rows[5]).toBe(',,,,,,total_mismatch,The lines add up to another sum.')
})

test('no text of the files is an element of the page or moves its text, and the totals come first', () => {
  const html = auditHtml(audit)
  for (const part of ['<img', '<b>', '\u202e', '\u001b']) expect(html).not.toContain(part)
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;\\u{202e}\\u{1b}[2J')
  expect(html.indexOf('4,938.00 EUR')).toBeLessThan(html.indexOf('<caption>Lines'))
  expect(html).toContain('page 2, row 7')
  expect(html).toContain('<code>total_mismatch</code>')
  expect(html).not.toMatch(/<script|<link|<a\b|url\(/)
})
