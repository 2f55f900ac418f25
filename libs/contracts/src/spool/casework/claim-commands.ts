import { ClaimId, SpoolId } from '@outturn/agreement'
import { z } from 'zod'
import { anyScope, keyAccess } from '../../access.ts'
import { ClaimList, RecordClaimsRequest, RecordedClaims } from '../../http/casework/claims.ts'
import { defineCommand, defineQuery } from '../../operation.ts'
import { spoolParams } from '../../path-parameters.ts'
import { pageQuery } from '../../query-parameters.ts'
import { actionRefusals } from '../action-target.ts'

const maxSubjectChars = 1_024

/** Records what the provider says it did, for a match with what the sources of the Spool report. */
export const recordClaims = defineCommand('spool.record-claims', {
  input: z.strictObject({ spoolId: SpoolId, request: RecordClaimsRequest }),
  output: RecordedClaims,
  refuses: [...actionRefusals, 'conflict', 'validation_failed'],
  http: {
    path: '/api/v1/spools/:id/claims',
    access: keyAccess(anyScope),
    tag: 'Facts and claims',
    summary: 'Record claims',
    description:
      'Records what the provider says it did, one event each. It costs nothing and moves no money. Use match-claims to compare the claims with the facts that the sources of the Spool reported. Equal claims are kept; use `supersedes` to correct one.',
    params: spoolParams,
    body: RecordClaimsRequest,
    example: {
      claims: [
        { subject: 'T-1', predicate: 'resolved', value: 5, occurred_at: '2026-11-24T10:00:00.000Z' },
        { subject: 'T-2', predicate: 'resolved', value: 4, occurred_at: '2026-11-24T10:05:00.000Z' },
      ],
    },
    success: { status: 201, description: 'The recorded claims, in the order of the request.' },
  },
})

/** Claims of a Spool by ordinal, for both parties. */
export const listClaims = defineQuery('spool.list-claims', {
  input: z.strictObject({
    spoolId: SpoolId,
    limit: z.int().min(1).max(100),
    after: ClaimId.optional(),
    subject: z.string().max(maxSubjectChars).optional(),
    current: z.boolean(),
  }),
  output: ClaimList,
  refuses: ['spool_not_found', 'unauthenticated', 'validation_failed'],
  http: {
    operationId: 'list-claims',
    path: '/api/v1/spools/:id/claims',
    access: keyAccess(anyScope),
    tag: 'Facts and claims',
    summary: 'List claims',
    description:
      'Lists the claims of a Spool, oldest first, one page at a time. It costs nothing. Read on with `after` set to `next_cursor` while `has_more` is true.',
    isPrivate: true,
    params: spoolParams,
    query: pageQuery(ClaimId).extend({
      subject: z.string().max(maxSubjectChars).optional().describe('Only claims of this subject.'),
      current: z
        .enum(['true', 'false'])
        .optional()
        .transform((text) => text !== 'false')
        .describe('`false` to include claims that others replaced. Default: `true`.'),
    }),
    success: { status: 200, description: 'One page of claims, oldest first.' },
  },
})
