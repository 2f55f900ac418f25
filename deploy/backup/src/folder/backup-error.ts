/** A backup or a restore that cannot go on; the message says why, and `remedy` what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly remedy: string

  constructor(message: string, remedy: string, options?: { cause?: unknown }) {
    super(message, options)
    this.remedy = remedy
  }
}

/** The system's refusals that an operator can do something about, in words. */
export function explainSystemError(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new BackupError(
      `The disk of ${path} is full.`,
      'Free space there or choose another folder. What this backup wrote is deleted; earlier backups are as they were.',
      { cause: error },
    )
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    const denied = (error as NodeJS.ErrnoException).path ?? path
    return new BackupError(
      `${denied} cannot be used by this account (${code}).`,
      'Run this as root, or as the account that Postgres runs under.',
      { cause: error },
    )
  }
  return error
}
