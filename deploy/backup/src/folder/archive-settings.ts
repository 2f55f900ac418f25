import type { BackupFolder } from './backup-folder.ts'

/** Settings of a Postgres that archives its WAL into a folder, at least once a minute while something is written. */
export function archiveSettings({
  script,
  wal,
}: Pick<BackupFolder, 'script' | 'wal'>): Record<string, string> {
  const quoted = (path: string) => `'${path.replaceAll('%', '%%').replaceAll("'", `'\\''`)}'`
  return {
    archive_mode: 'on',
    archive_command: `/bin/sh ${quoted(script)} "%p" %f ${quoted(wal)}`,
    archive_timeout: '60s',
    wal_compression: 'on',
  }
}
