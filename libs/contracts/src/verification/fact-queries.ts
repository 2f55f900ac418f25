import { FactId, SourceId, SpoolId } from '@outturn/agreement'
import { z } from 'zod'
import { anyScope, keyAccess } from '../access.ts'
import { FactView } from '../http/sources/fact.ts'
import { defineQuery } from '../operation.ts'
import { spoolParams } from '../path-parameters.ts'
import { pageOf, pageQuery } from '../query-parameters.ts'

const maxSubjectChars = 1_024

/** Facts of a Spool, for both parties. */
export const listFacts = defineQuery('verification.list-facts', {
  input: z.strictObject({
    spoolId: SpoolId,
    limit: z.int().min(1).max(100),
    after: FactId.optional(),
    sourceId: SourceId.optional(),
    subject: z.string().max(maxSubjectChars).optional(),
    current: z.boolean(),
  }),
  output: pageOf(FactView).meta({ id: 'FactList' }),
  refuses: ['configuration_unavailable', 'spool_not_found', 'unauthenticated'],
  http: {
    path: '/api/v1/spools/:id/facts',
    access: keyAccess(anyScope),
    tag: 'Sources',
    summary: 'List facts of a Spool',
    description:
      'Lists what sources reported of a Spool, newest first, for both parties. It costs nothing. Corrected facts are left out unless `current=false`.',
    isPrivate: true,
    params: spoolParams,
    query: z.strictObject({
      ...pageQuery(FactId).shape,
      source_id: SourceId.optional().describe('Only facts of this source.'),
      subject: z.string().max(maxSubjectChars).optional().describe('Only facts of this subject.'),
      current: z
        .enum(['true', 'false'])
        .optional()
        .transform((text) => text !== 'false')
        .describe('`false` adds facts that were corrected. Default: `true`.'),
    }),
    success: { status: 200, description: 'The facts. Visible only to the parties of the Spool.' },
  },
})
