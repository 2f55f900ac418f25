import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chown, lstat, mkdir, readdir, readlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { BackedUpFile } from './manifest.ts'

/** Content that Postgres makes anew, or that must not come along; their folders do. */
const emptied = [
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'],
  'pg_subtrans',
]
const leftOut = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  'recovery.signal',
  'standby.signal',
])
const control = 'global/pg_control'

/** Files and folders of a data folder that belong into a backup, the control file last. Throws on a tablespace elsewhere. */
export async function filesOfCluster(dataDir: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = []
  const folders: string[] = []
  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(join(dataDir, folder), { withFileTypes: true }).catch(ignoreVanished)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isSymbolicLink()) {
        const target = await readlink(join(dataDir, path))
        throw new Error(
          `${join(dataDir, path)} leads to ${target}: a backup of tablespaces or of a WAL folder elsewhere is not supported`,
        )
      }
      if (entry.isDirectory()) {
        if (entry.name.startsWith('pgsql_tmp')) continue
        folders.push(path)
        if (!emptied.includes(path)) await walk(path)
      } else if (entry.isFile() && !isLeftOut(path, entry.name)) files.push(path)
    }
  }
  await walk('')
  return { files: [...files.filter((path) => path !== control), control], folders }
}

function isLeftOut(path: string, name: string): boolean {
  return leftOut.has(path) || name.startsWith('pgsql_tmp') || name.startsWith('pg_internal.init')
}

function ignoreVanished(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** Compresses a file and returns its digest; null for one that Postgres removed meanwhile. It may grow or shrink while it is read. */
export async function packFile(source: string, target: string, path: string): Promise<BackedUpFile | null> {
  if ((await lstat(source).catch(() => undefined)) === undefined) return null
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const digest = digesting()
  try {
    await pipeline(
      createReadStream(source),
      digest.stream,
      createGzip({ level: 1 }),
      createWriteStream(target, { mode: 0o600 }),
    )
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && syscall === 'open' && (error as NodeJS.ErrnoException).path === source)
      return null
    throw error
  }
  return { path, ...digest.result() }
}

/** Unpacks a file for this account; returns whether it is the one that was packed. */
export async function unpackFile(
  source: string,
  target: string,
  expected: BackedUpFile,
  account: { uid: number; gid: number } | undefined,
): Promise<boolean> {
  const digest = digesting()
  await pipeline(
    createReadStream(source),
    createGunzip(),
    digest.stream,
    createWriteStream(target, { mode: 0o600 }),
  )
  if (account !== undefined) await chown(target, account.uid, account.gid)
  return isSame(digest.result(), expected)
}

/** Whether a packed file is there and unpacks to what was packed. */
export async function isWhole(packed: string, expected: BackedUpFile): Promise<boolean> {
  const digest = digesting()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    await pipeline(createReadStream(packed), createGunzip(), digest.stream, nowhere)
  } catch {
    return false
  }
  return isSame(digest.result(), expected)
}

function isSame(result: { bytes: number; sha256: string }, expected: BackedUpFile): boolean {
  return result.bytes === expected.bytes && result.sha256 === expected.sha256
}

function digesting(): { stream: Transform; result(): { bytes: number; sha256: string } } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}
