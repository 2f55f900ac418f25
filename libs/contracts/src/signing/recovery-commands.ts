import { z } from 'zod'
import { AccountId, ReceiptId, RecoveryId, RunId, Sha256Hex, SpoolId, Timestamp } from '@outturn/agreement'
import { defineCommand, defineQuery } from '../operation.ts'

const reason = z.string().trim().min(1).max(500)
const decision = z.enum(['succeed', 'adopt_floor'])
const size = z.int().min(0)

const refuses = [
  'configuration_unavailable',
  'conflict',
  'forbidden',
  'invalid_state',
  'not_found',
  'store_conflict',
  'validation_failed',
] as const

const recoveryRequest = z.strictObject({
  requestId: RecoveryId,
  decision,
  reason: z.string(),
  requestedBy: z.string(),
  expiresAt: Timestamp,
})

/** The log as the database has it, beside what was published last, and what an operator may decide. */
export const readLogFloor = defineQuery('signing.read-log-floor', {
  input: z.strictObject({}),
  output: z.strictObject({
    state: z.enum(['kept', 'restored']),
    /** What is wrong and the commands that end it; null where nothing is. */
    problem: z.strictObject({ message: z.string(), remediation: z.string() }).nullable(),
    stored: z.strictObject({ origin: z.string(), size, checkpointSize: size }),
    /** Null where it is missing or cannot be used. */
    floor: z.strictObject({ origin: z.string(), size, root: Sha256Hex, recoveryEpoch: size }).nullable(),
    recoveryEpoch: size,
    requests: z.array(recoveryRequest),
  }),
  sentBy: ['operator'],
})

/** Asks that a log end, or that its floor be taken from the database; nothing changes before another operator approves. */
export const requestRecovery = defineCommand('signing.request-recovery', {
  input: z.strictObject({
    decision,
    reason,
    /** The newest checkpoint that is known from elsewhere, where it is above the floor. */
    checkpoint: z.string().max(20_000).nullable(),
  }),
  output: recoveryRequest,
  refuses,
  sentBy: ['operator'],
})

/** Does what a request asks for. The operator who made the request cannot approve it. */
export const approveRecovery = defineCommand('signing.approve-recovery', {
  input: z.strictObject({ requestId: RecoveryId }),
  output: z.strictObject({
    requestId: RecoveryId,
    decision,
    requestedBy: z.string(),
    approvedBy: z.string(),
    recoveryEpoch: size,
    /** The log that is written to from now on. */
    origin: z.string(),
    /** The log that ended; null where none did. */
    ended: z.strictObject({ origin: z.string(), lastSize: size, restoredTo: size }).nullable(),
  }),
  refuses,
  sentBy: ['operator'],
})

/** Brings back leaves that the database lost, in their order. The log goes on when all of them are there and lead to the published root. */
export const recoverLog = defineCommand('signing.recover-log', {
  input: z.strictObject({
    /** Place of the first of these leaves. */
    index: size,
    entries: z.array(z.string().min(1).max(65_535)).min(1).max(1_024),
    reason,
  }),
  output: z.strictObject({
    /** The first leaf that is missing still; null when none is. */
    missingFrom: size.nullable(),
    floorSize: size,
    recoveryEpoch: size,
    /** Changes whose leaves came back and whose records did not: they have to be made again. */
    changes: z.strictObject({
      /** Receipts of the database whose status changed. */
      receiptIds: z.array(ReceiptId),
      statuses: size,
      keys: size,
    }),
  }),
  refuses,
  sentBy: ['operator'],
})

/** Takes back a receipt that was issued and lost, with its attestation, by its own signatures. */
export const importReceipt = defineCommand('signing.import-receipt', {
  input: z.strictObject({
    receipt: z.record(z.string(), z.unknown()),
    attestation: z.record(z.string(), z.unknown()),
    /** Accounts that may read it, beside those that may read another receipt of its Spool. */
    accountIds: z.array(AccountId).max(20),
  }),
  output: z.strictObject({
    receiptId: ReceiptId,
    runId: RunId,
    spoolId: SpoolId,
    /** False where the database has it already. */
    isNew: z.boolean(),
    /** The log has a change of its status, as by a revocation, that came back with the leaves alone: it has to be made again. */
    hasLostStatus: z.boolean(),
    visibleTo: z.array(AccountId),
  }),
  refuses,
  sentBy: ['operator'],
})

/** The time that the database does not have after a restore; null where it has all, or the restore is long ago. */
export const readLostTime = defineQuery('signing.read-lost-time', {
  input: z.strictObject({}),
  output: z.strictObject({
    lost: z.strictObject({ from: Timestamp, to: Timestamp }).nullable(),
    isRestored: z.boolean(),
    recoveryEpoch: size,
    /** The database has what was erased after the time that it was restored to. */
    lacksErasures: z.boolean().optional(),
  }),
  sentBy: ['gateway', 'settlement', 'spool'],
})
