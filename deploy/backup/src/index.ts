export { BackupError } from './folder/backup-error.ts'
export { backupFolderAt, type BackupFolder, initBackupFolder } from './folder/backup-folder.ts'
export { archiveSettings } from './folder/archive-settings.ts'
