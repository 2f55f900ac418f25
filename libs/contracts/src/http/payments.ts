import { z } from 'zod'
import { OneCallResponse } from './spools/one-call.ts'

/** What was paid for an answer, as the chain has it. */
export const SettledPayment = z
  .strictObject({
    network: z.string().describe('Chain on which it was paid, as CAIP-2.'),
    transaction: z.string().describe('Transaction that moved the money.'),
    payer: z.string().describe('Address that paid.'),
    amount: z
      .string()
      .regex(/^\d+$/)
      .describe('In the smallest units of the token; of USDC these are micros of a dollar.'),
  })
  .meta({ id: 'SettledPayment' })
export type SettledPayment = z.infer<typeof SettledPayment>

/** Answer of a one-call verification that was paid for by itself. */
export const PaidVerification = OneCallResponse.extend({ payment: SettledPayment }).meta({
  id: 'PaidVerification',
})
export type PaidVerification = z.infer<typeof PaidVerification>

/** State of a lane by which callers pay. Only an `open` one takes payments; one that is `off` does not exist for callers. */
export const paymentLaneStates = ['open', 'off', 'unreachable', 'mismatch'] as const
export type PaymentLaneState = (typeof paymentLaneStates)[number]
