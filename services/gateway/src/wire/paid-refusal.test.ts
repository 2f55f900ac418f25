import {
  absent,
  buyPackByMpp,
  buyPackByX402,
  buyVerification,
  type Command,
  errorCodeNames,
  Refusal,
  storeConflict,
  unavailable,
  verifyDelivery,
} from '@outturn/contracts'
import { expect, test } from 'vitest'
import { errorBody } from './error-body.ts'
import { inPayersWords } from './paid-refusal.ts'

const said = (refusal: Refusal, { http }: Pick<Command, 'http'>) =>
  errorBody(inPayersWords(refusal, http ?? {}), { requestId: 'req_1', publicUrl: 'https://outturn.example' })

// A body that contradicts what its payment was for cannot come here: the payment is refused first.
const comeHere = errorCodeNames.filter((code) => code !== 'conflict')
test.each(comeHere)('%s of a call without a key speaks of no idempotency key', (code) => {
  const { error, remediation } = said(new Refusal(code, 'It did not work.'), buyVerification)
  expect(JSON.stringify([error, remediation])).not.toMatch(/idempotency/i)
})

test('a request that is under way is named by its payment where no key tells it', () => {
  const first = storeConflict('The first request with this idempotency key has not finished.', {
    reason: 'in_progress',
    retryAfterSeconds: 1,
    remediation: 'Send it with the same idempotency key.',
  })
  const paid = inPayersWords(first, buyVerification.http)
  expect(paid).toMatchObject({ code: 'store_conflict', options: { retryAfterSeconds: 1 } })
  expect(said(first, buyVerification)).toMatchObject({
    error: expect.stringContaining('this payment'),
    remediation: expect.stringContaining('PAYMENT-SIGNATURE'),
  })
  expect(inPayersWords(first, verifyDelivery.http)).toBe(first)
})

test('what is sent again after an outage is the payment, by the header of its protocol', () => {
  const outage = unavailable('It does not respond.')
  expect(said(outage, buyPackByX402)['remediation']).toContain('the same PAYMENT-SIGNATURE')
  expect(said(outage, buyPackByMpp)['remediation']).toContain('the same Authorization')
  const own = unavailable('It does not respond.', { remediation: 'Do this.' })
  expect(said(own, buyPackByMpp)['remediation']).toBe('Do this.')
  const lane = absent('There is none.', { remediation: 'Use a key.' })
  expect(said(lane, buyVerification)['remediation']).toBe('Use a key.')
})
