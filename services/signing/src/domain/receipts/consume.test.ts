import { expect, test } from 'vitest'
import { consume } from './consume.ts'

const receiptState = {
  status: 'active',
  replacedBy: null,
  isKeyRevoked: false,
  earned: 500n,
  settled: 200n,
  isBeingPaid: false,
  heldBy: [],
} as const
const settlement = { consumer: 'payroll', purpose: 'settlement', reference: 'inv_1' } as const
const refusal = (amount: string | undefined, change: object = {}) => {
  try {
    return consume({ ...settlement, ...(amount !== undefined && { amount }) }, { ...receiptState, ...change })
  } catch (error) {
    return error
  }
}

test('a settlement takes from what is earned and not settled', () => {
  expect(refusal('1.00')).toEqual({ amount: 100n, settledAfter: 300n, remaining: 200n })
  expect(refusal('3.00')).toEqual({ amount: 300n, settledAfter: 500n, remaining: 0n })
})

test('one hundredth more than that is a conflict that says what is left', () => {
  expect(refusal('3.01')).toMatchObject({
    code: 'conflict',
    options: { reason: 'exceeds_earned', details: { amount_remaining: '3.00' } },
  })
})

test('what was settled under an earlier receipt leaves nothing below zero', () => {
  expect(refusal('0.01', { earned: 100n })).toMatchObject({
    options: { details: { amount_remaining: '0.00' } },
  })
})

test.each([undefined, '0.00'])('a settlement of %s is none', (amount) => {
  expect(refusal(amount)).toMatchObject({
    code: 'validation_failed',
    status: 422,
    options: { field: 'amount' },
  })
})

test('a corrected receipt settles nothing and names the one that replaced it', () => {
  const replacedBy = 'ocr_000000000000000000000002'
  expect(refusal('1.00', { status: 'corrected', replacedBy })).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(replacedBy),
    options: { reason: 'receipt_corrected', details: { replacement_receipt_id: replacedBy } },
  })
})

test('while a case holds the settlement nothing is settled, the reason names the case, and other uses are noted', () => {
  expect(refusal('1.00', { heldBy: ['dispute'] })).toMatchObject({
    code: 'conflict',
    options: { reason: 'dispute_open' },
  })
  expect(refusal('1.00', { heldBy: ['discrepancy'] })).toMatchObject({
    code: 'conflict',
    options: { reason: 'discrepancy_open' },
  })
  const replacedBy = 'ocr_000000000000000000000002'
  expect(refusal('1.00', { heldBy: ['dispute'], status: 'corrected', replacedBy })).toMatchObject({
    options: { reason: 'receipt_corrected' },
  })
  const noted = consume({ ...settlement, purpose: 'audit' }, { ...receiptState, heldBy: ['dispute'] })
  expect(noted.remaining).toBe(300n)
})

test('while the service pays what was earned nothing is settled beside it, and other uses are noted', () => {
  expect(refusal('1.00', { isBeingPaid: true })).toMatchObject({
    code: 'invalid_state',
    options: { reason: 'settlement_under_way' },
  })
  const audit = { ...settlement, purpose: 'audit', amount: '1.00' } as const
  expect(consume(audit, { ...receiptState, isBeingPaid: true }).settledAfter).toBe(200n)
})

test('a revoked receipt settles nothing', () => {
  expect(refusal('1.00', { status: 'revoked' })).toMatchObject({
    code: 'invalid_state',
    options: { reason: 'receipt_revoked' },
  })
})

test.each(['corrected', 'revoked'] as const)('a use of a %s receipt may be noted', (status) => {
  expect(consume({ ...settlement, purpose: 'audit' }, { ...receiptState, status })).toEqual({
    amount: null,
    settledAfter: 200n,
    remaining: 300n,
  })
})

test('an amount of another purpose settles nothing', () => {
  expect(consume({ ...settlement, purpose: 'workflow', amount: '9.99' }, receiptState)).toEqual({
    amount: 999n,
    settledAfter: 200n,
    remaining: 300n,
  })
})

test('a receipt whose key was revoked settles nothing, because no one can verify it, and may be noted', () => {
  expect(refusal('1.00', { isKeyRevoked: true })).toMatchObject({
    code: 'invalid_state',
    options: { reason: 'key_compromise', remediation: expect.stringContaining('supersede') },
  })
  const note = { ...settlement, purpose: 'audit', amount: '1.00' } as const
  expect(consume(note, { ...receiptState, isKeyRevoked: true }).settledAfter).toBe(200n)
})
