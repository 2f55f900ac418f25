import { z } from 'zod'
import { errorCodeNames, errorCodes } from '../errors/codes.ts'
import { reasons } from '../errors/reasons.ts'
import { FieldsFrom, StatedCheck, TextQuestion, UnsupportedText } from './plain-text.ts'

const reasonList = Object.entries(reasons).map(([name, meaning]) => `- \`${name}\`: ${meaning}`)

const members = {
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
}

/** The error object of every response that is not a success. */
export const ErrorBody = z
  .looseObject({
    ...members,
    questions: z
      .array(TextQuestion)
      .optional()
      .describe('With `ambiguity_required`, of a condition in plain text: what it leaves open.'),
    unsupported: z
      .array(UnsupportedText)
      .optional()
      .describe('With `ambiguity_required`, of a condition in plain text: what no checker decides.'),
    stated: z
      .array(StatedCheck)
      .optional()
      .describe(
        'With `ambiguity_required`, of a condition in plain text: checks that it states beside the rest.',
      ),
    fields_from: FieldsFrom.optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>

/** Codes that the contract answers with the status of a success. */
const answeredCodes = errorCodeNames.filter((code) => errorCodes[code].status === 200)

/**
 * The error object where the contract answers it with 200. It has `code`, which no success has, and no member besides its own,
 * so that clients which are made from the document tell it from a success.
 */
export const AnsweredError = z
  .strictObject({
    ...members,
    code: z.enum(answeredCodes).describe('Stable code. Only an error has it: branch on its presence.'),
    status: z.string().describe('The outcome in one word.'),
    message: z.string().describe('The text of `error`.'),
    valid: z.literal(false).optional().describe('Of an attestation whose key is not available.'),
  })
  .meta({ id: 'AnsweredError' })
