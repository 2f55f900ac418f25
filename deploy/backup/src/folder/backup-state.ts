import { readFile } from 'node:fs/promises'
import { replaceFile } from '@outturn/whole-files'
import type { BackupFolder } from './backup-folder.ts'

/** What alerts read; times are those of the end. */
export type BackupState = {
  /** The last base backup that was made and read back without a fault. */
  readonly completed_at: string | null
  /** The last try that failed since; null after one that did not. */
  readonly failed_at: string | null
  readonly failure: string | null
  /** When Postgres last archived a segment. */
  readonly wal_archived_at: string | null
  readonly missing_segments: number
  /** The last restore test that passed. */
  readonly restore_tested_at: string | null
}

const none: BackupState = {
  completed_at: null,
  failed_at: null,
  failure: null,
  wal_archived_at: null,
  missing_segments: 0,
  restore_tested_at: null,
}

export async function readState({ stateFile }: BackupFolder): Promise<BackupState> {
  try {
    return { ...none, ...(JSON.parse(await readFile(stateFile, 'utf8')) as Partial<BackupState>) }
  } catch {
    return none
  }
}

/** Notes a change, and writes the metrics of it for the textfile collector of a node exporter. */
export async function noteState(folder: BackupFolder, change: Partial<BackupState>): Promise<void> {
  const state = { ...(await readState(folder)), ...change }
  await replaceFile(folder.stateFile, `${JSON.stringify(state, null, 2)}\n`)
  await replaceFile(folder.metricsFile, metricsText(state), 0o644)
}

/** The state as Prometheus reads it. A time that never was is 0. */
export function metricsText(state: BackupState): string {
  const seconds = (time: string | null) => (time === null ? 0 : Date.parse(time) / 1000)
  const gauges: readonly (readonly [name: string, help: string, value: number])[] = [
    [
      'backup_completed_timestamp_seconds',
      'When the last base backup was made and read back without a fault.',
      seconds(state.completed_at),
    ],
    [
      'backup_failed_timestamp_seconds',
      'When a base backup failed since then; 0 if none did.',
      seconds(state.failed_at),
    ],
    [
      'wal_archived_timestamp_seconds',
      'When Postgres last archived a WAL segment.',
      seconds(state.wal_archived_at),
    ],
    [
      'wal_archive_gap_segments',
      'WAL segments that the archive lacks after the newest backup.',
      state.missing_segments,
    ],
    [
      'backup_restored_timestamp_seconds',
      'When the last restore test passed.',
      seconds(state.restore_tested_at),
    ],
  ]
  return gauges
    .map(
      ([name, help, value]) =>
        `# HELP outturn_${name} ${help}\n# TYPE outturn_${name} gauge\noutturn_${name} ${value}\n`,
    )
    .join('')
}
