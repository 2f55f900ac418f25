import { SpoolId, Timestamp } from '@outturn/agreement'
import { z } from 'zod'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
const bytes32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
const bytes = z.string().regex(/^0x(?:[0-9a-fA-F]{2}){0,4096}$/, 'must be 0x and hex digits')
const decimal = z.string().regex(/^(?:0|[1-9]\d{0,77})$/, 'must be a whole number as text')

/** Authority that the buyer's account grants for one Spool, as a permission manager knows it (coinbase/spend-permissions). */
export const SpendPermission = z
  .strictObject({
    account: address.describe('Account that the authority is over: the settlement address of the buyer.'),
    spender: address.describe('Contract that may spend: the settler of the deployment.'),
    token: address.describe('Token that may be spent.'),
    allowance: decimal.describe('Most that may be spent, in the smallest units of the token.'),
    period: decimal.describe(
      'Seconds after which the allowance would renew: the whole life, so it does not.',
    ),
    start: decimal.describe('Unix time from which it counts, in seconds.'),
    end: decimal.describe('Unix time from which it no longer counts, in seconds.'),
    salt: decimal.describe('Follows from the Spool, its quote, and how often it was granted anew.'),
    extraData: bytes.describe('The agreement hash, so that the signature binds the agreement.'),
  })
  .meta({ id: 'SpendPermission' })
export type SpendPermission = z.infer<typeof SpendPermission>

const ContractCall = z.strictObject({
  to: address.describe('Contract that is called.'),
  data: z.string().describe('What is sent to it, in hex.'),
})

/** EIP-712 typed data of a permission, complete: a wallet signs it as it is. */
const PermissionTypedData = z
  .strictObject({
    types: z.record(z.string(), z.array(z.strictObject({ name: z.string(), type: z.string() }))),
    primaryType: z.literal('SpendPermission'),
    domain: z.strictObject({
      name: z.string(),
      version: z.string(),
      chainId: z.int(),
      verifyingContract: address,
    }),
    message: SpendPermission,
  })
  .meta({ id: 'PermissionTypedData' })
export type PermissionTypedData = z.infer<typeof PermissionTypedData>

const ofPermission = {
  spool_id: SpoolId,
  network: z.string().describe('Chain of the permission, `eip155:<chain id>`.'),
  manager: address.describe('Contract that keeps permissions.'),
  permission: SpendPermission,
  permission_hash: bytes32.describe('The digest that is signed, by which the manager knows the permission.'),
}

/** The permission that the buyer is asked to grant for a Spool. It stays the same while it can be used. */
export const SettlementGrantTemplate = z
  .strictObject({
    ...ofPermission,
    typed_data: PermissionTypedData,
    approve_transaction: ContractCall.describe('What the account itself may call instead of signing.'),
    maximum_all_in_cents: z.int().min(0),
    allowance_units: decimal.describe('The allowance in the smallest units of the token.'),
    requirements: z.array(z.string()).describe('What must hold of the account.'),
    expires_at: Timestamp,
  })
  .meta({ id: 'SettlementGrantTemplate' })
export type SettlementGrantTemplate = z.infer<typeof SettlementGrantTemplate>

/** The whole permission of the template, and either its signature or the transaction in which the account approved it. */
export const SettlementGrantRequest = z
  .strictObject({
    permission: SpendPermission,
    signature: z
      .string()
      .regex(/^0x(?:[0-9a-fA-F]{2}){65,4096}$/, 'must be 0x and the hex digits of a signature')
      .optional(),
    approval_tx_hash: bytes32.optional().describe('The transaction in which the account approved it.'),
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
    state: z.enum(grantStates).nullable(),
    approved: z.boolean().nullable().describe('Whether the manager has it as approved.'),
    revoked: z.boolean().nullable().describe('Whether the account or the spender took it back, for good.'),
    revoked_at: Timestamp.nullable().describe('When the service saw that it is revoked for good.'),
    revoked_by: z
      .enum(grantRevokers)
      .nullable()
      .describe(
        'How it was revoked: by the account, with the payment under it, or released by the service because nothing will be paid under it.',
      ),
    revoked_in: z.string().nullable().describe('The transaction of the service that revoked it.'),
    window: z.enum(['not_started', 'open', 'ended']).nullable(),
    current_period: z
      .strictObject({ start: decimal, end: decimal, spent_units: decimal, remaining_units: decimal })
      .nullable(),
    revocation: z
      .strictObject({
        url: z.url().describe('Where the account can revoke it without this service.'),
        manager: address,
        chain_id: z.int(),
        call: ContractCall.describe('What the account sends to revoke it.'),
      })
      .describe('How the account takes the authority back by itself.'),
  })
  .meta({ id: 'SettlementGrant' })
export type SettlementGrant = z.infer<typeof SettlementGrant>
