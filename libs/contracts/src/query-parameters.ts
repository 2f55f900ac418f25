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
      .describe(`Number of items per page, 1 to ${mostRows}. Default: ${defaultRows}.`),
    after: id.optional().describe('Value of `next_cursor` from the previous page.'),
  })
}

/** What such a list answers with. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    data: z.array(item).describe('Items of this page.'),
    has_more: z
      .boolean()
      .meta({ description: 'True if there are more items after this page.', examples: [false] }),
    next_cursor: z
      .string()
      .nullable()
      .meta({
        description: 'Value of `after` for the next page; null on the last page.',
        examples: ['spl_0123456789abcdef01234567'],
      }),
  })
}

/** Query of a history: after which of its numbers. */
export const historyQuery = z.strictObject({
  after: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,9})$/, 'must be the seq of an event')
    .optional()
    .transform((text) => Number(text ?? 0))
    .describe(
      'Sequence number (`seq`) of the last event that you have read. If omitted, the list starts with the first event.',
    ),
})

export const views = ['summary', 'full'] as const
export type View = (typeof views)[number]

/** How much of its answer an operation sends; a parameter of all that have views. */
export const viewParameter = z
  .enum(views)
  .optional()
  .describe(
    '`summary` omits long parts: unit results, all but the first rejections, texts of terms and contents of evidence. `left_out` names the omitted parts. Default: `full`.',
  )

/** Query of a summary of the last days. */
export const periodQuery = z.strictObject({
  period_days: z
    .string()
    .regex(/^(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])$/, 'must be a whole number from 1 to 365')
    .optional()
    .transform((text) => Number(text ?? defaultPeriodDays))
    .describe(`Length of the period in days, 1 to 365. Default: ${defaultPeriodDays}.`),
})

/** Query of an operation that can also be tried out. */
export const dryRunQuery = z.strictObject({
  dry_run: z
    .enum(['true', 'false'])
    .optional()
    .transform((text) => text === 'true')
    .describe('`true` for a dry run: nothing is stored, signed or charged.'),
})

/** Query of an operation that is paid for by itself, as the address in its challenge has it. */
export const paidDigestQuery = z.strictObject({
  digest: Sha256Hex.optional().describe(
    'SHA-256 of the canonical JSON of the body, as in the URL of the payment challenge. A request with another body is refused.',
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
      'Party of the Spool that the session acts as: `buyer`, `client`, `seller`, `provider`, or a party ID. If omitted, a session that plays both parties acts as the party that the action belongs to.',
    ),
})
