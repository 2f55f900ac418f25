import { expect, test } from 'vitest'
import { correctReceipt } from './correct-receipt.ts'

const replacement = {
  receiptId: 'ocr_000000000000000000000002',
  advisory: 'Row 7 was verified again.',
  at: '2026-01-02T00:00:00.000Z',
  ofRevoked: 'refuse',
} as const
const receiptId = 'ocr_000000000000000000000001'

test('an active receipt becomes corrected and names its replacement', () => {
  expect(correctReceipt(receiptId, [], replacement)).toEqual({
    status: 'corrected',
    code: 'superseded',
    message: replacement.advisory,
    at: replacement.at,
    replacementReceiptId: replacement.receiptId,
  })
})

test('a corrected receipt is not corrected again', () => {
  const corrected = correctReceipt(receiptId, [], replacement)
  if (corrected === null) throw new Error('an active receipt is corrected')
  const revoked = { ...corrected, status: 'revoked', replacementReceiptId: null } as const
  for (const changes of [[corrected], [corrected, revoked]]) {
    expect(() => correctReceipt(receiptId, changes, { ...replacement, ofRevoked: 'keep' })).toThrow(
      expect.objectContaining({
        code: 'conflict',
        options: expect.objectContaining({ reason: 'already_superseded' }),
      }),
    )
  }
})

test('a revoked receipt stays revoked', () => {
  const revoked = {
    status: 'revoked',
    code: 'revoked',
    message: '',
    at: '',
    replacementReceiptId: null,
  } as const
  expect(() => correctReceipt(receiptId, [revoked], replacement)).toThrow(
    expect.objectContaining({ code: 'invalid_state' }),
  )
  expect(correctReceipt(receiptId, [revoked], { ...replacement, ofRevoked: 'keep' })).toBeNull()
})
