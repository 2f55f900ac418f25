import { ClaimId, DiscrepancyId, FactId, SpoolId, Timestamp } from '@outturn/agreement'
import {
  caseSeverities,
  discrepancyActs,
  discrepancyKinds,
  discrepancyOutcomes,
  discrepancyStatuses,
  sides,
} from '@outturn/vocabulary'
import { z } from 'zod'
import { anyScope, keyAccess } from '../../access.ts'
import {
  DiscrepancyList,
  DiscrepancyRequest,
  DiscrepancyView,
  DismissDiscrepancyRequest,
  ResolveDiscrepancyRequest,
} from '../../http/casework/discrepancy.ts'
import { defineCommand, defineQuery } from '../../operation.ts'
import { discrepancyParams, spoolParams } from '../../path-parameters.ts'
import { pageQuery } from '../../query-parameters.ts'
import { actionRefusals } from '../action-target.ts'

/** Reports a difference; one that blocks holds the money of the Spool. */
export const openDiscrepancy = defineCommand('spool.open-discrepancy', {
  input: z.strictObject({ spoolId: SpoolId, request: DiscrepancyRequest }),
  output: DiscrepancyView,
  refuses: [...actionRefusals, 'conflict', 'not_allowed_in_unilateral_mode', 'validation_failed'],
  http: {
    path: '/api/v1/spools/:id/discrepancies',
    access: keyAccess(anyScope),
    tag: 'Discrepancies',
    summary: 'Open a discrepancy',
    description:
      'Records that claims, facts or deliveries differ. It changes no verdict and no receipt and costs nothing. Use severity `block` to keep the money from being settled until both parties agree, `warn` to note the difference, and open-dispute to contest a receipt.',
    params: spoolParams,
    body: DiscrepancyRequest,
    example: {
      kind: 'quantity_mismatch',
      severity: 'block',
      description: 'The record has 96 resolved tickets, the invoice 98.',
      expected: '98',
      observed: '96',
    },
    success: { status: 201, description: 'The discrepancy.' },
  },
})

/** The discrepancies of a Spool, the newest first. */
export const listDiscrepancies = defineQuery('spool.list-discrepancies', {
  input: z.strictObject({
    spoolId: SpoolId,
    limit: z.int().min(1).max(100),
    after: DiscrepancyId.optional(),
    status: z.enum(discrepancyStatuses).optional(),
  }),
  output: DiscrepancyList,
  refuses: ['spool_not_found', 'unauthenticated', 'validation_failed'],
  http: {
    operationId: 'list-discrepancies',
    path: '/api/v1/spools/:id/discrepancies',
    access: keyAccess(anyScope),
    tag: 'Discrepancies',
    summary: 'List the discrepancies of a Spool',
    description:
      'Lists the differences that the parties and matches recorded, one page at a time. It costs nothing. Filter by `status`; read on with `after` set to `next_cursor`.',
    isPrivate: true,
    params: spoolParams,
    query: pageQuery(DiscrepancyId).extend({
      status: z.enum(discrepancyStatuses).optional().describe('Only discrepancies of this status.'),
    }),
    success: { status: 200, description: 'One page of discrepancies, newest first.' },
  },
})

/** The discrepancies of a Spool that name one of these claims or facts, the newest first, for both parties. */
export const findDiscrepanciesAbout = defineQuery('spool.find-discrepancies-about', {
  input: z.strictObject({
    spoolId: SpoolId,
    about: z.array(z.union([ClaimId, FactId])).max(200),
    limit: z.int().min(1).max(100),
  }),
  output: z.strictObject({ data: z.array(DiscrepancyView) }),
  refuses: ['spool_not_found', 'unauthenticated'],
  sentBy: ['gateway'],
})

/** One discrepancy, for both parties of its Spool. */
export const readDiscrepancy = defineQuery('spool.read-discrepancy', {
  input: z.strictObject({ discrepancyId: DiscrepancyId }),
  output: DiscrepancyView,
  refuses: ['not_found', 'unauthenticated'],
  http: {
    path: '/api/v1/discrepancies/:discrepancy_id',
    access: keyAccess(anyScope),
    tag: 'Discrepancies',
    summary: 'Read a discrepancy',
    description:
      'Returns a discrepancy: what differs, what was proposed, whose word is awaited, and what you may do. It costs nothing. Use it to see if a block still holds the money.',
    isPrivate: true,
    params: discrepancyParams,
    success: { status: 200, description: 'The discrepancy. Visible only to the parties of its Spool.' },
  },
})

const closing = {
  access: keyAccess(['full', 'counterparty']),
  tag: 'Discrepancies',
  params: discrepancyParams,
} as const
const refuses = [...actionRefusals, 'not_found', 'validation_failed'] as const

/** Settles a difference. One that blocks takes the word of both sides. */
export const resolveDiscrepancy = defineCommand('spool.resolve-discrepancy', {
  input: z.strictObject({ discrepancyId: DiscrepancyId, request: ResolveDiscrepancyRequest }),
  output: DiscrepancyView,
  refuses,
  http: {
    ...closing,
    path: '/api/v1/discrepancies/:discrepancy_id/resolve',
    summary: 'Resolve a discrepancy',
    description:
      'Says how a difference was settled. A `block` stays open until the other party sends the same outcome: until then this is a proposal, which either party can replace. It changes no verdict and no receipt and costs nothing.',
    body: ResolveDiscrepancyRequest,
    example: { outcome: 'accepted_variance', note: 'Tickets 97 and 98 were duplicates.' },
    success: { status: 200, description: 'The discrepancy: `resolved`, or open with the proposal.' },
  },
})

/** Says that there is no difference. One that blocks takes the word of both sides. */
export const dismissDiscrepancy = defineCommand('spool.dismiss-discrepancy', {
  input: z.strictObject({ discrepancyId: DiscrepancyId, request: DismissDiscrepancyRequest }),
  output: DiscrepancyView,
  refuses,
  http: {
    ...closing,
    path: '/api/v1/discrepancies/:discrepancy_id/dismiss',
    summary: 'Dismiss a discrepancy',
    description:
      'Says that there is no difference. Use it for a discrepancy that you or a match opened; for one of the other party use resolve-discrepancy. A `block` stays open until the other party dismisses it too.',
    body: DismissDiscrepancyRequest,
    example: { note: 'I had read last month’s record.' },
    success: { status: 200, description: 'The discrepancy: `dismissed`, or open with the proposal.' },
  },
})

const closeRequested = z.strictObject({
  discrepancyId: DiscrepancyId,
  spoolId: SpoolId,
  act: z.enum(discrepancyActs),
  outcome: z.enum(discrepancyOutcomes).nullable(),
  note: z.string(),
  requestedBy: z.string(),
  expiresAt: Timestamp,
})

/** Asks that a discrepancy which blocks be closed; nothing changes before another operator approves. */
export const requestDiscrepancyClose = defineCommand('spool.request-discrepancy-close', {
  input: z.strictObject({
    discrepancyId: DiscrepancyId,
    act: z.enum(discrepancyActs),
    /** Null for a dismissal. */
    outcome: z.enum(discrepancyOutcomes).nullable(),
    /** What both parties read. */
    note: z.string().trim().min(1).max(2_000),
  }),
  output: closeRequested,
  refuses: ['conflict', 'invalid_state', 'not_found', 'store_conflict', 'validation_failed'],
  sentBy: ['operator'],
})

/** Closes a discrepancy that blocks, as another operator requested. */
export const approveDiscrepancyClose = defineCommand('spool.approve-discrepancy-close', {
  input: z.strictObject({ discrepancyId: DiscrepancyId }),
  output: z.strictObject({
    discrepancyId: DiscrepancyId,
    spoolId: SpoolId,
    status: z.enum(discrepancyStatuses),
    requestedBy: z.string(),
    approvedBy: z.string(),
    closedAt: Timestamp,
  }),
  refuses: ['forbidden', 'invalid_state', 'not_found', 'store_conflict', 'validation_failed'],
  sentBy: ['operator'],
})

/** Requests that wait for their second operator, the ones that expire first at the top. */
export const listDiscrepancyCloses = defineQuery('spool.list-discrepancy-closes', {
  input: z.strictObject({}),
  output: z.array(closeRequested),
  sentBy: ['operator'],
})

/** A discrepancy with everything that was written in it, for operators who decide about it. */
export const inspectDiscrepancy = defineQuery('spool.inspect-discrepancy', {
  input: z.strictObject({ discrepancyId: DiscrepancyId }),
  output: DiscrepancyView.omit({ can: true }).extend({
    texts: z.array(z.strictObject({ by: z.string(), text: z.string() })),
    closeRequest: closeRequested.omit({ discrepancyId: true, spoolId: true }).nullable(),
  }),
  refuses: ['not_found'],
  sentBy: ['operator'],
})

/** An open discrepancy in one row of a list. */
export const ListedDiscrepancy = z.strictObject({
  id: DiscrepancyId,
  spoolId: SpoolId,
  spoolTitle: z.string(),
  kind: z.enum(discrepancyKinds),
  /** What the claim or fact that a match found is about, and what is said of it. */
  subject: z.string().exactOptional(),
  predicate: z.string().exactOptional(),
  severity: z.enum(caseSeverities),
  openedBy: z.enum([...sides, 'service']),
  /** The side that the account is on. */
  side: z.enum(sides),
  otherParty: z.string(),
  /** The side that has to agree to a proposal; null where nothing was proposed. */
  awaiting: z.enum(sides).nullable(),
  openedAt: Timestamp,
  lapsesAt: Timestamp.nullable(),
})
export type ListedDiscrepancy = z.infer<typeof ListedDiscrepancy>

/** The open discrepancies of all Spools that the account is a party of, the newest first. */
export const listOpenDiscrepancies = defineQuery('spool.list-open-discrepancies', {
  input: z.strictObject({ limit: z.int().min(1).max(100), after: DiscrepancyId.exactOptional() }),
  output: z.strictObject({
    data: z.array(ListedDiscrepancy),
    /** Cursor of the next page; null on the last. */
    nextCursor: DiscrepancyId.nullable(),
  }),
  refuses: ['forbidden', 'validation_failed'],
  sentBy: ['gateway'],
})
