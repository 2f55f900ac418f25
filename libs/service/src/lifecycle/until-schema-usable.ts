import {
  assertSchemaUsable,
  describeAhead,
  type Pool,
  SchemaError,
  SchemaPendingError,
} from '@outturn/postgres'
import type { Log } from '../telemetry/log.ts'
import { waitUntil } from './wait-until.ts'

/**
 * Settles when the schema has every migration of this program, for a migration may run beside the start. Logs additive migrations that
 * only a later release has. Rejects at once when a later release removed what this program uses.
 */
export async function untilSchemaUsable(
  pool: Pool,
  {
    schema,
    directory,
    onPending,
    ...wait
  }: {
    schema: string
    directory: string | undefined
    timeoutMs: number
    log: Log
    signal: AbortSignal
    /** Called with the number of migrations that the schema lacks; with 0 once it has all. */
    onPending: (count: number) => void
  },
): Promise<void> {
  const target = { schema, ...(directory !== undefined && { directory }) }
  const outcome = await waitUntil(
    `the migrations of ${schema}`,
    () =>
      assertSchemaUsable(pool, target).catch((error: unknown) => {
        if (error instanceof SchemaPendingError) onPending(error.count)
        else if (error instanceof SchemaError) return error
        throw error
      }),
    wait,
  )
  if (outcome instanceof SchemaError) throw new Error(`${schema}: ${outcome.message}`, { cause: outcome })
  onPending(0)
  const ahead = describeAhead(outcome)
  if (ahead !== null) wait.log.warn({ schema, ahead: outcome.ahead.map(({ name }) => name) }, ahead)
}
