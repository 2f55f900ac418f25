import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findIn, findPrivateWords, privateWords } from './words.ts'

const root = join(import.meta.dirname, '../..')

test('names, comments, texts and documents have no private word', () => {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 } as const
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], options)
  const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)))
  expect(files.length).toBeGreaterThan(1_000)
  expect(findPrivateWords(root, files)).toEqual([])
})

test.each([
  ['services/gateway/src/a.ts', '// whoever asks is answered', 'whoever'],
  ['services/gateway/src/a.ts', 'const standingOf = 1', 'standing'],
  ['README.md', 'The seller mends the row.', 'mends'],
  ['services/spool/src/domain/a.ts', 'import { heard } from "./hear-of.ts"', 'heard'],
])('%s: a line with a private word is refused: %s', (file, line, word) => {
  expect(findIn(file, line).join()).toContain(`${file}:1: `)
  expect(findIn(file, line).join().toLowerCase()).toContain(word)
})

test.each([
  ['services/spool/src/store/spool-store.ts', "  `select standing ->> 'runs' from spool`"],
  ['libs/contracts/src/signing/events.ts', "defineEvent('signing.receipt-standing-changed', {"],
])('%s: a stored name stays', (file, line) => {
  expect(findIn(file, line)).toEqual([])
})

test('every private word says what to write in its place', () => {
  for (const { write } of privateWords) expect(write.length).toBeGreaterThan(2)
})
