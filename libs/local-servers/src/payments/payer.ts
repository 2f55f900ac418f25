import { x402Client } from '@x402/core/client'
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentPayload } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** A wallet that answers challenges of x402 with the official client, as an agent's does. */
export type Payer = {
  readonly account: ReturnType<typeof privateKeyToAccount>
  /** Signs a challenge; the header that the request is repeated with. */
  pay(paymentRequired: string): Promise<string>
  /** The same before it is encoded, for what a client would not send. */
  sign(paymentRequired: string): Promise<PaymentPayload>
}

/** A wallet of this key, or of a new one. */
export function payerOf(privateKey = generatePrivateKey()): Payer {
  const account = privateKeyToAccount(privateKey)
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
  // By itself the client pays at most one dollar, and packs of credits cost more.
  client.setSpendControls({ maxAmountPerPayment: '$25' })
  const sign = (header: string) => client.createPaymentPayload(decodePaymentRequiredHeader(header))
  return {
    account,
    sign,
    pay: async (header) => encodePaymentSignatureHeader(await sign(header)),
  }
}

/** A payment as the header of a request has it. */
export const paymentHeader: (payload: PaymentPayload) => string = encodePaymentSignatureHeader
