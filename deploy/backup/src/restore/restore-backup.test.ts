import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupFolderAt, initBackupFolder } from '../folder/backup-folder.ts'
import { writeManifest } from '../folder/manifest.ts'
import { packFile } from '../folder/packed-files.ts'
import { restoreBackup, type RestoreOptions } from './restore-backup.ts'

let scratch: string
let options: RestoreOptions

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'outturn-restore-'))
  const folder = backupFolderAt(join(scratch, 'backups'))
  await initBackupFolder(folder)
  const base = join(folder.base, '20260101T000000Z')
  await mkdir(base)
  await writeFile(join(scratch, 'PG_VERSION'), '18\n')
  const file = await packFile(join(scratch, 'PG_VERSION'), join(base, 'data/PG_VERSION.gz'), 'PG_VERSION')
  if (file === null) throw new Error('nothing was packed')
  await writeManifest(base, {
    format: 1,
    id: '20260101T000000Z',
    system_identifier: '1',
    postgres_version: '18.0',
    wal_segment_bytes: 16_777_216,
    started_at: '2026-01-01T00:00:00.000Z',
    ended_at: '2026-01-01T00:00:01.000Z',
    first_segment: '000000010000000000000001',
    last_segment: '000000010000000000000001',
    folders: [],
    files: [file],
    wal: [],
  })
  options = {
    folder,
    target: join(scratch, 'data'),
    until: 'base',
    replace: true,
    now: () => new Date('2026-01-02T00:00:00.000Z'),
    tell: () => {},
  }
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

test('data under a Postgres that runs in a container, where its process has another id, are left alone', async () => {
  await mkdir(options.target)
  await writeFile(join(options.target, 'PG_VERSION'), '18\n')
  // Its own id there, and that of another program here.
  await writeFile(join(options.target, 'postmaster.pid'), '1\n')
  const server = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1e3)'], {
    argv0: 'postgres',
    cwd: options.target,
  })
  try {
    await once(server.stdout, 'data')
    await expect(restoreBackup(options)).rejects.toThrow(`Postgres (process ${server.pid}) runs on`)
    expect(existsSync(join(options.target, 'postmaster.pid'))).toBe(true)
  } finally {
    server.kill()
    await once(server, 'close')
  }
  await restoreBackup(options)
})

test('a restore of the base backup alone sees the timelines in the archive, and none of its WAL', async () => {
  const segment = '000000010000000000000002'
  for (const name of [segment, '00000002.history']) {
    await writeFile(join(options.folder.wal, `${name}.gz`), gzipSync(name))
  }
  await restoreBackup(options)
  const settings = await readFile(join(options.target, 'postgresql.auto.conf'), 'utf8')
  const command = /^restore_command = '(.*)'$/m.exec(settings)?.[1]?.replaceAll("''", "'") ?? ''
  const restored = (name: string) => {
    const path = join(scratch, name)
    execFileSync('/bin/sh', ['-c', command.replaceAll('%f', name).replaceAll('%p', path)])
    return readFile(path, 'utf8')
  }
  // Otherwise Postgres would begin a timeline that is there, and archive nothing more.
  expect(await restored('00000002.history')).toBe('00000002.history')
  expect(() => restored(segment)).toThrow('Command failed')
  expect(() => restored('00000003.history')).toThrow('Command failed')
})
