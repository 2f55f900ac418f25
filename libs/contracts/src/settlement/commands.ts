import { AccountId, SettlementId, SpoolId, Timestamp } from '@outturn/agreement'
import { settlementModes } from '@outturn/vocabulary'
import { z } from 'zod'
import { SettlementSignaturesRequest } from '../http/spools/settlement.ts'
import { defineCommand, defineQuery } from '../operation.ts'
import { SettlementSummary } from './events.ts'

/** Settlement adapters this deployment has configured; `external` is always there: others settle with the receipt. */
export const readSettlementCapabilities = defineQuery('settlement.read-capabilities', {
  input: z.strictObject({
    /** Names those that this account can use. */
    accountId: AccountId.optional(),
  }),
  output: z.strictObject({
    adapters: z.array(z.string()),
    /** Addresses of contracts that take part in payments from wallets: no party pays from them or is paid there. In lower case. */
    reservedAddresses: z.array(z.string()).exactOptional(),
  }),
  sentBy: ['gateway', 'operator', 'spool'],
})

/** Where a party is paid or pays: `wallet:eip155:<chain>:0x…`, as the agreement has it. */
export const partyWallet = z.string().regex(/^wallet:eip155:[1-9]\d*:0x[0-9a-fA-F]{40}$/)

/** Commits to settle a Spool from the buyer's wallet. Idempotent by Spool: a repetition answers like the first time. */
export const commitSettlement = defineCommand('settlement.commit', {
  input: z.strictObject({
    spoolId: SpoolId,
    /** That of the buyer. */
    accountId: AccountId,
    mode: z.enum(settlementModes),
    payer: partyWallet.nullable(),
    payee: partyWallet.nullable(),
    /** Most that may be earned, and most that the service takes beside it, in cents. */
    maximumCents: z.int().min(0),
    maximumFeeCents: z.int().min(0),
    /** Most that will move from now on: what is due where the verdict is final, else what was quoted at most. */
    neededCents: z.int().min(0),
  }),
  output: z.strictObject({
    settlementId: SettlementId,
    /** When the grant ends by which it is committed; left out where it is committed by none. */
    grantEndsAt: Timestamp.exactOptional(),
  }),
  refuses: [
    'conflict',
    'invalid_state',
    'payout_destination_required',
    'settlement_unavailable',
    'validation_failed',
  ],
  sentBy: ['spool'],
})

/** Takes the buyer's signatures of the legs that a settlement asks for; sent again, they change nothing. */
export const signLegs = defineCommand('settlement.sign-legs', {
  input: z.strictObject({ spoolId: SpoolId, request: SettlementSignaturesRequest }),
  output: SettlementSummary,
  refuses: ['conflict', 'invalid_state', 'settlement_unavailable', 'validation_failed'],
  sentBy: ['spool'],
})
