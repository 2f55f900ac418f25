import { parseInstant } from '@outturn/checkers'
import { z } from 'zod'

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i

/** A time that a caller sends: RFC 3339 section 5.6 with at most nine decimals of a second. */
export const SentInstant = z
  .string()
  .max(64)
  .superRefine((text, context) => {
    if (!form.test(text)) {
      context.addIssue({
        code: 'custom',
        message: 'must be a date and time with its offset, such as 2026-01-31T17:00:00Z',
      })
    } else if (parseInstant(text) === null) {
      context.addIssue({
        code: 'custom',
        params: { isOfMeaning: true },
        message:
          'must be a time that exists, with at most nine decimals of a second, such as 2026-01-31T17:00:00Z',
      })
    }
  })
  .meta({ format: 'date-time' })
