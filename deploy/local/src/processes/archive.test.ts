import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { archiveSettingsOf } from './archive.ts'

let folder: string
let said: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outturn-archive-'))
  // Postgres, which refuses root, enters it as another account.
  chmodSync(folder, 0o711)
  said = []
  return () => rmSync(folder, { recursive: true, force: true })
})

const start = (backups?: string | false) =>
  archiveSettingsOf({ archiveFile: join(folder, 'backups-folder') }, backups, (line) => void said.push(line))

test('a start that names no folder goes on archiving into that of the last one, and says so', async () => {
  expect(await start()).toEqual({})
  const archived = await start(join(folder, 'backups'))
  expect(archived['archive_mode']).toBe('on')
  expect(await start()).toEqual(archived)
  expect(said.at(-1)).toContain('as at the last start')
})

test('it does not make that folder anew when its disk is not there', async () => {
  await start(join(folder, 'backups'))
  rmSync(join(folder, 'backups'), { recursive: true })
  await expect(start()).rejects.toMatchObject({ remedy: expect.stringContaining('--no-backups') })
})

test('the archive ends when it is told to, and stays so', async () => {
  await start(join(folder, 'backups'))
  expect(await start(false)).toEqual({})
  expect(said.at(-1)).toContain('no longer archives')
  expect(await start()).toEqual({})
})
