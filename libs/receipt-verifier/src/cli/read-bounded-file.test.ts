import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readBoundedFile } from './read-bounded-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'outturn-bounded-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a file is read whole up to the bound, and one without an end is refused', () => {
  const file = join(folder, 'file')
  const bytes = Buffer.alloc(3_000_000, 'ab')
  writeFileSync(file, bytes)
  expect(Buffer.from(readBoundedFile(file)).equals(bytes)).toBe(true)
  expect(readBoundedFile(file, bytes.length)).toHaveLength(bytes.length)
  expect(() => readBoundedFile(file, bytes.length - 1)).toThrow(/more than 2999999 bytes/)
  expect(() => readBoundedFile('/dev/zero', 5_000_000)).toThrow(/more than/)
  expect(() => readBoundedFile(join(folder, 'missing'))).toThrow(/ENOENT/)
})
