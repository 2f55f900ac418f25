import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'

const name = '000000010000000000000001'
let folder: string
let wal: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outturn's wal "))
  wal = join(folder, 'wal')
  mkdirSync(wal)
  writeFileSync(join(folder, 'segment'), 'first')
})
afterEach(() => rmSync(folder, { recursive: true }))

const archive = (target = wal) =>
  spawnSync('sh', [join(import.meta.dirname, 'archive-wal.sh'), join(folder, 'segment'), name, target], {
    encoding: 'utf8',
  })

test('a segment is archived whole, again without harm, and never over another content', () => {
  expect(archive().status).toBe(0)
  expect(gunzipSync(readFileSync(join(wal, `${name}.gz`))).toString()).toBe('first')
  expect(archive().status).toBe(0)
  writeFileSync(join(folder, 'segment'), 'another')
  expect(archive()).toMatchObject({ status: 1, stderr: expect.stringContaining('another content') })
  expect(gunzipSync(readFileSync(join(wal, `${name}.gz`))).toString()).toBe('first')
})

test('a folder that is not there is not made, for the disk of the backups may not be mounted', () => {
  expect(archive(join(folder, 'absent'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('mounted'),
  })
  expect(existsSync(join(folder, 'absent'))).toBe(false)
})

test('a segment that cannot be read leaves nothing behind', () => {
  rmSync(join(folder, 'segment'))
  expect(archive().status).not.toBe(0)
  expect(readdirSync(wal)).toEqual([])
})
