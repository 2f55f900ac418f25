import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Walk } from '../walk.ts'

export const backupWalks: readonly Walk[] = [
  {
    alerts: ['OutturnBackupOld'],
    cause: 'the last backup was made 27 hours ago',
    withinSeconds: 120,
    async begin({ backups }) {
      age(backups, { completed_at: new Date(Date.now() - 27 * 3_600_000).toISOString() })
      return async () => {}
    },
    async follow(book, remedy) {
      await remedy()
      await book.command('npm run backup -- create')
    },
  },
  {
    alerts: ['OutturnBackupFailed'],
    cause: 'the last backup failed',
    withinSeconds: 120,
    async begin({ backups }) {
      age(backups, { failed_at: new Date().toISOString(), failure: 'a walk' })
      return async () => {}
    },
    async follow(book, remedy) {
      await remedy()
      await book.expression('outturn_wal_archive_gap_segments')
      await book.command('npm run backup -- create')
    },
  },
]

/** Changes what is noted of the backups. */
function age(backups: string, change: Readonly<Record<string, string>>): void {
  const file = join(backups, 'state.json')
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...change }))
}
