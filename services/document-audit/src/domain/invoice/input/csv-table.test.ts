import fc from 'fast-check'
import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { readCsv } from './csv-table.ts'

const read = (text: string, mapped = ['a', 'b']) =>
  readCsv({ field: 'invoice_csv', name: 'invoice', text, mapped })

function refusalOf(text: string, mapped?: string[]) {
  try {
    read(text, mapped)
  } catch (error) {
    if (error instanceof Refusal)
      return { status: error.status, field: error.options.field, message: error.message }
    throw error
  }
  throw new Error('it was read')
}

test.each([',', ';', '\t', '|'])('the delimiter %j is found by the headers of the mapping', (delimiter) => {
  const text = `\uFEFFa${delimiter}b\r\n1${delimiter}"x${delimiter}""y"""\r\n`
  expect(read(text)).toEqual({ headers: ['a', 'b'], rows: [['1', `x${delimiter}"y"`]], numbers: [1] })
})

test('blank lines and rows without a value are skipped, and the others keep their numbers', () => {
  expect(read('a,b\n\n1,2\n,\n3,4\n')).toEqual({
    headers: ['a', 'b'],
    rows: [
      ['1', '2'],
      ['3', '4'],
    ],
    numbers: [1, 3],
  })
})

test('a column with the name of an object member is a column like any other', () => {
  expect(read('__proto__,constructor\n1,2\n', ['__proto__', 'constructor']).rows).toEqual([['1', '2']])
})

test.each([
  ['a,b\n1,2,3\n', 'invoice_csv', 'line 2: it has another number of cells'],
  ['a,b\n1\n', 'invoice_csv', 'line 2'],
  ['a,b\n1,"2\n', 'invoice_csv', 'a quote is not closed'],
  ['a,b\n1,2"3"\n', 'invoice_csv', 'a quote stands within a cell'],
  ['a,b\n1,"2"3\n', 'invoice_csv', 'a closing quote'],
  ['a,b,b\n1,2,3\n', 'invoice_csv', 'has the column "b" twice'],
  ['', 'invoice_csv', 'has no header row'],
  ['a,b\n1,\uFFFD\n', 'invoice_csv', 'Line 2 of the invoice has a character that was lost'],
  ['a,b\n1,\0\n', 'invoice_csv', 'Line 2'],
  ['a,c\n1,2\n', 'column_mapping', 'has no column "b". Its columns are "a", "c".'],
])('%j is refused at %s', (text, field, message) => {
  const refusal = refusalOf(text)
  expect([refusal.status, refusal.field]).toEqual([422, field])
  expect(refusal.message).toContain(message)
})

test('a header that two delimiters split into every column of the mapping is refused', () => {
  expect(refusalOf('a;x,b;a,b', ['a', 'b'])).toMatchObject({ field: 'column_mapping' })
})

test('more rows or bytes than one file may have are refused', () => {
  expect(refusalOf(`a,b\n${'1,2\n'.repeat(50_001)}`).message).toContain('more than 50000 rows')
  expect(read(`a,b\n${'1,2\n'.repeat(50_000)}`).rows).toHaveLength(50_000)
  expect(refusalOf(`a,b\n1,${'x'.repeat(5_000_000)}`).message).toContain('larger than 5000000 bytes')
})

test('any text is read or refused', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    ',',
    ';',
    '\t',
    '|',
    '"',
    '""',
    '\n',
    '\r\n',
    '\r',
    '=',
    '\uFEFF',
    '😀',
    ' ',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
      (text) => {
        try {
          const { headers, rows } = read(`a,b\n${text}`)
          expect(rows.every((row) => row.length === headers.length)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
        }
      },
    ),
    { numRuns: 300 },
  )
})
