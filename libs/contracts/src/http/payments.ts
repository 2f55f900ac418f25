import { z } from 'zod'
import { OneCallResponse } from './spools/one-call.ts'

/** What was paid for an answer, as the chain has it. */
export const SettledPayment = z
  .strictObject({
    network: z
      .string()
      .meta({ description: 'Blockchain of the payment, as a CAIP-2 identifier.', examples: ['eip155:8453'] }),
    transaction: z.string().meta({
      description: 'Hash of the transaction that transferred the money.',
      examples: ['0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
    }),
    payer: z.string().meta({
      description: 'Wallet address of the payer.',
      examples: ['0x52908400098527886e0f7030069857d2e4169ee7'],
    }),
    amount: z
      .string()
      .regex(/^\d+$/)
      .meta({
        description: 'Amount in the smallest unit of the token. For USDC this is a millionth of a dollar.',
        examples: ['100000'],
      }),
  })
  .meta({ id: 'SettledPayment' })
export type SettledPayment = z.infer<typeof SettledPayment>

/** Answer of a one-call verification that was paid for by itself. */
export const PaidVerification = OneCallResponse.extend({
  payment: SettledPayment.describe('Payment for the request.'),
}).meta({
  id: 'PaidVerification',
  extends: 'OneCallResponse',
})
export type PaidVerification = z.infer<typeof PaidVerification>

/** State of a lane by which callers pay. Only an `open` one takes payments; one that is `off` does not exist for callers. */
export const paymentLaneStates = ['open', 'off', 'unreachable', 'mismatch'] as const
export type PaymentLaneState = (typeof paymentLaneStates)[number]
