import { z } from 'zod'
import { settlementLegs } from '@outturn/vocabulary'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const bytes32 = z.string().regex(/^0x[0-9a-f]{64}$/)
const decimal = z.string().regex(/^(?:0|[1-9]\d{0,77})$/)

/** EIP-712 typed data of one transfer by authorization (EIP-3009), complete: a wallet signs it as it is. */
export const TransferTypedData = z
  .strictObject({
    types: z
      .record(
        z.string(),
        z.array(
          z.strictObject({
            name: z.string().meta({ description: 'Name of the field.', examples: ['from'] }),
            type: z.string().meta({ description: 'Solidity type of the field.', examples: ['address'] }),
          }),
        ),
      )
      .describe('EIP-712 type definitions.'),
    primaryType: z.literal('TransferWithAuthorization').describe('EIP-712 type of the signed message.'),
    domain: z
      .strictObject({
        name: z
          .string()
          .meta({ description: 'Name of the token in its EIP-712 domain.', examples: ['USD Coin'] }),
        version: z.string().meta({ description: 'Version of the EIP-712 domain.', examples: ['2'] }),
        chainId: z.int().meta({ description: 'ID of the blockchain.', examples: [42431] }),
        verifyingContract: address.meta({
          description: 'Address of the token contract.',
          examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
        }),
      })
      .describe('EIP-712 domain of the token contract.'),
    message: z
      .strictObject({
        from: address.meta({
          description: 'Wallet address of the buyer.',
          examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
        }),
        to: address.meta({
          description: 'Wallet address of the recipient.',
          examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
        }),
        value: decimal.meta({
          description: 'Amount in the smallest unit of the token.',
          examples: ['4950000'],
        }),
        validAfter: decimal.meta({
          description: 'Unix time in seconds after which the transfer can be executed.',
          examples: ['0'],
        }),
        validBefore: decimal.meta({
          description: 'Unix time in seconds before which the transfer must be executed.',
          examples: ['1767225600'],
        }),
        nonce: bytes32.meta({
          description: 'Unique value of the transfer, which prevents a second execution.',
          examples: ['0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
        }),
      })
      .describe('The EIP-3009 transfer to sign.'),
  })
  .meta({ id: 'TransferTypedData' })
export type TransferTypedData = z.infer<typeof TransferTypedData>

/** A transfer that the buyer still has to sign. The same one is asked for until the chain shows that it can never be used. */
export const RequiredLeg = z
  .strictObject({
    leg: z.enum(settlementLegs).describe('Recipient: `seller`, or `fee` for the platform fee.'),
    nonce: bytes32.meta({
      description: 'Unique value of the transfer. Send it back with the signature.',
      examples: ['0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
    }),
    amount_cents: z
      .int()
      .min(1)
      .meta({ description: 'Amount in cents.', examples: [495] }),
    value_units: decimal.meta({
      description: 'Amount in the smallest unit of the token.',
      examples: ['4950000'],
    }),
    to: address.meta({
      description: 'Wallet address of the recipient.',
      examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
    }),
    valid_before: z.int().meta({
      description: 'Unix time in seconds before which the transfer must be executed.',
      examples: [1767225600],
    }),
    typed_data: TransferTypedData.describe('EIP-712 typed data to sign without changes.'),
  })
  .meta({ id: 'RequiredLeg' })
export type RequiredLeg = z.infer<typeof RequiredLeg>

/** Body of the signatures operation: exactly the legs that `next_step.required_legs` names. */
export const SettlementSignaturesRequest = z
  .strictObject({
    legs: z
      .array(
        z.strictObject({
          leg: z.enum(settlementLegs).describe('Recipient: `seller`, or `fee` for the platform fee.'),
          nonce: z
            .string()
            .regex(/^0x[0-9a-fA-F]{64}$/)
            .meta({
              description: 'Nonce of the transfer from `next_step.required_legs`.',
              examples: ['0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
            }),
          signature: z
            .string()
            .regex(/^0x(?:[0-9a-fA-F]{2}){65,4096}$/, 'must be 0x and the hex digits of a signature')
            .meta({
              description: 'Signature of the typed data as 0x and hexadecimal digits.',
              examples: [
                '0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab',
              ],
            }),
        }),
      )
      .min(1)
      .max(settlementLegs.length)
      .describe('Signed transfers: one for each entry of `next_step.required_legs`.'),
  })
  .meta({ id: 'SettlementSignaturesRequest' })
export type SettlementSignaturesRequest = z.infer<typeof SettlementSignaturesRequest>
