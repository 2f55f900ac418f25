import { z } from 'zod'
import { errorCodeNames } from './codes.ts'
import { Refusal, type RefusalOptions } from './refusal.ts'

/** A refusal as it crosses the bus and as a remembered reply keeps it. */
export const RefusalMessage = z.object({
  code: z.enum(errorCodeNames),
  message: z.string(),
  options: z
    .object({
      field: z.string().optional(),
      reason: z.string().optional(),
      remediation: z.string().optional(),
      /** Stored name of the mark for 422: the shape of the request is right and its meaning is not. */
      meaning: z.boolean().optional(),
      retryAfterSeconds: z.number().optional(),
      details: z.record(z.string(), z.unknown()).optional(),
      headers: z.record(z.string(), z.string()).optional(),
    })
    .default({}),
})

export function refusalToMessage(refusal: Refusal): z.input<typeof RefusalMessage> {
  const { code, message, options, status } = refusal
  const isUnprocessable = code === 'validation_failed' && status === 422
  return { code, message, options: isUnprocessable ? { ...options, meaning: true } : options }
}

export function refusalFromMessage(received: unknown): Refusal {
  const { code, message, options } = RefusalMessage.parse(received)
  const { meaning, ...rest } = options
  return new Refusal(code, message, rest as RefusalOptions, meaning === true ? 422 : undefined)
}
