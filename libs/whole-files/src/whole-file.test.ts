import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createFile, replaceFile, replaceFileBy } from './whole-file.ts'

const root = mkdtempSync(join(tmpdir(), 'outturn-whole-files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(root, 'test-'))
  file = join(folder, 'local.json')
})

test('writers that come at the same moment all succeed, and the last one stays', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, index) => replaceFile(file, `content ${index}`)))
  expect(readFileSync(file, 'utf8')).toBe('content 49')
  expect(readdirSync(folder)).toEqual(['local.json'])
})

test('a slow writer is waited for, however its path is spelled', async () => {
  const order: string[] = []
  const slow = Promise.withResolvers<void>()
  const first = replaceFileBy(file, async (draft) => {
    await slow.promise
    order.push('first')
    await writeFile(draft, 'first')
  })
  const second = replaceFileBy(relative(process.cwd(), file), async (draft) => {
    order.push('second')
    await writeFile(draft, 'second')
  })
  slow.resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
  expect(readFileSync(file, 'utf8')).toBe('second')
})

test('a writer that fails leaves the old content and no draft, and the next one writes', async () => {
  await replaceFile(file, 'old')
  const failing = replaceFileBy(file, async (draft) => {
    await writeFile(draft, 'half')
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', ['local.json']])
  await replaceFile(file, 'new')
  expect(readFileSync(file, 'utf8')).toBe('new')
})

test('only the owner may read it unless another mode is asked for', async () => {
  await replaceFile(file, 'secret')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await replaceFile(file, 'program', 0o700)
  expect(statSync(file).mode & 0o777).toBe(0o700)
})

test('of many that create a file at once one succeeds, and a file that is there stays', async () => {
  const made = await Promise.all(['a', 'b', 'c', 'd'].map((content) => createFile(file, content)))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(readFileSync(file, 'utf8')).toBe(['a', 'b', 'c', 'd'][made.indexOf(true)])
  writeFileSync(file, 'kept')
  expect(await createFile(file, 'another')).toBe(false)
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['kept', ['local.json']])
})
