import { BackupError } from './folder/backup-error.ts'
import { type BackupFolder, listBackups } from './folder/backup-folder.ts'
import { noteState } from './folder/backup-state.ts'
import { connectCluster, readCluster } from './cluster.ts'
import { createBackup, type CreateOptions } from './create-backup.ts'
import type { Backup } from './folder/manifest.ts'
import { type Pruned, pruneBackups } from './prune-backups.ts'
import type { Retention } from './folder/retention.ts'
import { damagedFiles, gapsAfter } from './verify-backup.ts'

/** Makes a base backup, reads it back, deletes what the retention does not keep, and notes the outcome for alerts. */
export async function backUp(
  options: CreateOptions & { retention?: Retention },
): Promise<{ backup: Backup; pruned: Pruned }> {
  const { folder, now } = options
  try {
    return await createBackup(options, async (backup) => {
      const damaged = await damagedFiles(backup)
      if (damaged.length > 0) {
        throw new BackupError(
          `The backup ${backup.manifest.id} is not what was copied: ${damaged.slice(0, 3).join(', ')}.`,
          `Check the disk of ${folder.path}. No earlier backup was deleted.`,
        )
      }
      await noteState(folder, { completed_at: now().toISOString(), failed_at: null, failure: null })
      return { backup, pruned: await pruneBackups(folder, options.retention) }
    })
  } catch (error) {
    if (options.signal?.aborted === true) throw error
    // A folder that is not one of backups gets no state.
    await noteFailure(folder, error as Error, now()).catch(() => {})
    throw error
  }
}

async function noteFailure(folder: BackupFolder, error: Error, at: Date): Promise<void> {
  await listBackups(folder)
  await noteState(folder, { failed_at: at.toISOString(), failure: error.message })
}

/** Notes how far the archive of the WAL is and what it lacks; returns both. */
export async function noteArchive(
  folder: BackupFolder,
  databaseUrl: string,
): Promise<{ isArchiving: boolean; lastArchivedAt: Date | null; missing: readonly string[] }> {
  const client = await connectCluster(databaseUrl)
  try {
    const { isArchiving, archive } = await readCluster(client)
    const newest = (await listBackups(folder)).at(-1)
    const missing = newest === undefined ? [] : await gapsAfter(folder, newest)
    await noteState(folder, {
      wal_archived_at: archive.lastArchivedAt?.toISOString() ?? null,
      missing_segments: missing.length,
    })
    return { isArchiving, lastArchivedAt: archive.lastArchivedAt, missing }
  } finally {
    await client.end()
  }
}
