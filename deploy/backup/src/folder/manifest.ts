import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'

export type BackedUpFile = { readonly path: string; readonly bytes: number; readonly sha256: string }

/** What a backup consists of; `data/<path>.gz` and `wal/<segment>.gz` beside it hold the files. */
export type Manifest = {
  readonly format: 1
  readonly id: string
  readonly system_identifier: string
  readonly postgres_version: string
  readonly wal_segment_bytes: number
  readonly started_at: string
  readonly ended_at: string
  readonly first_segment: string
  readonly last_segment: string
  readonly folders: readonly string[]
  readonly files: readonly BackedUpFile[]
  readonly wal: readonly BackedUpFile[]
}

/** A backup that is whole, by its folder. */
export type Backup = { readonly folder: string; readonly endedAt: Date; readonly manifest: Manifest }

const manifestFile = 'manifest.json'
const digestFile = 'manifest.sha256'

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  await writeFile(join(folder, manifestFile), text, { mode: 0o600 })
  await writeFile(join(folder, digestFile), `${sha256(text)}  ${manifestFile}\n`, { mode: 0o600 })
}

/** Throws BackupError when the manifest is not the one that was written. */
export async function readBackup(folder: string): Promise<Backup> {
  const damaged = (cause?: unknown) =>
    new BackupError(
      `The manifest of ${folder} is missing or damaged.`,
      'Restore from another backup: npm run backup -- list shows them.',
      { cause },
    )
  const [text, digest] = await Promise.all([
    readFile(join(folder, manifestFile), 'utf8'),
    readFile(join(folder, digestFile), 'utf8'),
  ]).catch((error: unknown) => {
    throw damaged(error)
  })
  if (digest.split(' ')[0] !== sha256(text)) throw damaged()
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1) {
    throw new BackupError(`${folder} has a format that this release does not know.`, 'Use a later release.')
  }
  return { folder, endedAt: new Date(manifest.ended_at), manifest }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
