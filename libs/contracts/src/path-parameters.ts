import { z } from 'zod'
import { Refusal } from './errors/refusal.ts'
import {
  absent,
  absentDiscrepancy,
  absentDispute,
  absentReview,
  absentSource,
  absentSpool,
} from './errors/refusals.ts'
import { recipeIdPattern } from './http/recipe.ts'
import {
  DiscrepancyId,
  DisputeId,
  EvidenceId,
  idPattern,
  ReceiptId,
  ReviewId,
  ShareId,
  SourceId,
  SpoolId,
} from '@outturn/agreement'

/** A parameter in a path. */
export type PathParameter = {
  readonly pattern: string
  readonly description: string
  /** Name by which the interface document shares it; without one it is written out where it is used. */
  readonly component?: string
  /** The member of a command's input that it fills. */
  readonly fills?: string
  /** Without one its endpoint reads it itself. */
  readonly schema?: z.ZodType<string>
  /** How a value that the schema does not take is refused: like a resource that does not exist. */
  readonly absent?: () => Refusal
}

const noReceipt = () => absent('There is no such receipt.')
const noRecipe = () => new Refusal('recipe_not_found', 'There is no such recipe.', { field: 'id' })

export const spoolParams = {
  id: {
    pattern: idPattern('spool').source,
    description: 'ID of the Spool.',
    component: 'SpoolId',
    fills: 'spoolId',
    schema: SpoolId,
    absent: absentSpool,
  },
} as const satisfies Record<string, PathParameter>

/** An evidence item of a Spool. */
export const evidenceParams = {
  ...spoolParams,
  evidence_id: {
    pattern: idPattern('evidence').source,
    description: 'ID of the evidence item.',
    component: 'EvidenceId',
    fills: 'evidenceId',
    schema: EvidenceId,
    absent: () => absent('This Spool has no such evidence.'),
  },
} as const satisfies Record<string, PathParameter>

/** A Spool by its id or by its share id. */
export const readableSpoolParams = {
  id: {
    pattern: `${idPattern('spool').source}|${idPattern('share').source}`,
    description: 'ID of the Spool, or its share ID.',
    component: 'SpoolOrShareId',
    fills: 'id',
    schema: z.union([SpoolId, ShareId]),
    absent: absentSpool,
  },
} as const satisfies Record<string, PathParameter>

export const shareParams = {
  share_id: {
    pattern: idPattern('share').source,
    description: 'Share ID of the Spool.',
    schema: ShareId,
    absent: absentSpool,
  },
} as const satisfies Record<string, PathParameter>

export const returnParams = {
  return_id: {
    pattern: '^[0-9a-f]{32}$',
    description: 'ID of the page.',
    schema: z.string().regex(/^[0-9a-f]{32}$/),
    absent: () => absent('There is no such page.'),
  },
} as const satisfies Record<string, PathParameter>

export const receiptParams = {
  receipt_id: {
    pattern: idPattern('receipt').source,
    description: 'ID of the receipt.',
    component: 'ReceiptId',
    fills: 'receiptId',
    schema: ReceiptId,
    absent: noReceipt,
  },
} as const satisfies Record<string, PathParameter>

export const disputeParams = {
  dispute_id: {
    pattern: idPattern('dispute').source,
    description: 'ID of the dispute.',
    fills: 'disputeId',
    schema: DisputeId,
    absent: absentDispute,
  },
} as const satisfies Record<string, PathParameter>

export const discrepancyParams = {
  discrepancy_id: {
    pattern: idPattern('discrepancy').source,
    description: 'ID of the discrepancy.',
    fills: 'discrepancyId',
    schema: DiscrepancyId,
    absent: absentDiscrepancy,
  },
} as const satisfies Record<string, PathParameter>

export const reviewParams = {
  review_id: {
    pattern: idPattern('review').source,
    description: 'ID of the review.',
    component: 'ReviewId',
    fills: 'reviewId',
    schema: ReviewId,
    absent: absentReview,
  },
} as const satisfies Record<string, PathParameter>

export const recipeParams = {
  id: {
    pattern: recipeIdPattern.source,
    description: 'Name and version of the recipe.',
    fills: 'id',
    schema: z.string().max(80).regex(recipeIdPattern, 'must be a name and a version, such as "lead-list@1"'),
    absent: noRecipe,
  },
} as const satisfies Record<string, PathParameter>

export const sourceParams = {
  source_id: {
    pattern: idPattern('source').source,
    description: 'ID of the source.',
    component: 'SourceId',
    fills: 'sourceId',
    schema: SourceId,
    absent: absentSource,
  },
} as const satisfies Record<string, PathParameter>

/** The same where every source that does not exist is answered like a wrong signature. */
export const deliveryParams = {
  source_id: { pattern: idPattern('source').source, description: 'ID of the source.', component: 'SourceId' },
} as const satisfies Record<string, PathParameter>
