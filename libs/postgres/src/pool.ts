import { readJson } from '@outturn/canonical'
import type { Logger } from 'pino'
import pg from 'pg'
import { isOutage } from './database-error.ts'
import { type StatementTimer, timeStatements } from './timed-statements.ts'

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
  /** Called with the time of each statement. */
  onStatement?: StatementTimer
  log?: Logger
}

/** All connections were in use for as long as a caller waits for one, while the database answered. */
export class ConnectionWaitError extends Error {
  constructor(cause: Error) {
    super('all connections to the database were in use', { cause })
    this.name = 'ConnectionWaitError'
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** A pool that tells a wait for a connection, which is load, from a database that does not answer. */
class WaitingPool extends pg.Pool {
  /** Whether the database failed when it was asked last. */
  #isSilent = false

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('connect', () => {
      this.#isSilent = false
    })
    this.on('release', (error: Error | undefined) => {
      // A statement that the database refused was answered all the same.
      this.#isSilent = isOutage(error)
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback === undefined) {
      return super.connect().catch((error: unknown) => {
        throw this.#named(error as Error)
      })
    }
    super.connect((error, client, done) =>
      callback(error === undefined || error === null ? error : this.#named(error), client, done),
    )
  }

  #named(error: Error): Error {
    if (error.message !== waitedMessage) {
      this.#isSilent ||= isOutage(error)
      return error
    }
    return this.#isSilent ? error : new ConnectionWaitError(error)
  }
}

/** What the pool says when a caller has waited for a connection that others use. */
const waitedMessage = 'timeout exceeded when trying to connect'

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
  const poolWaitMs = options.poolWaitMs ?? 2_000
  const pool = new WaitingPool({
    connectionString: options.connectionString,
    application_name: options.applicationName,
    max: options.max ?? 10,
    // Recurring tasks come back sooner than a connection is made: with one kept, a process at rest signs in no more.
    min: 1,
    connectionTimeoutMillis: poolWaitMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: statementTimeoutMs + 5_000,
    keepAlive: true,
    types: typeParsers,
    options: sessionOptions({ search_path: assertIdentifier(schema), ...planSettings, ...settings }),
  })
  const { onStatement } = options
  if (onStatement !== undefined) pool.on('connect', (client) => timeStatements(client, onStatement))
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
