import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setAside } from '@outturn/local-servers'
import { BackupError, explainSystemError } from '../folder/backup-error.ts'
import { type BackupFolder, listBackups } from '../folder/backup-folder.ts'
import type { Backup } from '../folder/manifest.ts'
import { unpackFile } from '../folder/packed-files.ts'
import { isOnLine, knownTimelines, lineTo } from '../folder/timelines.ts'
import { type Line, timelineOf } from '../folder/wal-segments.ts'

/** Up to where: all that was archived, the base backup alone, or a time. */
export type Until = 'end' | 'base' | Date

export type RestoreOptions = {
  readonly folder: BackupFolder
  /** The data folder to make. */
  readonly target: string
  readonly until: Until
  /** Id of a backup; the newest that serves if left out. */
  readonly id?: string
  /** The timeline to follow; the newest if left out. */
  readonly timeline?: number
  /** Account of Postgres, where this process is root. */
  readonly account?: { readonly uid: number; readonly gid: number }
  /** Moves data that the target holds aside instead of refusing them. */
  readonly replace: boolean
  readonly now: () => Date
  readonly tell: (message: string) => void
}

/**
 * Makes a data folder from a backup, which recovers up to the chosen point when Postgres starts on it. It is there whole or not at all.
 * Throws BackupError when a server runs on the target, when that holds data, and when a file is not the one that was backed up.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Backup> {
  const { folder, now, tell } = options
  const target = resolve(options.target)
  const damaged: BackupError[] = []
  const backups = await listBackups(folder, (error) => damaged.push(error))
  for (const error of damaged) tell(error.message)
  const line = await lineOf(backups, options)
  const backup = chooseBackup(backups, line, options)
  await refuseUsedTarget(target, options.replace)
  const partial = `${target}.restoring`
  try {
    await rm(partial, { recursive: true, force: true })
    await mkdir(dirname(target), { recursive: true })
    await unpack(backup, partial, options.account)
    await writeRecovery(partial, options)
    if (existsSync(target)) {
      if ((await readdir(target)).length === 0) await rm(target, { recursive: true })
      else tell(`the data that were there are now ${await setAside(target, now())}`)
    }
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => {})
    throw explainSystemError(error, target)
  }
  return backup
}

/** The timelines that the restore follows; null for a base backup alone, which stays on its own. */
async function lineOf(
  backups: readonly Backup[],
  { folder, until, timeline }: RestoreOptions,
): Promise<Line | null> {
  if (until === 'base') return null
  const known = await knownTimelines(folder, backups)
  if (timeline !== undefined && !known.includes(timeline)) {
    throw new BackupError(
      `There is no timeline ${timeline} in ${folder.path}.`,
      known.length === 0 ? 'Name another folder by --backups.' : `There are ${known.join(', ')}.`,
    )
  }
  return lineTo(folder, timeline ?? known.at(-1) ?? 1)
}

const listed = 'npm run backup -- list shows the backups.'

function chooseBackup(
  backups: readonly Backup[],
  line: Line | null,
  { folder, id, until, now, tell }: RestoreOptions,
): Backup {
  if (id !== undefined) {
    const found = backups.find(({ manifest }) => manifest.id === id)
    if (found === undefined) throw new BackupError(`There is no backup ${id} in ${folder.path}.`, listed)
    if (until instanceof Date && found.endedAt > until) throw tooLate(found, until)
    if (line !== null && !isOnLine(line, found.manifest)) throw otherTimeline(found, line)
    return found
  }
  if (until instanceof Date && until > now()) {
    throw new BackupError(
      `${until.toISOString()} is in the future.`,
      'Choose a time that has passed, or --until end.',
    )
  }
  const serving = until instanceof Date ? backups.filter(({ endedAt }) => endedAt <= until) : backups
  const chosen = serving.findLast(({ manifest }) => line === null || isOnLine(line, manifest))
  const newest = serving.at(-1)
  if (newest !== undefined && chosen === undefined && line !== null) throw otherTimeline(newest, line)
  if (newest !== undefined && chosen !== undefined && line !== null) {
    if (newest !== chosen) tell(otherTimeline(newest, line).message)
  }
  if (chosen !== undefined) return chosen
  const [oldest] = backups
  if (until instanceof Date && oldest !== undefined) throw tooLate(oldest, until)
  throw new BackupError(`There is no whole backup in ${folder.path}.`, 'Name another folder by --backups.')
}

function tooLate({ manifest }: Backup, until: Date): BackupError {
  return new BackupError(
    `The backup ${manifest.id} ended at ${manifest.ended_at}, after ${until.toISOString()}.`,
    'Choose a later time, or an earlier backup: npm run backup -- list shows them.',
  )
}

function otherTimeline({ manifest }: Backup, line: Line): BackupError {
  const own = timelineOf(manifest.last_segment)
  return new BackupError(
    `The backup ${manifest.id} is of timeline ${own}, which timeline ${line.at(-1)?.timeline} does not come from: a restore to an earlier time left it.`,
    `Choose --timeline ${own} to restore what that restore left, or an earlier backup: ${listed}`,
  )
}

async function refuseUsedTarget(target: string, replace: boolean): Promise<void> {
  if (!existsSync(target) || (await readdir(target)).length === 0) return
  const pid = runningServer(target) ?? serverWithin(target)
  if (pid !== undefined) {
    throw new BackupError(
      `Postgres (process ${pid}) runs on ${target}.`,
      'Stop everything first, then restore.',
    )
  }
  if (!existsSync(join(target, 'PG_VERSION'))) {
    throw new BackupError(
      `${target} holds other things than the data of Postgres.`,
      'Choose the data folder, or an empty one.',
    )
  }
  if (replace) return
  throw new BackupError(
    `${target} holds data already.`,
    'Choose an empty folder, or add --replace, which moves these data aside and deletes nothing.',
  )
}

/** Undefined when the process that the lock file names has ended, as after a crash. */
function runningServer(target: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(target, 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 0)
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return command.includes('postgres') ? pid : undefined
  } catch (error) {
    // A process of another account is there, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? -1 : undefined
  }
}

/** A Postgres whose working folder this is, as it is for every Postgres: that of a container has another id in its lock file. */
function serverWithin(target: string): number | undefined {
  const { dev, ino } = statSync(target)
  return readdirSync('/proc')
    .map(Number)
    .find((pid) => {
      if (Number.isNaN(pid)) return false
      try {
        const folder = statSync(`/proc/${pid}/cwd`)
        const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        return folder.dev === dev && folder.ino === ino && /(?:^|\/)postgres(?::|$)/.test(program)
      } catch {
        // It has ended, or is not this account's to look at.
        return false
      }
    })
}

async function unpack(
  { folder, manifest }: Backup,
  partial: string,
  account: RestoreOptions['account'],
): Promise<void> {
  for (const path of ['', ...manifest.folders]) {
    const made = join(partial, path)
    await mkdir(made, { recursive: true, mode: 0o700 })
    if (account !== undefined) await chown(made, account.uid, account.gid)
  }
  const parts = [
    ...manifest.files.map((file) => ({ file, packed: `data/${file.path}.gz`, path: file.path })),
    ...manifest.wal.map((file) => ({ file, packed: `wal/${file.path}.gz`, path: `pg_wal/${file.path}` })),
  ]
  for (const { file, packed, path } of parts) {
    const source = join(folder, packed)
    const isSame = await unpackFile(source, join(partial, path), file, account).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOSPC' || error.code === 'EDQUOT') throw error
        return false
      },
    )
    if (isSame) continue
    throw new BackupError(
      `${source} is missing or not what was backed up.`,
      'Restore an earlier backup by --backup, with the WAL after it: npm run backup -- list shows them.',
    )
  }
}

/** Settings of a recovery; those that an earlier restore left in the backup are replaced. */
const recoverySetting = /^\s*(?:restore_command|recovery_target\w*)\s*=/

async function writeRecovery(
  partial: string,
  { folder, until, timeline, account }: RestoreOptions,
): Promise<void> {
  const file = join(partial, 'postgresql.auto.conf')
  const existing = existsSync(file) ? await readFile(file, 'utf8') : ''
  const lines = [
    ...existing.split('\n').filter((line) => line !== '' && !recoverySetting.test(line)),
    // The WAL of the time of the backup lies in pg_wal already.
    setting('restore_command', restoreCommand(resolve(folder.wal), until)),
    setting('recovery_target_action', 'promote'),
    // A base backup alone stays on its timeline; anything later is on the newest.
    setting('recovery_target_timeline', until === 'base' ? 'current' : String(timeline ?? 'latest')),
    ...(until === 'base' ? [setting('recovery_target', 'immediate')] : []),
    ...(until instanceof Date
      ? [setting('recovery_target_time', `${until.toISOString().slice(0, -1).replace('T', ' ')}+00`)]
      : []),
  ]
  for (const [path, content] of [
    [file, `${lines.join('\n')}\n`],
    [join(partial, 'recovery.signal'), ''],
  ] as const) {
    await writeFile(path, content, { mode: 0o600 })
    if (account !== undefined) await chown(path, account.uid, account.gid)
  }
}

function setting(name: string, value: string): string {
  return `${name} = '${value.replaceAll("'", "''")}'`
}

/**
 * Takes a segment from the archive, and fails where that has none, which ends the recovery. For the base backup alone it takes the histories of
 * timelines: Postgres begins the first one that has none, and archives nothing on one that is there already.
 */
function restoreCommand(archive: string, until: Until): string {
  const quoted = `'${archive.replaceAll('%', '%%').replaceAll("'", `'\\''`)}'`
  const take = `test -e ${quoted}/%f.gz && gzip -dc ${quoted}/%f.gz > "%p"`
  return until === 'base' ? `case %f in *.history) ${take};; *) false;; esac` : take
}
