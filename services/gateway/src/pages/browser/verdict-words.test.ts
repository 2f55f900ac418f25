import { readFileSync } from 'node:fs'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { expect, test } from 'vitest'
import { describeVerdict } from './verdict-words.ts'

const golden = JSON.parse(
  readFileSync(new URL('../../../../../test/vectors/receipt/golden.json', import.meta.url), 'utf8'),
) as { receipt: Record<string, unknown> & { id: string }; keys: unknown }
const trustSet = parseKeyDocument(golden.keys)
const now = new Date('2026-02-01T00:00:00.000Z')

function statusOf(status: string, state: string) {
  return {
    receipt_id: golden.receipt.id,
    status,
    state,
    advisories: [],
    checked_at: '2026-02-01T00:00:00.000Z',
  }
}

const verify = (receipt: unknown, status?: unknown) =>
  verifyOutcomeReceipt(receipt, { trustSet, status, now })

test('a valid receipt is good, and the words say whether its status is known', () => {
  const known = describeVerdict(verify(golden.receipt, statusOf('active', 'current')), [])
  expect(known.tone).toBe('good')
  expect(known.summary).toContain('neither corrected nor revoked')
  expect(known.checks.length).toBeGreaterThan(10)
  const unknown = describeVerdict(verify(golden.receipt), [])
  expect(unknown.tone).toBe('good')
  expect(unknown.summary).toContain('could not be read')
})

test('a changed receipt is bad and the reasons are named', () => {
  const changed = { ...golden.receipt, result: 'pass' }
  const { tone, summary, checks } = describeVerdict(verify(changed), [])
  expect(tone).toBe('bad')
  expect(summary).toContain('receipt id mismatch')
  expect(checks.some(({ mark }) => mark === 'failed')).toBe(true)
})

test('a revoked receipt is authentic and not to be relied on', () => {
  const { tone, summary } = describeVerdict(verify(golden.receipt, statusOf('revoked', 'revoked')), [])
  expect([tone, summary]).toEqual(['bad', 'The receipt is authentic and must not be relied on: revoked.'])
})

test('a page that shows other figures than the receipt is bad although the receipt is valid', () => {
  const { tone, summary } = describeVerdict(verify(golden.receipt), ['amounts.earned'])
  expect(tone).toBe('bad')
  expect(summary).toContain('amounts.earned')
})

test('an invalid receipt on a page that shows something else is called both', () => {
  const { tone, summary } = describeVerdict(verify({ ...golden.receipt, result: 'pass' }), ['amounts.earned'])
  expect(tone).toBe('bad')
  expect(summary).toMatch(
    /^Not valid: .* This page does not show what the receipt states: amounts\.earned\.$/,
  )
})
