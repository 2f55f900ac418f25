import { z } from 'zod'
import { errorCodeNames, errorCodes } from '../errors/codes.ts'
import { FieldsFrom, StatedCheck, TextQuestion, UnsupportedText } from './plain-text.ts'

export const AnyErrorCode = z.enum(errorCodeNames).meta({
  id: 'ErrorCode',
  description: 'Stable error code. Each code is explained at `/docs/errors#{code}`.',
})

const members = {
  error: z.string().meta({
    description: 'Explanation of the error for people. The wording can change.',
    examples: ['conditions: send either conditions or recipe'],
  }),
  code: AnyErrorCode.describe('Stable error code. Branch on this and on `retryable`.'),
  retryable: z.boolean().describe('True if the same request can succeed later.'),
  remediation: z.string().meta({
    description: 'Instruction for resolving the error.',
    examples: ['Correct the named field and send the request again.'],
  }),
  field: z
    .string()
    .optional()
    .meta({ description: 'Path of the field or condition that caused the error.', examples: ['conditions'] }),
  reason: z
    .string()
    .optional()
    .meta({
      description: 'More specific reason for the code. All reasons are listed at `/docs/errors#reasons`.',
      examples: ['in_progress'],
    }),
  idempotency_key: z
    .string()
    .optional()
    .meta({
      description:
        'Key to repeat the request with. Present if the work may have started. For a request without a key, the service generated it.',
      examples: ['order-42-delivery-1'],
    }),
  docs: z.url().meta({
    description: 'URL of the documentation of the error code.',
    examples: ['https://outturn.example/docs/errors#validation_failed'],
  }),
  request_id: z.string().meta({
    description: 'ID of the request in the logs of the service. Quote it when you ask for support.',
    examples: ['req_0123456789abcdef01234567'],
  }),
}

/** The error object of every response that is not a success. */
export const ErrorBody = z
  .looseObject({
    ...members,
    questions: z
      .array(TextQuestion)
      .optional()
      .describe('Questions about a plain-text condition. Only with `ambiguity_required`.'),
    unsupported: z
      .array(UnsupportedText)
      .optional()
      .describe(
        'Parts of a plain-text condition that no checker can decide. Only with `ambiguity_required`.',
      ),
    stated: z
      .array(StatedCheck)
      .optional()
      .describe(
        'Checks that a plain-text condition states beside its open parts. Only with `ambiguity_required`.',
      ),
    fields_from: FieldsFrom.optional(),
    until: z
      .string()
      .nullable()
      .optional()
      .describe(
        'Earliest time at which the request can succeed; null if unknown. Only with `evidence_in_use`.',
      ),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>

/** Codes that the contract answers with the status of a success. */
const answeredCodes = errorCodeNames.filter((name) => errorCodes[name].status === 200)

/**
 * The error object where the contract answers it with 200. It has `code`, which no success has, and no member besides its own,
 * so that clients which are made from the document tell it from a success.
 */
export const AnsweredError = z
  .strictObject({
    ...members,
    code: z.enum(answeredCodes).describe('Stable error code. Only an error has this member.'),
    status: z.string().meta({ description: 'Error in one word.', examples: ['limit_reached'] }),
    message: z.string().meta({
      description: 'Same text as `error`.',
      examples: ['The sandbox session has no verifies left.'],
    }),
    valid: z
      .literal(false)
      .optional()
      .describe('Present and false if the key of an attestation is not available.'),
  })
  .meta({ id: 'AnsweredError' })
