import { Sha256Hex } from '@outturn/agreement'
import { z } from 'zod'

const mostRows = 100
const defaultRows = 20
const defaultPeriodDays = 30

/** Query of a list: how many, and after which of its ids. */
export function pageQuery<Id extends z.ZodType<string>>(id: Id) {
  return z.strictObject({
    limit: z
      .string()
      .regex(/^(?:[1-9]\d?|100)$/, `must be a whole number from 1 to ${mostRows}`)
      .optional()
      .transform((text) => Number(text ?? defaultRows))
      .describe(`How many to list, 1 to ${mostRows}; ${defaultRows} when left out.`),
    after: id.optional().describe('The next_cursor of the page before.'),
  })
}

/** What such a list answers with. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
}

/** Query of a history: after which of its numbers. */
export const historyQuery = z.strictObject({
  after: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,9})$/, 'must be the seq of an event')
    .optional()
    .transform((text) => Number(text ?? 0))
    .describe('The seq of the last event known; the history from its start when left out.'),
})

/** Query of a summary of the last days. */
export const periodQuery = z.strictObject({
  period_days: z
    .string()
    .regex(/^(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])$/, 'must be a whole number from 1 to 365')
    .optional()
    .transform((text) => Number(text ?? defaultPeriodDays))
    .describe(`Days of the period, 1 to 365; ${defaultPeriodDays} when left out.`),
})

/** Query of an operation that can also be tried out. */
export const dryRunQuery = z.strictObject({
  dry_run: z
    .enum(['true', 'false'])
    .optional()
    .transform((text) => text === 'true')
    .describe('With `true` nothing is stored, signed or charged.'),
})

/** Query of an operation that is paid for by itself, as the address in its challenge has it. */
export const paidDigestQuery = z.strictObject({
  digest: Sha256Hex.optional().describe(
    'SHA-256 of the canonical JSON of the body, as in the address that a challenge names; another body is refused.',
  ),
})

/** Query of a sandbox operation: as which party of its Spool the session asks. */
export const sandboxPartyQuery = z.strictObject({
  act_as_party: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe(
      'Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or the id of a party. Without it a session that plays both parties acts as the one whose turn the action is.',
    ),
})
