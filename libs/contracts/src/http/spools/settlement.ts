import { z } from 'zod'
import { settlementLegs } from '@outturn/vocabulary'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const bytes32 = z.string().regex(/^0x[0-9a-f]{64}$/)
const decimal = z.string().regex(/^(?:0|[1-9]\d{0,77})$/)

/** EIP-712 typed data of one transfer by authorization (EIP-3009), complete: a wallet signs it as it is. */
export const TransferTypedData = z
  .strictObject({
    types: z.record(z.string(), z.array(z.strictObject({ name: z.string(), type: z.string() }))),
    primaryType: z.literal('TransferWithAuthorization'),
    domain: z.strictObject({
      name: z.string(),
      version: z.string(),
      chainId: z.int(),
      verifyingContract: address,
    }),
    message: z.strictObject({
      from: address,
      to: address,
      value: decimal,
      validAfter: decimal,
      validBefore: decimal,
      nonce: bytes32,
    }),
  })
  .meta({ id: 'TransferTypedData' })
export type TransferTypedData = z.infer<typeof TransferTypedData>

/** A transfer that the buyer still has to sign. The same one is asked for until the chain shows that it can never be used. */
export const RequiredLeg = z
  .strictObject({
    leg: z.enum(settlementLegs),
    nonce: bytes32,
    amount_cents: z.int().min(1),
    value_units: decimal.describe('The amount in the smallest units of the token.'),
    to: address,
    valid_before: z.int().describe('Unix time from which the token refuses the transfer, in seconds.'),
    typed_data: TransferTypedData,
  })
  .meta({ id: 'RequiredLeg' })
export type RequiredLeg = z.infer<typeof RequiredLeg>

/** Body of the signatures operation: exactly the legs that `next_step.required_legs` names. */
export const SettlementSignaturesRequest = z
  .strictObject({
    legs: z
      .array(
        z.strictObject({
          leg: z.enum(settlementLegs),
          nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
          signature: z
            .string()
            .regex(/^0x(?:[0-9a-fA-F]{2}){65,4096}$/, 'must be 0x and the hex digits of a signature'),
        }),
      )
      .min(1)
      .max(settlementLegs.length),
  })
  .meta({ id: 'SettlementSignaturesRequest' })
export type SettlementSignaturesRequest = z.infer<typeof SettlementSignaturesRequest>
