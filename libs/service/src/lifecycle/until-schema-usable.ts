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
    ...wait
  }: { schema: string; directory: string | undefined; timeoutMs: number; log: Log; signal: AbortSignal },
): Promise<void> {
  const target = { schema, ...(directory !== undefined && { directory }) }
  const outcome = await waitUntil(
    `the migrations of ${schema}`,
    () =>
      assertSchemaUsable(pool, target).catch((error: unknown) => {
        if (error instanceof SchemaError && !(error instanceof SchemaPendingError)) return error
        throw error
      }),
    wait,
  )
  if (outcome instanceof SchemaError) throw new Error(`${schema}: ${outcome.message}`, { cause: outcome })
  const ahead = describeAhead(outcome)
  if (ahead !== null) wait.log.warn({ schema, ahead: outcome.ahead.map(({ name }) => name) }, ahead)
}
