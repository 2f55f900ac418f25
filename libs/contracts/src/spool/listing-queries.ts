import { DisputeId, ReceiptId, ShareId, SpoolId, Timestamp } from '@outturn/agreement'
import {
  actionNames,
  disputeStatuses,
  nextStepActors,
  nextStepTypes,
  partyKinds,
  sides,
} from '@outturn/vocabulary'
import { z } from 'zod'
import { errorCodeNames } from '../errors/codes.ts'
import { defineQuery } from '../operation.ts'

/** State of a Spool in one word; of several that apply the first counts. */
export const spoolListStates = [
  'disputed',
  'cancelled',
  'expired',
  'passed',
  'partial',
  'failed',
  'undecided',
  'draft',
  'proposed',
  'declined',
  'in_progress',
] as const
export type SpoolListState = (typeof spoolListStates)[number]

const ListedParty = z.strictObject({ name: z.string(), kind: z.enum(partyKinds) })

/** A Spool in one row of a list, as one of its parties sees it. */
export const ListedSpool = z.strictObject({
  id: SpoolId,
  shareId: ShareId,
  title: z.string(),
  /** The side that the account is on. */
  side: z.enum(sides),
  buyer: ListedParty,
  provider: ListedParty,
  state: z.enum(spoolListStates),
  amountCents: z.int(),
  currency: z.string(),
  /** Null before the first verdict. */
  earnedCents: z.int().nullable(),
  nextStep: z.strictObject({
    type: z.enum(nextStepTypes),
    actor: z.enum(nextStepActors),
    reason: z.string(),
  }),
  /** Whether the account takes the next step. */
  isWaitingForMe: z.boolean(),
  receiptId: ReceiptId.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ListedSpool = z.infer<typeof ListedSpool>

/** Text that a reader searches for: no control characters, which no name has. */
const searchText = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must have no control characters')

const listInput = { limit: z.int().min(1).max(100), after: SpoolId.exactOptional() }
const listOutput = {
  /** Cursor of the next page; null on the last. A page with a cursor may have fewer items than asked for, or none. */
  nextCursor: SpoolId.nullable(),
}

/**
 * Spools that the account is a party of, the newest first, in rows of a list. Filters are combined. One page looks at a bounded number of
 * Spools: where few match, it says where the search goes on.
 */
export const listAccountSpools = defineQuery('spool.list-for-account', {
  input: z.strictObject({
    ...listInput,
    state: z.enum(spoolListStates).exactOptional(),
    /** Part of the name of a party, or the ID of an account or a party. */
    party: searchText.exactOptional(),
    /** Bounds of the time of creation; `before` is excluded. */
    from: Timestamp.exactOptional(),
    before: Timestamp.exactOptional(),
    /** Only Spools whose next step is the account's. */
    isWaitingForMe: z.literal(true).exactOptional(),
  }),
  output: z.strictObject({ data: z.array(ListedSpool), ...listOutput }),
  refuses: ['forbidden', 'validation_failed'],
  sentBy: ['gateway'],
})

/** A dispute in one row of a list. */
export const ListedDispute = z.strictObject({
  id: DisputeId,
  receiptId: ReceiptId,
  spoolId: SpoolId,
  spoolTitle: z.string(),
  status: z.enum(disputeStatuses),
  /** Side that opened it, and the one that the account is on. */
  openedBy: z.enum(sides),
  side: z.enum(sides),
  otherParty: z.string(),
  holdsSettlement: z.boolean(),
  amountCents: z.int(),
  earnedCents: z.int().nullable(),
  currency: z.string(),
  openedAt: Timestamp,
  deadline: Timestamp,
  closedAt: Timestamp.nullable(),
})
export type ListedDispute = z.infer<typeof ListedDispute>

/** Disputes of the Spools that the account is a party of, by Spool, the newest Spool first. */
export const listDisputes = defineQuery('spool.list-disputes', {
  input: z.strictObject({ ...listInput, isOpen: z.literal(true).exactOptional() }),
  output: z.strictObject({ data: z.array(ListedDispute), ...listOutput }),
  refuses: ['forbidden', 'validation_failed'],
  sentBy: ['gateway'],
})

/** Why an action may not be taken. */
const DeniedAction = z.strictObject({
  code: z.enum(errorCodeNames),
  reason: z.string(),
  message: z.string(),
  remediation: z.string().nullable(),
})

/** Whether a party may take an action; null where nothing denies it. */
const ActionOfSide = z.strictObject({ side: z.enum(sides), denial: DeniedAction.nullable() })

/** One action of the lifecycle with who may take it now: the caller as it asks, the other party with all rights. */
export const ExplainedAction = z.strictObject({
  action: z.enum(actionNames),
  own: ActionOfSide,
  other: ActionOfSide,
})
export type ExplainedAction = z.infer<typeof ExplainedAction>

/** Who may take which action of a Spool, and why not; whether the account may open a dispute, and until when. */
export const explainActions = defineQuery('spool.explain-actions', {
  input: z.strictObject({ spoolId: SpoolId }),
  output: z.strictObject({
    actions: z.array(ExplainedAction),
    dispute: z.strictObject({
      denial: DeniedAction.nullable(),
      /** End of the time in which the latest receipt can be disputed; null before the first receipt. */
      until: Timestamp.nullable(),
    }),
    /** Set while one side asks to cancel: the side that asked. */
    cancelRequestedBy: z.enum(sides).nullable(),
  }),
  refuses: ['spool_not_found', 'unauthenticated', 'forbidden'],
  sentBy: ['gateway'],
})
