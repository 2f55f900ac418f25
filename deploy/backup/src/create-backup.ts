import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Client } from 'pg'
import { BackupError, explainSystemError } from './folder/backup-error.ts'
import {
  type BackupFolder,
  claimForCluster,
  initBackupFolder,
  partialFolder,
  removePartials,
} from './folder/backup-folder.ts'
import { assertDataFolder, type Cluster, connectCluster, readCluster } from './cluster.ts'
import {
  type BackedUpFile,
  type Backup,
  type Manifest,
  readBackup,
  writeManifest,
} from './folder/manifest.ts'
import { filesOfCluster, packFile } from './folder/packed-files.ts'
import { segmentsBetween } from './folder/wal-segments.ts'

const run = promisify(execFile)

export type CreateOptions = {
  readonly folder: BackupFolder
  /** Of the superuser. */
  readonly databaseUrl: string
  /** The data folder as this process sees it; the one that the server names if left out. */
  readonly dataDir?: string
  readonly now: () => Date
  readonly tell: (message: string) => void
  /** Gives the backup up that is under way. */
  readonly signal?: AbortSignal
}

/**
 * Makes a base backup while the server works, by its low-level interface, with the WAL that it needs to be restored by itself. It is there
 * whole or not at all: its folder gets its name when everything is on the disk. What follows runs while no other backup of this server does.
 */
export async function createBackup<T>(
  options: CreateOptions,
  thereafter: (backup: Backup) => Promise<T>,
): Promise<T> {
  const { folder, databaseUrl, tell } = options
  await initBackupFolder(folder).catch((error: unknown) => {
    throw explainSystemError(error, folder.path)
  })
  const client = await connectCluster(databaseUrl)
  try {
    await lockCluster(client)
    const cluster = await readCluster(client)
    const dataDir = options.dataDir ?? cluster.dataDir
    await assertDataFolder(dataDir, cluster.systemIdentifier)
    await claimForCluster(folder, cluster.systemIdentifier)
    // The account of Postgres, to which the archive belongs, is that of its data.
    if (process.getuid?.() === 0) await initBackupFolder(folder, await stat(dataDir))
    for (const name of await removePartials(folder)) tell(`deleted ${name}, which an interrupted backup left`)
    if (!cluster.isArchiving) {
      tell('this server does not archive its WAL: the backup can be restored, and what comes after it cannot')
    }
    return await thereafter(await copyCluster(client, cluster, { ...options, dataDir }))
  } finally {
    // The end of the session gives back the lock and the replication slot, and ends a backup that failed.
    await client.end()
  }
}

/** Held by the session, so that a backup that is killed leaves no lock. */
async function lockCluster(client: Client): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('outturn backup', 0)) as "isFree"`,
  )
  if (rows[0]?.isFree === true) return
  throw new BackupError(
    'Another backup of this server is under way.',
    'Wait until it ends; this one has changed nothing.',
  )
}

async function copyCluster(
  client: Client,
  cluster: Cluster,
  { folder, dataDir, now, signal }: CreateOptions & { dataDir: string },
): Promise<Backup> {
  const startedAt = now()
  const id = startedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  if (existsSync(join(folder.base, id))) {
    throw new BackupError(`A backup of this second, ${id}, is there already.`, 'Start again.')
  }
  const partial = partialFolder(folder, id)
  try {
    await mkdir(partial, { mode: 0o700 })
    // Keeps the WAL of the time of the copy until it is copied, whatever the server archives or recycles meanwhile.
    await client.query("select pg_create_physical_replication_slot('outturn_backup', true, true)")
    const started = await client.query<{ segment: string }>(
      'select pg_walfile_name(pg_backup_start($1, fast => true)) as segment',
      [`outturn ${id}`],
    )
    const copied = await copyFiles(dataDir, partial, signal)
    const stopped = await client.query<{ segment: string; labelfile: string }>(
      `select pg_walfile_name(lsn) as segment, labelfile from pg_backup_stop(wait_for_archive => false)`,
    )
    const [firstSegment, lastSegment] = [started.rows[0]?.segment, stopped.rows[0]?.segment]
    const label = stopped.rows[0]?.labelfile
    if (firstSegment === undefined || lastSegment === undefined || label === undefined) {
      throw new Error('Postgres did not say where the backup begins and ends')
    }
    const manifest: Manifest = {
      format: 1,
      id,
      system_identifier: cluster.systemIdentifier,
      postgres_version: cluster.version,
      wal_segment_bytes: cluster.segmentBytes,
      started_at: startedAt.toISOString(),
      ended_at: now().toISOString(),
      first_segment: firstSegment,
      last_segment: lastSegment,
      folders: copied.folders,
      files: [...copied.files, await packLabel(partial, label)],
      wal: await copyWal(dataDir, partial, segmentsBetween(firstSegment, lastSegment, cluster.segmentBytes)),
    }
    await writeManifest(partial, manifest)
    await run('sync', ['-f', partial])
    const whole = join(folder.base, id)
    await rename(partial, whole)
    await run('sync', ['-f', folder.base])
    return await readBackup(whole)
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => {})
    throw explainSystemError(error, folder.path)
  }
}

async function copyFiles(
  dataDir: string,
  partial: string,
  signal: AbortSignal | undefined,
): Promise<{ files: BackedUpFile[]; folders: string[] }> {
  const { files, folders } = await filesOfCluster(dataDir)
  const packed: BackedUpFile[] = []
  for (const path of files) {
    signal?.throwIfAborted()
    const file = await packFile(join(dataDir, path), join(partial, 'data', `${path}.gz`), path)
    if (file !== null) packed.push(file)
  }
  return { files: packed, folders }
}

/** Postgres hands the label over instead of writing it, so that a crash of the server is not taken for a restore. */
async function packLabel(partial: string, label: string): Promise<BackedUpFile> {
  const plain = join(partial, 'backup_label')
  await writeFile(plain, label, { mode: 0o600 })
  const file = await packFile(plain, join(partial, 'data/backup_label.gz'), 'backup_label')
  await rm(plain)
  if (file === null) throw new Error('the label of the backup is gone')
  return file
}

async function copyWal(
  dataDir: string,
  partial: string,
  segments: readonly string[],
): Promise<BackedUpFile[]> {
  const packed: BackedUpFile[] = []
  await mkdir(join(partial, 'wal'), { mode: 0o700 })
  for (const name of segments) {
    // Copied first: the last segment is still being written while it is read, and the copy is not.
    const plain = join(partial, 'wal', name)
    await copyFile(join(dataDir, 'pg_wal', name), plain)
    const file = await packFile(plain, `${plain}.gz`, name)
    await rm(plain)
    if (file === null) throw new Error(`the WAL segment ${name} is gone`)
    packed.push(file)
  }
  return packed
}
