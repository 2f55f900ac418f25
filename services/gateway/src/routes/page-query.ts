import { z } from 'zod'

const mostRows = 100
const defaultRows = 20
const oneToMost = /^(?:[1-9]\d?|100)$/

/** Query of a list: how many, and after which of its ids. */
export function pageQuery<Id extends z.ZodType<string>>(id: Id) {
  return z.strictObject({
    limit: z
      .string()
      .regex(oneToMost, `must be a whole number from 1 to ${mostRows}`)
      .optional()
      .describe(`How many to list, 1 to ${mostRows}; ${defaultRows} when left out.`),
    after: id.optional().describe('The next_cursor of the page before.'),
  })
}

/** The page that a query asks for, as commands take it. */
export function pageSize({ limit, after }: { limit?: string | undefined; after?: string | undefined }): {
  limit: number
  after?: string
} {
  return { limit: Number(limit ?? defaultRows), ...(after !== undefined && { after }) }
}
