import { AnomalyId, ReceiptId, SettlementId, SpoolId, Timestamp } from '@outturn/agreement'
import { settlementLegs, settlementStates } from '@outturn/vocabulary'
import { z } from 'zod'
import { Micros } from '../http/billing.ts'
import { grantRevokers } from '../http/spools/settlement-grant.ts'
import { defineCommand, defineQuery } from '../operation.ts'

const reason = z.string().trim().min(1).max(500)
const limit = z.int().min(1).max(1_000)

/** A settlement as an operator sees it. */
const SettlementRow = z.strictObject({
  id: SettlementId,
  spoolId: SpoolId,
  lane: z.enum(['wallet', 'card']),
  state: z.enum(settlementStates),
  /** Null until the verdict is final. */
  earnedCents: z.int().nullable(),
  feeCents: z.int().nullable(),
  isHeld: z.boolean(),
  /** Whether an operator recorded that it was settled elsewhere. */
  isClosed: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const AnomalyRow = z.strictObject({
  id: AnomalyId,
  kind: z.string(),
  subject: z.string(),
  settlementId: SettlementId.nullable(),
  detail: z.string(),
  foundAt: Timestamp,
  closedAt: Timestamp.nullable(),
  closedBy: z.string().nullable(),
})

const ActionRow = z.strictObject({
  kind: z.string(),
  reason: z.string(),
  evidence: z.string().nullable(),
  doneBy: z.string(),
  at: Timestamp,
})

/** Settlements, the oldest first, at most `limit`: those that have not ended, those in one state, or all for null. */
export const listSettlements = defineQuery('settlement.list-settlements', {
  input: z.strictObject({ state: z.enum([...settlementStates, 'open']).nullable(), limit }),
  output: z.array(SettlementRow),
  sentBy: ['operator'],
})

/** Everything that is known of one settlement. */
export const showSettlement = defineQuery('settlement.show-settlement', {
  /** A settlement or its Spool. */
  input: z.strictObject({ reference: z.union([SettlementId, SpoolId]) }),
  output: z.strictObject({
    /** One, or none of a Spool that was not committed. */
    settlement: z.array(SettlementRow),
    /** Null where there is none. */
    terms: z
      .strictObject({
        payer: z.string(),
        payee: z.string(),
        feeRecipient: z.string(),
        /** Null by card. */
        chainId: z.int().nullable(),
        token: z.string().nullable(),
        receiptId: ReceiptId.nullable(),
        /** Whether an open dispute or discrepancy keeps it from going on. */
        isDisputed: z.boolean(),
        nextLookAt: Timestamp.nullable(),
      })
      .nullable(),
    legs: z.array(
      z.strictObject({
        leg: z.enum(settlementLegs),
        attempt: z.int(),
        state: z.string(),
        cents: z.int(),
        nonce: z.string(),
        validBefore: Timestamp,
        transaction: z.string().nullable(),
      }),
    ),
    /** Of a settlement by card, the first one first. */
    holds: z.array(
      z.strictObject({
        hold: z.int(),
        state: z.string(),
        end: z.string().nullable(),
        problem: z.string().nullable(),
        cents: z.int(),
        paymentIntent: z.string().nullable(),
        holdEndsAt: Timestamp.nullable(),
      }),
    ),
    /** Authority that the buyer was asked for and granted, the first one first. */
    grants: z.array(
      z.strictObject({
        generation: z.int(),
        permissionHash: z.string(),
        isGranted: z.boolean(),
        allowanceCents: z.int(),
        endsAt: Timestamp,
        /** When it was seen to be revoked for good, by whom, and in which transaction of this service. */
        revokedAt: Timestamp.nullable(),
        revokedBy: z.enum(grantRevokers).nullable(),
        revokedIn: z.string().nullable(),
      }),
    ),
    transactions: z.array(
      z.strictObject({
        carries: z.enum([...settlementLegs, 'release']),
        /** Which attempt at the leg, or the generation of the grant that is released. */
        n: z.int(),
        signerNonce: z.int(),
        state: z.string(),
        version: z.int(),
        transaction: z.string(),
        maxFeePerGas: z.string(),
        signedAt: Timestamp,
      }),
    ),
    books: z.array(
      z.strictObject({ key: z.string(), from: z.string(), to: z.string(), micros: Micros, at: Timestamp }),
    ),
    anomalies: z.array(AnomalyRow),
    actions: z.array(ActionRow),
  }),
  refuses: ['not_found'],
  sentBy: ['operator'],
})

/** Keeps anything from being sent to the chain or taken from a card, or lets it go on. What others send is recorded meanwhile. */
export const switchSending = defineCommand('settlement.switch-sending', {
  input: z.strictObject({ isPaused: z.boolean(), reason }),
  output: z.strictObject({ isPaused: z.boolean() }),
  sentBy: ['operator'],
})

/** Keeps one settlement from sending or taking more, or lets it go on. What was sent before is not called back. */
export const holdSettlement = defineCommand('settlement.hold', {
  input: z.strictObject({ settlementId: SettlementId, isHeld: z.boolean(), reason }),
  output: SettlementRow,
  refuses: ['conflict', 'not_found'],
  sentBy: ['operator'],
})

/** Offers more now for the transaction of a settlement that no block took. */
export const bumpSettlement = defineCommand('settlement.bump', {
  input: z.strictObject({ settlementId: SettlementId, reason }),
  output: z.strictObject({ settlementId: SettlementId, version: z.int() }),
  refuses: ['conflict', 'not_found', 'settlement_unavailable'],
  sentBy: ['operator'],
})

/** Asks the chain, or the processor of cards, about a settlement now and takes it on. */
export const recheckSettlement = defineCommand('settlement.recheck', {
  input: z.strictObject({ settlementId: SettlementId, reason }),
  output: SettlementRow,
  refuses: ['not_found'],
  sentBy: ['operator'],
})

/** Records that what is still owed of a settlement was settled elsewhere; nothing of it is asked for or sent any more. */
export const closeSettlement = defineCommand('settlement.close', {
  input: z.strictObject({
    settlementId: SettlementId,
    reason,
    /** Where the proof lies that it was settled. */
    evidence: z.string().trim().min(1).max(200),
  }),
  output: SettlementRow,
  refuses: ['conflict', 'not_found'],
  sentBy: ['operator'],
})

/** Anomalies that are open, or all of them, the newest first. */
export const listSettlementAnomalies = defineQuery('settlement.list-anomalies', {
  input: z.strictObject({ isOpen: z.boolean(), limit }),
  output: z.array(AnomalyRow),
  sentBy: ['operator'],
})

/** Closes an anomaly that an operator has looked into. */
export const resolveSettlementAnomaly = defineCommand('settlement.resolve-anomaly', {
  input: z.strictObject({ anomalyId: AnomalyId, reason }),
  output: z.strictObject({ anomalyId: AnomalyId, closedBy: z.string() }),
  refuses: ['conflict', 'not_found'],
  sentBy: ['operator'],
})
