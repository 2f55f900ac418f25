import type { Queryable } from './pool.ts'
import { query, statement } from './statement.ts'

/** The server as any of its users sees it. */
export type ServerState = {
  /** Connections of clients, of all programs. */
  readonly connections: number
  readonly maxConnections: number
  /** Size of this database, bytes. */
  readonly databaseBytes: number
  /** Segments of the write-ahead log that could not be archived, since the server keeps count. */
  readonly archiveFailures: number
  /** Seconds since a segment was archived; null where none ever was. */
  readonly archivedSecondsAgo: number | null
}

/** Of the sessions of others a role sees the database and the user, which the processes of the server itself do not have both. */
const readState = statement(
  'read_server_state',
  `select (select count(*)::int from pg_stat_activity where datid is not null and usesysid is not null) as connections,
          current_setting('max_connections')::int as max_connections,
          pg_database_size(current_database())::float8 as database_bytes,
          failed_count::float8 as archive_failures,
          extract(epoch from now() - last_archived_time)::float8 as archived_seconds_ago
     from pg_stat_archiver`,
)

type Row = {
  connections: number
  max_connections: number
  database_bytes: number
  archive_failures: number
  archived_seconds_ago: number | null
}

export async function readServerState(connection: Queryable): Promise<ServerState> {
  const [row] = await query<Row>(connection, readState)
  if (row === undefined) throw new Error('Postgres has no row of its archiver')
  return {
    connections: row.connections,
    maxConnections: row.max_connections,
    databaseBytes: row.database_bytes,
    archiveFailures: row.archive_failures,
    archivedSecondsAgo: row.archived_seconds_ago,
  }
}
