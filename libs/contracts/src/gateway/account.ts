import { AccountId, KeyId, PartyId, SpoolId } from '@outturn/agreement'
import { environments, keyScopes, partyKinds } from '@outturn/vocabulary'
import { z } from 'zod'
import { Allowance } from '../http/billing.ts'

/** The account of a caller, and the key or sandbox session that it called with. */
export const Account = z
  .strictObject({
    id: AccountId.describe('ID of the account.'),
    name: z.string().meta({ description: 'Name of the account.', examples: ['Acme'] }),
    kind: z.enum(partyKinds).describe('Kind of the account holder.'),
    environment: z
      .enum(environments)
      .describe('Environment of the account: `demo` for a sandbox session, else `production`.'),
    scope: z.enum(keyScopes).describe('Operations that the credential of this request allows.'),
    key: z
      .strictObject({
        id: KeyId.describe('ID of the key.'),
        name: z.string().meta({ description: 'Name of the key; may be empty.', examples: ['ci'] }),
      })
      .nullable()
      .describe('Key of this request; null for a sandbox session.'),
    spool_id: SpoolId.nullable().describe(
      'The only Spool that the credential gives access to; null for all.',
    ),
    party_id: PartyId.nullable().describe('Party of that Spool that the credential acts for; null for all.'),
    limits: z
      .strictObject({
        requests_per_minute: z
          .int()
          .meta({ description: 'Number of requests per minute and client address.', examples: [120] }),
      })
      .describe('Limits of the account.'),
    allowance: Allowance.nullable().describe(
      'Runs and compilations included per month; null for a sandbox session and for a counterparty key, which have none.',
    ),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof Account>
