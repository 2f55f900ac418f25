import { createOfferReceiptExtension, type OfferReceiptIssuer } from '@x402/extensions/offer-receipt'
import {
  declarePaymentIdentifierExtension,
  isValidPaymentId,
  PAYMENT_ID_MAX_LENGTH,
  PAYMENT_ID_MIN_LENGTH,
} from '@x402/extensions/payment-identifier'
import { expect, test } from 'vitest'
import { identifierExtension, identifierIn, offersExtension, receiptExtension } from './x402-extensions.ts'

// The official package is the judge: what is advertised here is what its server half would have written.

const issuer: OfferReceiptIssuer = {
  kid: 'did:web:outturn.example#test',
  format: 'jws',
  issueOffer: async (_, { acceptIndex }) => ({
    format: 'jws',
    acceptIndex,
    signature: `offer ${acceptIndex}`,
  }),
  issueReceipt: async () => ({ format: 'jws', signature: 'receipt' }),
}
const official = createOfferReceiptExtension(issuer)
const url = 'https://outturn.example/api'

test.each([true, false])('the identifier extension is the official one: required %s', (required) => {
  expect(identifierExtension(required)).toEqual(declarePaymentIdentifierExtension(required))
})

test('offers and a receipt lie in an answer as the official extension puts them', async () => {
  const context = { requirements: [{}, {}], paymentRequiredResponse: { resource: { url } } }
  expect(offersExtension(['offer 0', 'offer 1'])).toEqual(
    await official.enrichPaymentRequiredResponse?.({}, context as never),
  )
  const request = { adapter: { getUrl: () => url } }
  const result = { success: true, payer: '0x1', network: 'eip155:8453', transaction: '0x2' }
  expect(receiptExtension('receipt')).toEqual(
    await official.enrichSettlementResponse?.({}, { result, transportContext: { request } } as never),
  )
})

const carrying = (id: unknown) => ({ 'payment-identifier': { info: { required: false, id } } })

test.each([
  'a'.repeat(PAYMENT_ID_MIN_LENGTH),
  'a'.repeat(PAYMENT_ID_MAX_LENGTH),
  'pay_0123456789-ABC',
  'a'.repeat(PAYMENT_ID_MIN_LENGTH - 1),
  'a'.repeat(PAYMENT_ID_MAX_LENGTH + 1),
  'pay 0123456789 abc',
  'pay_0123456789abc\n',
  'päy_0123456789abcd',
  '',
])('an id is taken when the official package takes it: %j', (id) => {
  const taken = (() => {
    try {
      return identifierIn(carrying(id))
    } catch {
      return null
    }
  })()
  expect(taken).toBe(isValidPaymentId(id) ? id : null)
})

test('what is no id is refused, and no id is none', () => {
  for (const id of [null, 17, ['a'.repeat(20)], { length: 20 }]) {
    expect(() => identifierIn(carrying(id))).toThrow(/16 to 128 letters/)
  }
  expect(() => identifierIn({ 'payment-identifier': 'a'.repeat(20) })).toThrow(/16 to 128 letters/)
  expect(identifierIn(carrying(undefined))).toBeNull()
  expect(identifierIn({})).toBeNull()
  expect(identifierIn(undefined)).toBeNull()
})

test('a schema that a payer sends along is not read', () => {
  const { 'payment-identifier': extension } = carrying('a'.repeat(20))
  const hostile = {
    ...extension,
    schema: { properties: { id: { pattern: '(a+)+$' } }, required: ['nothing'] },
  }
  expect(identifierIn({ 'payment-identifier': hostile })).toBe('a'.repeat(20))
})
