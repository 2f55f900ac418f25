import { AccountId, Sha256Digest, Sha256Hex, SpoolId, Timestamp } from '@outturn/agreement'
import { z } from 'zod'
import {
  SettlementGrant,
  SettlementGrantRequest,
  SettlementGrantTemplate,
} from '../http/spools/settlement-grant.ts'
import { defineCommand, defineQuery } from '../operation.ts'
import { partyWallet } from './commands.ts'

/** What an accepted Spool says of the authority that its buyer may grant. */
export const GrantTerms = z.strictObject({
  spoolId: SpoolId,
  /** That of the buyer. */
  accountId: AccountId,
  payer: partyWallet.nullable(),
  maximumAllInCents: z.int().min(1),
  quoteDigest: Sha256Digest,
  agreementHash: Sha256Hex,
  expiresAt: Timestamp.nullable(),
})
export type GrantTerms = z.infer<typeof GrantTerms>

/** Whether new grants are taken now. */
export const readGrantSwitch = defineQuery('settlement.read-grant-switch', {
  input: z.strictObject({}),
  output: z.strictObject({ isPaused: z.boolean() }),
  sentBy: ['spool', 'operator'],
})

/** Answers the permission that is to be granted: the same until it was revoked or has ended. */
export const offerGrant = defineCommand('settlement.offer-grant', {
  input: GrantTerms,
  output: SettlementGrantTemplate,
  refuses: ['settlement_unavailable'],
  sentBy: ['spool'],
})

/** Keeps a grant that the chain would take now. A repetition changes nothing. */
export const recordGrant = defineCommand('settlement.record-grant', {
  input: z.strictObject({ terms: GrantTerms, request: SettlementGrantRequest }),
  output: SettlementGrant,
  refuses: [
    'grant_cap_exceeded',
    'invalid_state',
    'grants_paused',
    'settlement_unavailable',
    'validation_failed',
  ],
  sentBy: ['spool'],
})

export const readGrant = defineQuery('settlement.read-grant', {
  input: z.strictObject({ spoolId: SpoolId }),
  output: SettlementGrant,
  refuses: ['not_found'],
  sentBy: ['spool'],
})

const cap = z.int().min(0).max(100_000_000_000_000)

/** What bounds new grants; a cap that is null is that of the settings. */
export const GrantLimits = z.strictObject({
  isPaused: z.boolean(),
  spoolCapCents: cap.nullable(),
  accountCapCents: cap.nullable(),
  deploymentCapCents: cap.nullable(),
})
export type GrantLimits = z.infer<typeof GrantLimits>

/** Pauses new grants, lets them be taken again, or changes their caps; what is left out stays. Each change is kept with who and why. */
export const changeGrantLimits = defineCommand('settlement.change-grant-limits', {
  input: z.strictObject({
    change: z.strictObject({
      isPaused: z.boolean().exactOptional(),
      spoolCapCents: cap.nullable().exactOptional(),
      accountCapCents: cap.nullable().exactOptional(),
      deploymentCapCents: cap.nullable().exactOptional(),
    }),
    reason: z.string().min(1).max(1_000),
  }),
  output: GrantLimits,
  sentBy: ['operator'],
})
