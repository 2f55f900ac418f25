import { environments, invitedKeyScopes } from '@outturn/vocabulary'
import { z } from 'zod'
import { KeyId, PartyId, SpoolId, Timestamp } from '@outturn/agreement'

export const GrantToken = z.string().regex(/^spg_[A-Za-z0-9]{32}$/)

/** A single-use grant for the counterparty of one Spool, valid for 15 minutes. */
export const Invitation = z
  .strictObject({
    grant_token: GrantToken,
    expires_at: Timestamp,
    exchange_url: z.string(),
    spool_id: SpoolId,
    party_id: PartyId,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

export const KeyExchangeRequest = z
  .strictObject({ grant_token: GrantToken })
  .meta({ id: 'KeyExchangeRequest' })

/** The key that a grant was exchanged for. `api_key` is in this answer and nowhere else. */
export const ExchangedKey = z
  .strictObject({
    api_key: z.string(),
    key_id: KeyId,
    scope: z.enum(invitedKeyScopes),
    spool_id: SpoolId.nullable(),
    party_id: PartyId.nullable(),
    environment: z.enum(environments),
    created_at: Timestamp,
    expires_at: Timestamp.nullable(),
  })
  .meta({ id: 'ExchangedKey' })
export type ExchangedKey = z.infer<typeof ExchangedKey>
