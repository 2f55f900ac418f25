import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveSettings, BackupError, backupFolderAt, initBackupFolder } from '@outturn/backup'
import { canReach, LocalServerError, unprivilegedAccount } from '@outturn/local-servers'
import type { Home } from '../home/home.ts'

/** Archives into the folder that is named, or into that of the last start: an archive that stops unnoticed is a gap that no restore gets over. */
export async function archiveSettingsOf(
  { archiveFile }: Pick<Home, 'archiveFile'>,
  backups: string | false | undefined,
  tell: (message: string) => void,
): Promise<Record<string, string>> {
  const before = existsSync(archiveFile) ? (await readFile(archiveFile, 'utf8')).trim() : undefined
  if (backups === false) {
    await rm(archiveFile, { force: true })
    if (before !== undefined)
      tell(`Postgres no longer archives into ${before}: no restore gets further than now`)
    return {}
  }
  const folder = backups ?? before
  if (folder === undefined) return {}
  // Made anew it would be on another disk than the archive so far.
  if (backups === undefined && !existsSync(backupFolderAt(folder).marker)) {
    throw new LocalServerError(
      `${folder}, into which Postgres archived at the last start, is not there.`,
      'Mount its disk, name another folder by --backups, or archive no longer by --no-backups.',
    )
  }
  const settings = await archiveInto(folder)
  await writeFile(archiveFile, `${folder}\n`)
  tell(
    `Postgres archives into ${folder}${backups === undefined ? ', as at the last start (--no-backups ends it)' : ''}`,
  )
  return settings
}

/** Makes the folder of the backups, and returns the settings of a Postgres that archives into it. */
async function archiveInto(path: string): Promise<Record<string, string>> {
  const folder = backupFolderAt(path)
  const account = unprivilegedAccount()
  if (account !== undefined && !canReach(join(folder.wal, 'segment'), account)) {
    throw new LocalServerError(
      `Postgres runs as ${account.name}, which may not enter ${path}.`,
      'Choose a folder for --backups that every account may enter, such as one below /var/backups.',
    )
  }
  await initBackupFolder(folder, account).catch((error: unknown) => {
    if (!(error instanceof BackupError)) throw error
    throw new LocalServerError(error.message, error.remedy, { cause: error })
  })
  return archiveSettings(folder)
}
