import { z } from 'zod'
import { errorCodeNames } from '../errors/codes.ts'
import { reasons } from '../errors/reasons.ts'

const reasonList = Object.entries(reasons).map(([name, meaning]) => `- \`${name}\`: ${meaning}`)

/** The error object of every response that is not a success. */
export const ErrorBody = z
  .looseObject({
    error: z.string().describe('What went wrong, for people. Wording may change.'),
    code: z.enum(errorCodeNames).describe('Stable code; branch on this and on retryable.'),
    retryable: z.boolean(),
    remediation: z.string().describe('What to do next.'),
    field: z.string().optional().describe('Path of the failed field or condition.'),
    reason: z
      .string()
      .optional()
      .describe(`Finer reason within the code.\n\n${reasonList.join('\n')}`),
    idempotency_key: z
      .string()
      .optional()
      .describe(
        'Where the work may have been begun: the key to repeat the request with. A request that came without a key is told the one that was drawn for it.',
      ),
    docs: z.url().optional(),
    request_id: z.string(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
