import { environments, invitedKeyScopes } from '@outturn/vocabulary'
import { z } from 'zod'
import { KeyId, PartyId, SpoolId, Timestamp } from '@outturn/agreement'

export const GrantToken = z
  .string()
  .regex(/^spg_[A-Za-z0-9]{32}$/)
  .meta({
    id: 'GrantToken',
    description: 'Token that can be exchanged once for an API key, within 15 minutes.',
    examples: [`spg_${'A1b2C3d4'.repeat(4)}`],
  })

/** A single-use grant for the counterparty of one Spool, valid for 15 minutes. */
export const Invitation = z
  .strictObject({
    grant_token: GrantToken,
    expires_at: Timestamp.describe('Time at which the grant expires.'),
    exchange_url: z.string().meta({
      description: 'URL at which the grant is exchanged for its API key.',
      examples: ['https://outturn.example/api/v1/keys/exchange'],
    }),
    page_url: z
      .string()
      .nullable()
      .meta({
        description:
          'URL of the page on which a person reads the agreement and joins. Opening it uses nothing up. Null in the sandbox.',
        examples: [`https://outturn.example/invitation/spg_${'A1b2C3d4'.repeat(4)}`],
      }),
    spool_id: SpoolId.describe('ID of the Spool.'),
    party_id: PartyId.describe('ID of the invited party.'),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

export const KeyExchangeRequest = z
  .strictObject({ grant_token: GrantToken })
  .meta({ id: 'KeyExchangeRequest' })

/** The key that a grant was exchanged for. `api_key` is in this answer and nowhere else. */
export const ExchangedKey = z
  .strictObject({
    api_key: z
      .string()
      .meta({ description: 'The API key. It is shown only once.', examples: ['spk_live_…'] }),
    key_id: KeyId.describe('ID of the API key.'),
    scope: z.enum(invitedKeyScopes).describe('Scope of the API key.'),
    spool_id: SpoolId.nullable().describe(
      'ID of the only Spool that the key can access; null if it can access all Spools of its account.',
    ),
    party_id: PartyId.nullable().describe(
      'ID of the party that the key acts for; null if it is not limited to one.',
    ),
    environment: z.enum(environments).describe('Environment of the API key.'),
    created_at: Timestamp.describe('Time at which the API key was created.'),
    expires_at: Timestamp.nullable().describe(
      'Time at which the API key expires; null if it does not expire.',
    ),
  })
  .meta({ id: 'ExchangedKey' })
export type ExchangedKey = z.infer<typeof ExchangedKey>
