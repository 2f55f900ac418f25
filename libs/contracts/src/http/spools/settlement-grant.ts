import { SpoolId, Timestamp } from '@outturn/agreement'
import { z } from 'zod'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
const bytes32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
const bytes = z.string().regex(/^0x(?:[0-9a-fA-F]{2}){0,4096}$/, 'must be 0x and hex digits')
const decimal = z.string().regex(/^(?:0|[1-9]\d{0,77})$/, 'must be a whole number as text')

/** Authority that the buyer's account grants for one Spool, as a permission manager knows it (coinbase/spend-permissions). */
export const SpendPermission = z
  .strictObject({
    account: address.meta({
      description: 'Wallet address of the buyer, whose tokens can be spent.',
      examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
    }),
    spender: address.meta({
      description: 'Address of the settlement contract, which can spend the tokens.',
      examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
    }),
    token: address.meta({
      description: 'Address of the token contract.',
      examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
    }),
    allowance: decimal.meta({
      description: 'Maximum amount that can be spent, in the smallest unit of the token.',
      examples: ['5250000'],
    }),
    period: decimal.meta({
      description:
        'Number of seconds after which the allowance is renewed. It covers the whole lifetime of the permission, so that the allowance is granted once.',
      examples: ['2592000'],
    }),
    start: decimal.meta({
      description: 'Unix time in seconds from which the permission is valid.',
      examples: ['1800000000'],
    }),
    end: decimal.meta({
      description: 'Unix time in seconds at which the permission expires.',
      examples: ['1802592000'],
    }),
    salt: decimal.meta({
      description:
        'Value that makes the permission unique. It is derived from the Spool, its quote and the number of earlier permissions.',
      examples: ['7'],
    }),
    extraData: bytes.meta({
      description: 'Hash of the agreement, so that the signature covers the agreement.',
      examples: ['0x1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a'],
    }),
  })
  .meta({ id: 'SpendPermission' })
export type SpendPermission = z.infer<typeof SpendPermission>

const ContractCall = z.strictObject({
  to: address.meta({
    description: 'Address of the contract to call.',
    examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
  }),
  data: z.string().meta({ description: 'Encoded call data in hexadecimal.', examples: ['0x78792f76…'] }),
})

/** EIP-712 typed data of a permission, complete: a wallet signs it as it is. */
const PermissionTypedData = z
  .strictObject({
    types: z
      .record(
        z.string(),
        z.array(
          z.strictObject({
            name: z.string().meta({ description: 'Name of the field.', examples: ['account'] }),
            type: z.string().meta({ description: 'Solidity type of the field.', examples: ['address'] }),
          }),
        ),
      )
      .describe('EIP-712 type definitions.'),
    primaryType: z.literal('SpendPermission').describe('EIP-712 type of the signed message.'),
    domain: z
      .strictObject({
        name: z
          .string()
          .meta({ description: 'Name of the EIP-712 domain.', examples: ['Spend Permission Manager'] }),
        version: z.string().meta({ description: 'Version of the EIP-712 domain.', examples: ['1'] }),
        chainId: z.int().meta({ description: 'ID of the blockchain.', examples: [42431] }),
        verifyingContract: address.meta({
          description: 'Address of the permission manager contract.',
          examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
        }),
      })
      .describe('EIP-712 domain of the permission manager contract.'),
    message: SpendPermission.describe('The permission to sign.'),
  })
  .meta({ id: 'PermissionTypedData' })
export type PermissionTypedData = z.infer<typeof PermissionTypedData>

const ofPermission = {
  spool_id: SpoolId.describe('ID of the Spool that the permission pays for.'),
  network: z.string().meta({
    description: 'Blockchain of the permission, as a CAIP-2 identifier.',
    examples: ['eip155:8453'],
  }),
  manager: address.meta({
    description: 'Address of the contract that manages permissions.',
    examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
  }),
  permission: SpendPermission.describe('The permission to spend tokens of the buyer.'),
  permission_hash: bytes32.meta({
    description: 'EIP-712 hash of the permission, by which the manager contract identifies it.',
    examples: ['0x1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a'],
  }),
}

/** The permission that the buyer is asked to grant for a Spool. It stays the same while it can be used. */
export const SettlementGrantTemplate = z
  .strictObject({
    ...ofPermission,
    typed_data: PermissionTypedData.describe('EIP-712 typed data to sign without changes.'),
    approve_transaction: ContractCall.describe(
      'Contract call that the account can send instead of a signature.',
    ),
    maximum_all_in_cents: z
      .int()
      .min(0)
      .meta({ description: 'Maximum cost of the work including all fees, in cents.', examples: [525] }),
    allowance_units: decimal.meta({
      description: 'Maximum amount that can be spent, in the smallest unit of the token.',
      examples: ['5250000'],
    }),
    requirements: z.array(z.string()).describe('Requirements that the account must meet.'),
    expires_at: Timestamp.describe('Time at which the permission expires.'),
  })
  .meta({ id: 'SettlementGrantTemplate' })
export type SettlementGrantTemplate = z.infer<typeof SettlementGrantTemplate>

/** The whole permission of the template, and either its signature or the transaction in which the account approved it. */
export const SettlementGrantRequest = z
  .strictObject({
    permission: SpendPermission.describe('The complete permission from the template.'),
    signature: z
      .string()
      .regex(/^0x(?:[0-9a-fA-F]{2}){65,4096}$/, 'must be 0x and the hex digits of a signature')
      .optional()
      .meta({
        description: 'Signature of the typed data as 0x and hexadecimal digits.',
        examples: [
          '0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab',
        ],
      }),
    approval_tx_hash: bytes32.optional().meta({
      description: 'Hash of the transaction in which the account approved the permission.',
      examples: ['0x1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a'],
    }),
  })
  .refine(
    ({ signature, approval_tx_hash: approval }) => (signature === undefined) !== (approval === undefined),
    {
      path: ['signature'],
      message: 'send either signature or approval_tx_hash, and not both',
    },
  )
  .meta({ id: 'SettlementGrantRequest' })
export type SettlementGrantRequest = z.infer<typeof SettlementGrantRequest>

export const grantStates = ['recorded', 'approved', 'exhausted', 'revoked', 'expired'] as const
export const grantRevokers = ['account', 'payment', 'release'] as const

/** What was granted for a Spool, and what the chain says of it; null where the chain cannot be asked now. */
export const SettlementGrant = z
  .strictObject({
    ...ofPermission,
    state: z
      .enum(grantStates)
      .nullable()
      .describe('State of the permission; null if the blockchain cannot be read now.'),
    approved: z
      .boolean()
      .nullable()
      .meta({
        description:
          'True if the manager contract has approved the permission; null if the blockchain cannot be read now.',
        examples: [true],
      }),
    revoked: z
      .boolean()
      .nullable()
      .meta({
        description:
          'True if the account or the spender revoked the permission, which is final; null if the blockchain cannot be read now.',
        examples: [false],
      }),
    revoked_at: Timestamp.nullable().describe(
      'Time at which the service detected the revocation; null if there is none.',
    ),
    revoked_by: z
      .enum(grantRevokers)
      .nullable()
      .describe(
        'Cause of the revocation: `account` if the account revoked it, `payment` if it was revoked together with the payment, `release` if the service released it because nothing is left to pay.',
      ),
    revoked_in: z
      .string()
      .nullable()
      .meta({
        description:
          'Hash of the transaction in which the service revoked the permission; null if there is none.',
        examples: ['0x1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a'],
      }),
    window: z
      .enum(['not_started', 'open', 'ended'])
      .nullable()
      .describe(
        'Position of the current time relative to the validity period; null if the blockchain cannot be read now.',
      ),
    current_period: z
      .strictObject({
        start: decimal.meta({
          description: 'Unix time in seconds at which the period starts.',
          examples: ['1800000000'],
        }),
        end: decimal.meta({
          description: 'Unix time in seconds at which the period ends.',
          examples: ['1802592000'],
        }),
        spent_units: decimal.meta({
          description: 'Amount already spent, in the smallest unit of the token.',
          examples: ['0'],
        }),
        remaining_units: decimal.meta({
          description: 'Amount that can still be spent, in the smallest unit of the token.',
          examples: ['5250000'],
        }),
      })
      .nullable()
      .describe(
        'Spent and remaining allowance; null outside the validity period, or if the blockchain cannot be read now.',
      ),
    revocation: z
      .strictObject({
        url: z.url().meta({
          description: 'URL of a page on which the account can revoke the permission.',
          examples: ['https://example.com/permissions'],
        }),
        manager: address.meta({
          description: 'Address of the contract that manages permissions.',
          examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
        }),
        chain_id: z.int().meta({ description: 'ID of the blockchain.', examples: [42431] }),
        call: ContractCall.describe('Contract call with which the account revokes the permission.'),
      })
      .describe('Instructions for revoking the permission without this service.'),
  })
  .meta({ id: 'SettlementGrant' })
export type SettlementGrant = z.infer<typeof SettlementGrant>
