import { Sha256Digest } from '@outturn/agreement'
import { z } from 'zod'

const shareOf = (verdict: string, example: number) =>
  z
    .int()
    .min(0)
    .max(10_000)
    .meta({ description: `Share of runs that ended \`${verdict}\`, in basis points.`, examples: [example] })

/** Rows of first runs of one kind of work, judged by the same checkers. */
export const OutcomeIndexRow = z
  .strictObject({
    deliverable_type: z.string().meta({
      description: 'Kind of deliverable; `other` for those beyond the 20 most used.',
      examples: ['dataset'],
    }),
    checkers: z
      .array(z.string())
      .meta({ description: 'Checkers of the conditions.', examples: [['completeness', 'row_count']] }),
    environment: z.literal('production').describe('Environment of the runs.'),
    runs: z
      .int()
      .min(0)
      .meta({ description: 'Number of first runs, rounded to a multiple of 5.', examples: [410] }),
    pass_bp: shareOf('pass', 7100),
    partial_bp: shareOf('partial', 2100),
    fail_bp: shareOf('fail', 500),
    uncertain_bp: shareOf('uncertain', 300),
    unit_acceptance_bp: z
      .int()
      .min(0)
      .max(10_000)
      .nullable()
      .meta({
        description: 'Share of delivered units that were accepted, in basis points; null if unknown.',
        examples: [9300],
      }),
    median_runs_to_terminal: z
      .int()
      .min(1)
      .nullable()
      .meta({
        description: 'Median number of runs until a Spool was closed; null below 10 closed Spools.',
        examples: [1],
      }),
  })
  .meta({ id: 'OutcomeIndexRow' })

export const OutcomeIndex = z
  .strictObject({
    schema: z
      .string()
      .meta({ description: 'Name and version of the format.', examples: ['outturn/outcome-index@1'] }),
    generated_at: z
      .string()
      .nullable()
      .meta({
        description: 'Time of publication; null before the first.',
        examples: ['2026-11-04T00:00:12.000Z'],
      }),
    window: z
      .strictObject({
        from: z.string().meta({ description: 'First instant.', examples: ['2026-10-01T00:00:00.000Z'] }),
        to: z
          .string()
          .meta({ description: 'First instant after it.', examples: ['2026-11-01T00:00:00.000Z'] }),
      })
      .nullable()
      .describe('Period of the runs; null before the first publication.'),
    min_cell: z.int().meta({ description: 'Least number of runs of a row.', examples: [10] }),
    rows: z.array(OutcomeIndexRow).describe('One row for each kind of work and set of checkers.'),
    suppressed_cells: z.int().meta({
      description: 'Number of rows that are not shown, rounded up to a multiple of 5.',
      examples: [5],
    }),
    dataset_digest: Sha256Digest.nullable().describe(
      'SHA-256 of the canonical JSON of the document without this member; null before the first publication.',
    ),
  })
  .meta({ id: 'OutcomeIndex' })
export type OutcomeIndex = z.infer<typeof OutcomeIndex>

/** Names a published period. */
export const IndexPeriod = z
  .string()
  .regex(
    /^\d{4}-(?:0[1-9]|1[0-2])(?:\.[1-9]\d?)?$/,
    'must be a month, such as 2026-10, or a part of one, such as 2026-10.1',
  )
export const outcomeIndexQuery = z.strictObject({
  period: IndexPeriod.optional().describe('Month, or part of one. Default: the latest.'),
  format: z.enum(['json', 'csv']).optional().describe('`csv` for a table. Default: `json`.'),
})
