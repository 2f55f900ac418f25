import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { BackupError } from './folder/backup-error.ts'

/** What a backup needs to know of the running server. */
export type Cluster = {
  readonly systemIdentifier: string
  readonly version: string
  readonly dataDir: string
  readonly segmentBytes: number
  /** Whether it archives its WAL. */
  readonly isArchiving: boolean
  readonly archive: { readonly lastArchivedAt: Date | null; readonly failures: number }
}

/** Connects as the superuser; the session has no time limit, since a backup takes as long as it takes. */
export async function connectCluster(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'outturn backup',
  })
  // A server that goes away fails the statement under way; without a listener it would end the process instead.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new BackupError(
      `Postgres at ${new URL(databaseUrl).host} cannot be used: ${(error as Error).message}`,
      'Start it, and check the URL of the superuser (--database-url-file).',
      { cause: error },
    )
  }
  return client
}

export async function readCluster(client: Client): Promise<Cluster> {
  const { rows } = await client.query<{
    system_identifier: string
    version: string
    data_directory: string
    segment_bytes: number
    archive_mode: string
    last_archived_time: Date | null
    failed_count: string
  }>(`
    select (select system_identifier::text from pg_control_system()), current_setting('server_version') as version,
      current_setting('data_directory') as data_directory,
      (select setting::int from pg_settings where name = 'wal_segment_size') as segment_bytes,
      current_setting('archive_mode') as archive_mode, last_archived_time, failed_count::text
    from pg_stat_archiver`)
  const [row] = rows
  if (row === undefined) throw new Error('Postgres did not say which cluster it is')
  return {
    systemIdentifier: row.system_identifier,
    version: row.version,
    dataDir: row.data_directory,
    segmentBytes: row.segment_bytes,
    isArchiving: row.archive_mode !== 'off',
    archive: { lastArchivedAt: row.last_archived_time, failures: Number(row.failed_count) },
  }
}

/** Throws unless the folder is the data folder of this cluster, readable by this account. */
export async function assertDataFolder(dataDir: string, systemIdentifier: string): Promise<void> {
  let found: string
  try {
    await readFile(join(dataDir, 'PG_VERSION'))
    const control = await open(join(dataDir, 'global/pg_control'))
    try {
      const { buffer } = await control.read(Buffer.alloc(8), 0, 8, 0)
      found = buffer.readBigUInt64LE().toString()
    } finally {
      await control.close()
    }
  } catch (error) {
    throw new BackupError(
      `${dataDir} cannot be read as the data folder of Postgres (${(error as NodeJS.ErrnoException).code ?? 'damaged'}).`,
      'Name the folder as this machine sees it by --data-dir, and run this as root or as the account of Postgres.',
      { cause: error },
    )
  }
  if (found === systemIdentifier) return
  throw new BackupError(
    `${dataDir} is the data folder of another cluster (${found}) than the one that answers (${systemIdentifier}).`,
    'Name the data folder of the server that --database-url-file leads to.',
  )
}
