import { expect, test } from 'vitest'
import { approveRevocation, refuseRevoked } from './revocation.ts'

const request = {
  requestId: 'rvk_000000000000000000000001',
  receiptId: 'ocr_000000000000000000000001',
  code: 'evidence_withdrawn',
  message: 'The supplier withdrew the data.',
  requestedBy: 'Alice',
  expiresAt: '2026-01-03T00:00:00.000Z',
}
const inTime = '2026-01-02T23:59:59.999Z'

test('another operator revokes with the words of the request', () => {
  const change = approveRevocation(request, 'bob', inTime)
  expect(change).toEqual({
    status: 'revoked',
    code: request.code,
    message: request.message,
    at: inTime,
    replacementReceiptId: null,
  })
  expect(() => refuseRevoked(request.receiptId, [change])).toThrow(
    expect.objectContaining({
      code: 'invalid_state',
      options: expect.objectContaining({ remediation: expect.stringContaining('Verify the Spool again') }),
    }),
  )
  expect(() => refuseRevoked(request.receiptId, [])).not.toThrow()
})

test.each(['Alice', 'alice', ' ALICE ', 'Ａｌｉｃｅ', 'Ali\u200bce', 'Alice\ufe0f', '\u2060Alice'])(
  '%s is the operator that asked',
  (approver) => {
    expect(() => approveRevocation(request, approver, inTime)).toThrow(
      expect.objectContaining({
        code: 'forbidden',
        options: expect.objectContaining({ reason: 'same_operator' }),
      }),
    )
  },
)

test('a request ends with its day', () => {
  expect(() => approveRevocation(request, 'bob', request.expiresAt)).toThrow(
    expect.objectContaining({ options: expect.objectContaining({ reason: 'request_expired' }) }),
  )
})
