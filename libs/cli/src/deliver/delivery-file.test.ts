import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hostOf } from '../host.ts'
import { UnusableInput } from '../output.ts'
import { readDeliveryFile, rowsOf } from './delivery-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'outturn-delivery-'))
afterAll(() => rmSync(folder, { recursive: true }))
const output = { print: () => {}, complain: () => {} }

/** The rows of a file of this name and content, or why it has none. */
async function rows(name: string, content: string | Uint8Array, type?: string, sheet?: string) {
  const file = join(folder, name)
  writeFileSync(file, content)
  try {
    return await rowsOf(await readDeliveryFile(file, type, hostOf(output)), sheet)
  } catch (error) {
    if (error instanceof UnusableInput) return error.message
    throw error
  }
}

/** The rows of what is piped in. */
async function piped(chunks: readonly string[], type?: string) {
  async function* readInput() {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }
  return rowsOf(await readDeliveryFile('-', type, hostOf(output, { readInput })), undefined)
}

const twoRows = [{ email: 'a@example.com' }, { email: '' }]

test.each([
  ['leads.csv', 'email\r\na@example.com\r\n""'],
  ['LEADS.CSV', '\ufeffemail\na@example.com\n""\n'],
  ['leads.jsonl', '{"email":"a@example.com"}\n{"email":""}'],
  ['leads.json', '[{"email":"a@example.com"},{"email":""}]'],
  ['leads', '[{"email":"a@example.com"},{"email":""}]'],
  ['leads.dat', '{"email":"a@example.com"}\n{"email":""}\n'],
  ['leads.export', 'email\na@example.com\n""\n'],
])('%s is read by its name or its content', async (name, content) => {
  expect(await rows(name, content)).toEqual(twoRows)
})

test('separators of a spreadsheet are found', async () => {
  expect(await rows('leads.csv', 'email;city\na@example.com;Köln\n')).toEqual([
    { email: 'a@example.com', city: 'Köln' },
  ])
  expect(await rows('leads.tsv', 'email\tcity\na@example.com\tRome\n')).toEqual([
    { email: 'a@example.com', city: 'Rome' },
  ])
})

test('the option goes before the name', async () => {
  expect(await rows('leads.txt', '{"email":"a@example.com"}\n{"email":""}', 'jsonl')).toEqual(twoRows)
  expect(await rows('leads.txt', 'x', 'docx')).toMatch(
    /^--type docx is not a form that is read: name one of csv, /,
  )
})

test('the standard input is read in pieces', async () => {
  expect(await piped(['[{"email":"a@exam', 'ple.com"},{"email":""}]'])).toEqual(twoRows)
})

test.each([
  ['empty.csv', '', /empty\.csv is empty/],
  [
    'program.csv',
    Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]),
    /program\.csv cannot be read as a table/,
  ],
  ['paper.pdf', '%PDF-1.7\n%âãÏÓ', /cannot be read as a table.*\n/],
  ['latin.csv', Uint8Array.from([...Buffer.from('name\nK'), 0xf6, ...Buffer.from('ln\n')]), /UTF-8/],
  ['wide.csv', 'a,b\n1\n', /line 2, column 2.*the row has 1 field/],
  [
    'object.json',
    '{"data": [{"a": 1}]}',
    /no list of objects[^]*\nPut the list of objects itself into the file, as jq/,
  ],
  ['columns.json', '{"a": [1, 2]}', /^(?![^]*metadata)/],
  ['header.csv', 'email,name\n', /^header\.csv has no rows\.\n/],
  ['none.json', '[]', /no rows/],
  ['note.pdf', 'hi\n', /no rows when it is read as a table\.\nForms .*csv, tsv.*--type/],
  ['fake.xlsx', 'email\na@example.com\n', /cannot be read as a table/],
  ['cut.jsonl', '{"a": 1}\n{"a": \n', /^(?![^]*media_type)/],
  ['twice.json', '[{"a": 1, "a": 2}]', /twice\.json cannot be read/],
  ['book.csv', 'a,b\n1,2\n', /--sheet/, 'Sheet1'],
])('%s is refused with what is wrong', async (name, content, message, sheet?: string) => {
  expect(await rows(name, content, undefined, sheet)).toMatch(message)
})

test('a file of 100 MB is refused before it is read', async () => {
  const file = join(folder, 'large.csv')
  writeFileSync(file, '')
  truncateSync(file, 100_000_000)
  await expect(readDeliveryFile(file, undefined, hostOf(output))).rejects.toThrow(
    /too large: it has 100000000 bytes/,
  )
})

test('an input without an end is cut off', async () => {
  let asked = 0
  async function* readInput() {
    for (;;) {
      asked += 1
      yield Buffer.alloc(1024 * 1024, 'a')
    }
  }
  await expect(readDeliveryFile('-', undefined, hostOf(output, { readInput }))).rejects.toThrow(/too large/)
  expect(asked).toBe(9)
})

test('a device without an end is refused', async () => {
  await expect(readDeliveryFile('/dev/zero', undefined, hostOf(output))).rejects.toThrow(
    /too large: it has more/,
  )
})

test.each([
  ['missing.csv', /there is no such file/],
  ['.', /it is a folder/],
])('%s cannot be read', async (name, message) => {
  await expect(readDeliveryFile(join(folder, name), undefined, hostOf(output))).rejects.toThrow(message)
})
