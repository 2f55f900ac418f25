import { z } from 'zod'
import type { Call } from '../../http/route.ts'

/** Query of an operation that can also be tried out. */
export const dryRunQuery = z.strictObject({
  dry_run: z.enum(['true', 'false']).optional().describe('With `true` nothing is stored, signed or charged.'),
})
export type DryRunQuery = z.infer<typeof dryRunQuery>

export function isDryRun({ query }: Pick<Call<unknown, DryRunQuery>, 'query'>): boolean {
  return query.dry_run === 'true'
}
