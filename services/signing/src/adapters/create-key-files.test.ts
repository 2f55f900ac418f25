import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signingPurposes } from '@outturn/vocabulary'
import { createKeyFiles } from './create-key-files.ts'

const now = new Date('2026-01-01T00:00:00.000Z')
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'outturn-keys-'))
})
afterAll(() => rm(directory, { recursive: true }))

test('a folder gets the keys that it lacks, readable by its owner alone, and keeps the ones it has', async () => {
  const [first, ...others] = signingPurposes
  if (first === undefined) throw new Error('there is no purpose')
  const [path = ''] = await createKeyFiles(directory, 'production', now, { purposes: [first] })
  const text = await readFile(path, 'utf8')
  expect(text).toContain('PRIVATE KEY')

  const created = await createKeyFiles(directory, 'production', now)
  expect(created).toHaveLength(others.length)
  expect(await readFile(path, 'utf8')).toBe(text)
  expect((await readdir(join(directory, 'production'))).toSorted()).toEqual(
    signingPurposes.map((purpose) => `${purpose}.pem`).toSorted(),
  )
  for (const made of created) expect((await stat(made)).mode & 0o077).toBe(0)
  expect(await createKeyFiles(directory, 'production', now)).toEqual([])
})
