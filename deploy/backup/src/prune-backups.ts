import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { archivedNames, type BackupFolder, listBackups, partialFolder } from './folder/backup-folder.ts'
import type { Backup } from './folder/manifest.ts'
import { keptBackups, type Retention } from './folder/retention.ts'
import { isSegment } from './folder/wal-segments.ts'

export type Pruned = { readonly backups: readonly Backup[]; readonly segments: number }

/**
 * Deletes backups that the retention does not keep, and archived WAL from before the oldest that it keeps. Called by the holder of the lock
 * of the cluster alone. Histories of timelines stay: they are small, and any later restore reads them.
 */
export async function pruneBackups(folder: BackupFolder, retention?: Retention): Promise<Pruned> {
  const backups = await listBackups(folder)
  const kept = keptBackups(backups, retention)
  const dropped = backups.filter((backup) => !kept.has(backup))
  for (const { folder: path, manifest } of dropped) {
    // Under a name that no one takes for a backup, before the first of its files goes.
    const going = partialFolder(folder, manifest.id)
    await rename(path, going)
    await rm(going, { recursive: true, force: true })
  }
  const [oldest] = backups.filter((backup) => kept.has(backup))
  const archived = oldest === undefined ? [] : [...(await archivedNames(folder))]
  // Without its timeline, so that the segments of an earlier one go with those of the same place.
  const place = (segment: string) => segment.slice(8)
  const old = archived.filter(
    (name) => isSegment(name) && oldest !== undefined && place(name) < place(oldest.manifest.first_segment),
  )
  for (const name of old) await rm(join(folder.wal, `${name}.gz`), { force: true })
  return { backups: dropped, segments: old.length }
}
