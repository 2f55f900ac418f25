import { readJson } from '@outturn/canonical'
import type { Logger } from 'pino'
import pg from 'pg'

export type Pool = pg.Pool
/** What a statement runs on: the pool, or one connection of it inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

export type PoolOptions = {
  connectionString: string
  /** The only schema on the search path. */
  schema: string
  applicationName: string
  /** Most connections held open. */
  max?: number
  /** The server cancels a statement after this; the client gives up on a silent server one second later. */
  statementTimeoutMs?: number
  /** How long a caller waits for a connection before it is refused. */
  poolWaitMs?: number
  /** Further server settings of every session, such as `synchronous_commit: 'off'` for a table that may be lost. */
  settings?: Readonly<Record<string, string>>
  log?: Logger
}

const int8Oid = pg.types.builtins.INT8
const jsonOids = new Set<number>([pg.types.builtins.JSON, pg.types.builtins.JSONB])

// int8 is bigint everywhere: a number would round above 2^53 and a string would concatenate in a sum. JSON may hold member
// names of a caller's choice, which `JSON.parse` does not always return as they were written.
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format === 'binary') return pg.types.getTypeParser(oid, format)
    if (oid === int8Oid) return BigInt
    return jsonOids.has(oid) ? readJson : pg.types.getTypeParser(oid, format)
  },
}

// A service looks rows up by key. The planner takes the length of a JSON batch for 100 rows, and with so many it prefers
// to scan and hash a table that is still small; the prepared plan then outlives the table's smallness.
const planSettings = {
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  random_page_cost: '1.1',
  jit: 'off',
}

/** Connections of one service in one environment. int8 arrives as bigint and numeric as string. */
export function createPool(options: PoolOptions): Pool {
  const { schema, statementTimeoutMs = 5_000, settings = {} } = options
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: options.applicationName,
    max: options.max ?? 10,
    // Recurring tasks come back sooner than a connection is made: with one kept, a process at rest signs in no more.
    min: 1,
    connectionTimeoutMillis: options.poolWaitMs ?? 2_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: statementTimeoutMs + 5_000,
    keepAlive: true,
    types: typeParsers,
    options: sessionOptions({ search_path: assertIdentifier(schema), ...planSettings, ...settings }),
  })
  // An idle connection that the server closes is replaced on next use; unhandled, the event would end the process.
  pool.on('error', (error) => options.log?.warn({ err: error }, 'an idle Postgres connection was lost'))
  return pool
}

function sessionOptions(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${assertIdentifier(name)}=${value.replaceAll(/[\\\s]/g, '\\$&')}`)
    .join(' ')
}

/** Throws unless the name needs no quoting in SQL, so that it can be written into a statement as it is. */
export function assertIdentifier(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name))
    throw new Error(`not a plain SQL identifier: ${JSON.stringify(name)}`)
  return name
}
