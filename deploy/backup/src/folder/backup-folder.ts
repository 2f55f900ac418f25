import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '@outturn/whole-files'
import { BackupError } from './backup-error.ts'
import { type Backup, readBackup } from './manifest.ts'

/** A folder of backups: `base/<id>` for each base backup, `wal` for the archive, and a marker that says of which cluster they are. */
export type BackupFolder = {
  readonly path: string
  readonly base: string
  readonly wal: string
  /** The archive_command of Postgres, where its account can read it. */
  readonly script: string
  readonly marker: string
  readonly stateFile: string
  readonly metricsFile: string
}

type Marker = { readonly format: 1; readonly system_identifier: string | null }

const partialMark = '.partial'

export function backupFolderAt(path: string): BackupFolder {
  return {
    path,
    base: join(path, 'base'),
    wal: join(path, 'wal'),
    script: join(path, 'archive-wal.sh'),
    marker: join(path, 'outturn-backups.json'),
    stateFile: join(path, 'state.json'),
    metricsFile: join(path, 'metrics.prom'),
  }
}

type Account = { readonly uid: number; readonly gid: number } | undefined

/** Makes the folder, for Postgres to archive into it as this account. Throws when it holds something else. */
export async function initBackupFolder(folder: BackupFolder, account?: Account): Promise<void> {
  if (!existsSync(folder.marker)) {
    const found = existsSync(folder.path) ? await readdir(folder.path) : []
    if (found.filter((name) => name !== 'lost+found').length > 0) throw otherContent(folder, found)
    await mkdir(folder.path, { recursive: true, mode: 0o700 })
    await writeMarker(folder, null)
  }
  await mkdir(folder.base, { recursive: true, mode: 0o700 })
  await mkdir(folder.wal, { recursive: true, mode: 0o700 })
  const script = await readFile(join(import.meta.dirname, 'archive-wal.sh'))
  await replaceFile(folder.script, script, 0o755)
  if (account !== undefined) {
    await chown(folder.path, account.uid, account.gid)
    await chown(folder.wal, account.uid, account.gid)
  }
}

function otherContent({ path }: BackupFolder, found: readonly string[]): BackupError {
  return new BackupError(
    `${path} is not a folder of backups: it holds ${found.slice(0, 3).join(', ')}${found.length > 3 ? ' and more' : ''}.`,
    'Choose an empty folder, or one that a backup was made in.',
  )
}

/** Throws unless the backups in the folder are of this cluster; the first one decides of which they are. */
export async function claimForCluster(folder: BackupFolder, systemIdentifier: string): Promise<void> {
  const { system_identifier: known } = await readMarker(folder)
  if (known === systemIdentifier) return
  if (known !== null) {
    throw new BackupError(
      `${folder.path} holds backups of another database cluster (${known}, and this one is ${systemIdentifier}).`,
      'Choose another folder: backups of two clusters must not be mixed.',
    )
  }
  await writeMarker(folder, systemIdentifier)
}

async function readMarker({ marker, path }: BackupFolder): Promise<Marker> {
  try {
    return JSON.parse(await readFile(marker, 'utf8')) as Marker
  } catch (error) {
    throw new BackupError(
      `${path} is not a folder of backups: outturn-backups.json cannot be read.`,
      'Name the folder that backups were made in. Is its disk mounted?',
      { cause: error },
    )
  }
}

async function writeMarker({ marker }: BackupFolder, system_identifier: string | null): Promise<void> {
  await replaceFile(marker, `${JSON.stringify({ format: 1, system_identifier } satisfies Marker)}\n`)
}

/** Every whole backup, the oldest first. One whose manifest is damaged is named to `onDamaged` and left out. */
export async function listBackups(
  folder: BackupFolder,
  onDamaged: (error: BackupError) => void = () => {},
): Promise<Backup[]> {
  await readMarker(folder)
  const names = existsSync(folder.base) ? await readdir(folder.base) : []
  const backups: Backup[] = []
  for (const name of names.filter((each) => !each.endsWith(partialMark))) {
    try {
      backups.push(await readBackup(join(folder.base, name)))
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      onDamaged(error)
    }
  }
  return backups.toSorted((left, right) => left.endedAt.getTime() - right.endedAt.getTime())
}

export function partialFolder(folder: BackupFolder, id: string): string {
  return join(folder.base, `${id}${partialMark}`)
}

/** Deletes what backups left that were interrupted. Only for the holder of the lock of the cluster. */
export async function removePartials({ base }: BackupFolder): Promise<string[]> {
  const names = (await readdir(base)).filter((name) => name.endsWith(partialMark))
  for (const name of names) await rm(join(base, name), { recursive: true, force: true })
  return names
}

/** Names of the segments and histories in the archive. */
export async function archivedNames({ wal }: BackupFolder): Promise<Set<string>> {
  const names = existsSync(wal) ? await readdir(wal) : []
  return new Set(names.filter((name) => name.endsWith('.gz')).map((name) => name.slice(0, -'.gz'.length)))
}
