import { AccountId, EvidenceId, ReceiptId, SpoolId, Timestamp } from '@outturn/agreement'
import { z } from 'zod'
import { type Command, defineCommand, defineQuery } from '../operation.ts'
import { exportingServices, type ExportingService, spoolsAtOnce } from './account-export.ts'

/** Services that erase their part of an account. */
export const erasingServices = exportingServices
export type ErasingService = ExportingService

const ErasedRows = z.strictObject({ table: z.string(), rows: z.int().min(1) })

/** Why something of an account cannot be erased yet, and what to do about it. */
export const ErasureBlocker = z.strictObject({ message: z.string(), remediation: z.string() })
export type ErasureBlocker = z.infer<typeof ErasureBlocker>

/** One page of an erasure. */
export const ErasurePage = z.strictObject({
  /** Rows that are changed, by table; of a plan, those that would be. */
  tables: z.array(ErasedRows),
  blockers: z.array(ErasureBlocker),
  /** The `after` of the next page; null on the last. */
  next: z.string().nullable(),
  /** Spools of the page to which the account supplied something; of the spool service alone. */
  spoolIds: z.array(SpoolId).optional(),
  /** Receipts of the page that a run of the account corrected with words of its own; of the spool service alone. */
  correctedReceiptIds: z.array(ReceiptId).optional(),
})
export type ErasurePage = z.infer<typeof ErasurePage>

const page = {
  accountId: AccountId,
  /** Where the page before ended; null for the first one. */
  after: z.string().nullable(),
  /** Spools to which the account supplied something: asks for what is found by them alone. */
  spoolIds: z.array(SpoolId).max(spoolsAtOnce).optional(),
}

/** What an erasure of an account would change in one service, and why it cannot begin. Changes nothing. */
export function planErasure(service: ErasingService) {
  return defineQuery(`${service}.plan-erasure`, {
    input: z.strictObject(page),
    output: ErasurePage,
    sentBy: ['operator', 'signing'],
  }) satisfies Command
}

/**
 * Erases what one service keeps of an account, as far as nothing blocks it. Two operators decided it before: the service that keeps the list
 * of erasures sends this, and no operator does. A repetition goes on where an earlier one ended.
 */
export function eraseAccount(service: ErasingService) {
  return defineCommand(`${service}.erase-account`, {
    // After a restore the erasure was decided before: what the restored database holds open does not keep it from being repeated.
    input: z.strictObject({ ...page, isRepeated: z.boolean() }),
    output: ErasurePage,
    sentBy: ['signing'],
  }) satisfies Command
}

/** Deletes a content again that its party had withdrawn before the database was restored to an earlier time. */
export const repeatWithdrawal = defineCommand('spool.repeat-withdrawal', {
  input: z.strictObject({ spoolId: SpoolId, evidenceId: EvidenceId }),
  output: z.strictObject({ isHeld: z.boolean() }),
  sentBy: ['signing'],
})

/** An erasure as operators see it. */
export const AccountErasure = z.strictObject({
  accountId: AccountId,
  state: z.enum(['requested', 'erasing', 'erased']),
  requestedBy: z.string().nullable(),
  /** Of a request that is not approved. */
  expiresAt: Timestamp.nullable(),
  approvedBy: z.string().nullable(),
  /** When it was put into the list outside of the database. */
  listedAt: Timestamp.nullable(),
  erasedAt: Timestamp.nullable(),
  /** What it waits for, such as a Spool that is still open or a service that does not answer. */
  waitsFor: z.array(z.string()),
})
export type AccountErasure = z.infer<typeof AccountErasure>

/** An operator's request to erase an account; it has no effect until another operator approves it. */
export const requestErasure = defineCommand('signing.request-erasure', {
  input: z.strictObject({ accountId: AccountId, reason: z.string().trim().min(1).max(500) }),
  output: AccountErasure,
  refuses: ['configuration_unavailable', 'conflict', 'invalid_state'],
  sentBy: ['operator'],
})

/** Approves it as another operator, puts it into the list and begins. */
export const approveErasure = defineCommand('signing.approve-erasure', {
  input: z.strictObject({ accountId: AccountId }),
  output: AccountErasure,
  refuses: ['configuration_unavailable', 'forbidden', 'invalid_state', 'not_found'],
  sentBy: ['operator'],
})

/** Erasures that are requested or under way, the oldest first; with an account its own, also when it has ended. */
export const listErasures = defineQuery('signing.list-erasures', {
  input: z.strictObject({ accountId: AccountId.nullable() }),
  output: z.strictObject({
    erasures: z.array(AccountErasure),
    /** Withdrawn contents that came back with a restore and are not deleted again yet. */
    contents: z.int(),
  }),
  sentBy: ['operator'],
})
