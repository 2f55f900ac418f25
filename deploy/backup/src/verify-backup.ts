import { join } from 'node:path'
import { archivedNames, type BackupFolder } from './folder/backup-folder.ts'
import type { Backup } from './folder/manifest.ts'
import { isWhole } from './folder/packed-files.ts'
import { historyFileOf, isOnLine, knownTimelines, lineTo } from './folder/timelines.ts'
import { type Line, missingSegments, timelineOf } from './folder/wal-segments.ts'

/** Files of a backup that are missing or not what was copied; empty when it can be restored. */
export async function damagedFiles({ folder, manifest }: Backup): Promise<string[]> {
  const damaged: string[] = []
  for (const [part, files] of [
    ['data', manifest.files],
    ['wal', manifest.wal],
  ] as const) {
    for (const file of files) {
      if (!(await isWhole(join(folder, part, `${file.path}.gz`), file))) damaged.push(`${part}/${file.path}`)
    }
  }
  return damaged
}

/**
 * WAL segments that the archive lacks after the start of a backup; a restore gets no further than the first of them. They are those of the
 * newest timeline and of what leads to it, or of the backup's own timeline where a restore to an earlier time left that.
 */
export async function gapsAfter(folder: BackupFolder, backup: Backup): Promise<string[]> {
  const { manifest } = backup
  const names = await archivedNames(folder)
  // What the backup brings along is not missed.
  for (const { path } of manifest.wal) names.add(path)
  const own = timelineOf(manifest.first_segment)
  const newest = (await knownTimelines(folder, [backup])).at(-1) ?? own
  const toNewest = await lineTo(folder, newest)
  if (newest !== own && toNewest.length === 1) return [historyFileOf(newest)]
  const line: Line = isOnLine(toNewest, manifest) ? toNewest : [{ timeline: own, leftAt: null }]
  return missingSegments(names, manifest.first_segment, manifest.wal_segment_bytes, line)
}
