import { describe, expect, test, vi } from 'vitest'
import { problemOfFile, rowsOfFile } from './file-rows.ts'

const read = (text: string, mediaType = 'text/csv') => rowsOfFile(mediaType, new TextEncoder().encode(text))
const problemOf = (text: string, mediaType?: string) => {
  const found = read(text, mediaType)
  return found?.kind === 'problem' ? [found.problem.line, found.problem.column] : found
}

describe('the rows of a file', () => {
  test('are those of a CSV file with its header, all of them text', () => {
    expect(read('\uFEFFname,note\r\nA,"x, ""y""\r\nz"\r\nB,\r\n')).toEqual({
      kind: 'rows',
      rows: [
        { name: 'A', note: 'x, "y"\r\nz' },
        { name: 'B', note: '' },
      ],
    })
    expect(read('a\n')).toEqual({ kind: 'rows', rows: [] })
  })

  test('keep every column as an own member, whatever its name', () => {
    const found = read('__proto__,constructor\n1,2\n')
    const [row] = found?.kind === 'rows' ? found.rows : []
    expect(Object.entries(row ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
  })

  test.each([
    ['one a line', '{"a":1}\n{"a":2}\n', 'application/x-ndjson'],
    ['as one list', '[{"a":1},{"a":2}]', 'application/json; charset=utf-8'],
  ])('are JSON objects, %s', (_name, text, mediaType) => {
    expect(read(text, mediaType)).toEqual({ kind: 'rows', rows: [{ a: 1 }, { a: 2 }] })
  })

  test('are none of other JSON, or of another media type', () => {
    expect(read('{"a":1}', 'application/json')).toBeNull()
    expect(read('[1]', 'application/json')).toBeNull()
    expect(read('a,b', 'text/plain')).toBeNull()
  })
})

test.each<[string, string, [number, number | null], string?]>([
  ['an empty file', '', [1, null]],
  ['a name twice', 'a,b,a\n', [1, 3]],
  ['a blank name', 'a, \n', [1, 2]],
  ['a row that is too long', 'a,b\n1,2\n1,2,3\n', [3, 3]],
  ['a row that is too short, behind one of several lines', 'a,b\n"x\ny\nz",2\n3\n', [5, 2]],
  ['a blank line in the middle', 'a,b\n\n1,2\n', [2, 2]],
  ['a number twice in one object', '{"a":1}\n{"a":1,"a":2}', [2, 11], 'application/jsonl'],
  ['more columns than are taken', Array.from({ length: 1_001 }, (_, n) => `c${n}`).join(','), [1, 1_001]],
  ['more rows than are taken', `a\n${'1\n'.repeat(200_000)}`, [50_002, null]],
])(
  '%s is found where it is, also where no rows are made',
  async (_name, text, place, mediaType = 'text/csv') => {
    expect(problemOf(text, mediaType)).toEqual(place)
    const checked = await problemOfFile(mediaType, new TextEncoder().encode(text), async () => {})
    expect(checked && [checked.line, checked.column]).toEqual(place)
  },
)

test('a file is checked without making the objects of its rows, a few milliseconds at a time', async () => {
  const columns = Array.from({ length: 1_000 }, (_, n) => `c${n}`).join(',')
  const bytes = new TextEncoder().encode(`${columns}\n${`${','.repeat(999)}\n`.repeat(1_040)}`)
  const made = vi.spyOn(Object, 'fromEntries')
  let pauses = 0
  const pause = async () => (pauses += 1)
  expect(await problemOfFile('text/csv', bytes, pause)).toBeNull()
  expect(pauses).toBeGreaterThanOrEqual(bytes.length / 8_192)
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
})

test('bytes that are not UTF-8 are no rows', () => {
  expect(rowsOfFile('text/csv', Uint8Array.of(0x61, 0x0a, 0xff))).toMatchObject({ kind: 'problem' })
})

test('the largest file takes bounded time', () => {
  const began = process.cpuUsage()
  read(`a,b,c\n${'1,2,3\n'.repeat(49_999)}`)
  read(`a\n${'"'.repeat(700_000)}`)
  expect(process.cpuUsage(began).user).toBeLessThan(5_000_000)
})
