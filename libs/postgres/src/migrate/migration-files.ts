import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One step of a schema's history. */
export type Migration = {
  /** What the history table knows it by, such as `0001_spools` or `platform/0001_platform_tables`. */
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/

/**
 * Reads `0001_name.sql`, `0002_…` from a directory, in order. Throws when a number is missing or used twice, or a file
 * is named otherwise.
 */
export async function readMigrations(directory: string, prefix = ''): Promise<Migration[]> {
  const files = (await readdir(directory)).sort()
  return Promise.all(
    files.map(async (file, index) => {
      const number = fileName.exec(file)?.[1]
      const expected = String(index + 1).padStart(4, '0')
      if (number !== expected)
        throw new Error(`expected migration ${expected}_<name>.sql in ${directory}, found ${file}`)
      const text = await readFile(join(directory, file), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      return { name: prefix + file.slice(0, -'.sql'.length), sql: text, sha256 }
    }),
  )
}

/** The tables that every service has: command_log, outbox, inbox, dead_letter. */
export function platformMigrations(): Promise<Migration[]> {
  return readMigrations(join(import.meta.dirname, '../migrations'), 'platform/')
}
