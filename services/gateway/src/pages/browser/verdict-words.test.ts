import { readFileSync } from 'node:fs'
import { createEd25519Signer } from '@outturn/canonical/node'
import { parseKeyDocument, type StatusProof, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { signedStatusText } from '@outturn/receipt-verifier/issuing'
import { expect, test } from 'vitest'
import { describeVerdict } from './verdict-words.ts'

const golden = JSON.parse(
  readFileSync(new URL('../../../../../test/vectors/receipt/golden.json', import.meta.url), 'utf8'),
) as { receipt: Record<string, unknown>; keys: unknown; revoked: { status_proof: StatusProof } }
const trustSet = parseKeyDocument(golden.keys)
const now = new Date('2026-02-01T00:00:00.000Z')

/** The golden vector has a signed answer that the receipt was revoked; one that it is active is signed here. */
const { revoked } = golden
const statement = {
  ...revoked.status_proof,
  status: 'active' as const,
  issued_at: '2026-02-01T00:00:00.000Z',
  expires_at: '2026-02-02T00:00:00.000Z',
}
const signature = createEd25519Signer(new Uint8Array(32).fill(2)).sign(signedStatusText(statement))
const active = { ...revoked, status: 'active', state: 'current', status_proof: { ...statement, signature } }

const verify = (receipt: unknown, status?: unknown) =>
  verifyOutcomeReceipt(receipt, { trustSet, environment: 'demo', status, now })

test('a valid receipt is good, and the words say whether its status is known', () => {
  const known = describeVerdict(verify(golden.receipt, active), [])
  expect(known.tone).toBe('good')
  expect(known.summary).toBe('Verified in this browser, 15 of 15 checks.')
  expect(known.detail).toContain('neither corrected nor revoked')
  const unknown = describeVerdict(verify(golden.receipt), [])
  expect(unknown.tone).toBe('good')
  expect(unknown.summary).toBe('Verified in this browser, 13 of 15 checks.')
  expect(unknown.detail).toContain('could not be read')
})

test('a changed receipt is bad and the reasons are named', () => {
  const changed = { ...golden.receipt, result: 'pass' }
  const { tone, summary } = describeVerdict(verify(changed), [])
  expect(tone).toBe('bad')
  expect(summary).toContain('receipt id mismatch')
})

test('a revoked receipt is authentic and not to be relied on', () => {
  const { tone, summary } = describeVerdict(verify(golden.receipt, revoked), [])
  expect([tone, summary]).toEqual(['bad', 'The receipt is authentic and must not be relied on: revoked.'])
})

test('a page that shows other figures than the receipt is bad although the receipt is valid', () => {
  const { tone, summary } = describeVerdict(verify(golden.receipt), ['amounts.earned'])
  expect(tone).toBe('bad')
  expect(summary).toContain('amounts.earned')
})

test('an invalid receipt on a page that shows something else is called both', () => {
  const { tone, summary, detail } = describeVerdict(verify({ ...golden.receipt, result: 'pass' }), [
    'amounts.earned',
  ])
  expect(tone).toBe('bad')
  expect(summary).toMatch(/^Not valid: /)
  expect(detail).toBe('This page does not show what the receipt states: amounts.earned.')
})
