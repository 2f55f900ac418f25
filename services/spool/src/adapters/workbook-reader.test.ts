import { madeWorkbook } from '@outturn/checkers/testing'
import { afterAll, expect, test } from 'vitest'
import { createWorkbookReader } from './workbook-reader.ts'

const reader = createWorkbookReader()
afterAll(() => reader.stop())

test('a workbook is read in a thread of its own, and the sheet is named', async () => {
  const rows = '<row r="1"><c r="A1" t="str"><v>a</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>'
  expect(await reader.read(madeWorkbook({ sheets: { One: rows } }), null)).toEqual({
    kind: 'table',
    dialect: { format: 'xlsx', sheet: 'One' },
    rows: 1,
    characters: 1,
  })
})

test('one that takes more memory than a thread has is refused, and the next one is read', async () => {
  const reading = createWorkbookReader({ memoryMb: 16 })
  const many = Array.from(
    { length: 49_999 },
    (_, row) =>
      `<row r="${row + 2}">${['A', 'B', 'C', 'D', 'E', 'F'].map((column) => `<c r="${column}${row + 2}"><v>${row}</v></c>`).join('')}</row>`,
  )
  const large = madeWorkbook({
    sheets: {
      One: `<row r="1">${['A', 'B', 'C', 'D', 'E', 'F'].map((column) => `<c r="${column}1" t="str"><v>${column}</v></c>`).join('')}</row>${many.join('')}`,
    },
  })
  expect(await reading.read(large, null)).toMatchObject({ kind: 'other' })
  expect(
    await reading.read(madeWorkbook({ sheets: { One: '<row r="1"><c r="A1"><v>1</v></c></row>' } }), null),
  ).toMatchObject({ kind: 'table', rows: 0 })
  await reading.stop()
})
