import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type MadeWorkbook, madeWorkbook } from '../testing/made-workbook.ts'
import { readTableFile, readWorkbookFile, rowsOfTable } from './table-file.ts'
import { maxUnpackedBytes } from './workbook-parts.ts'
import { readWorkbook } from './workbook.ts'

const header =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>email</t></is></c><c r="B1" t="inlineStr"><is><t>n</t></is></c></row>'
const sheetOf = (...rows: string[]) => `${header}${rows.join('')}`
const read = (made: Partial<MadeWorkbook>, sheet: string | null = null) =>
  readWorkbook(madeWorkbook({ sheets: { Leads: header }, ...made }), sheet)
const rowsOf = (made: Partial<MadeWorkbook>, sheet?: string) => {
  const found = read(made, sheet)
  return found.kind === 'sheet' ? found.rows : found.problem.message
}
/** The row under the header, with this XML as its second cell. */
const second = (cell: string, made: Partial<MadeWorkbook> = {}) => {
  const rows = rowsOf({
    ...made,
    sheets: { Leads: sheetOf(`<row r="2"><c r="A2"><v>1</v></c>${cell}</row>`) },
  })
  return typeof rows === 'string' ? rows : rows[0]?.['n']
}

describe('the rows of a workbook', () => {
  test('are those of its first sheet, with stored values under the header', () => {
    const texts =
      '<si><t>a@x.example</t></si><si><r><t xml:space="preserve">An </t></r><r><t>&amp; Bo</t></r><rPh><t>x</t></rPh></si>'
    const rows =
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c></row><row r="3"><c r="B3"><v>2.5</v></c></row><row r="4"><c r="A4"/></row>'
    expect(read({ texts, sheets: { Leads: sheetOf(rows), Other: header } })).toEqual({
      kind: 'sheet',
      dialect: { format: 'xlsx', sheet: 'Leads' },
      rows: [
        { email: 'a@x.example', n: 'An & Bo' },
        { email: '', n: 2.5 },
      ],
    })
  })

  test('stand in their columns where the cells have no names', () => {
    const rows = sheetOf('<row><c/><c><v>1</v></c></row>')
    expect(rowsOf({ sheets: { Leads: rows } })).toEqual([{ email: '', n: 1 }])
  })

  test('are those of the sheet that is named', () => {
    const other = sheetOf('<row r="2"><c r="A2"><v>7</v></c></row>')
    expect(rowsOf({ sheets: { Leads: header, Other: other } }, 'Other')).toEqual([{ email: 7, n: '' }])
    expect(rowsOf({}, 'None')).toContain('it has "Leads"')
  })

  test.each<[string, string, unknown]>([
    ['a formula, as its stored value', '<c r="B2" t="str"><f>A2&amp;"x"</f><v>1x</v></c>', '1x'],
    ['a number as spreadsheets write it', '<c r="B2"><v>0.10000000000000001</v></c>', 0.1],
    ['a truth value', '<c r="B2" t="b"><v>1</v></c>', true],
    ['an ISO date', '<c r="B2" t="d"><v>2026-01-31</v></c>', '2026-01-31'],
    ['text with escaped characters', '<c r="B2" t="inlineStr"><is><t>a_x000A_b</t></is></c>', 'a\nb'],
    ['text of spaces', '<c r="B2" t="inlineStr"><is><t xml:space="preserve"> </t></is></c>', ' '],
    ['an empty cell', '<c r="B2" s="1"/>', ''],
  ])('hold %s', (_name, cell, value) => {
    expect(second(cell)).toBe(value)
  })

  test('hold dates as RFC 3339 dates, in both calendars of spreadsheets', () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="[Red]yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="21"/><xf numFmtId="165"/></cellXfs>'
    const dated = (style: number, value: number, properties = '') =>
      second(`<c r="B2" s="${style}"><v>${value}</v></c>`, { styles, properties })
    expect([0, 1, 2, 3, 5].map((style) => dated(style, 46_053))).toEqual([
      46_053,
      '2026-01-31',
      '2026-01-31',
      '2026-01-31T00:00:00',
      46_053,
    ])
    expect([dated(3, 46_053.708333333336), dated(1, 1), dated(1, 61)]).toEqual([
      '2026-01-31T17:00:00',
      '1900-01-01',
      '1900-03-01',
    ])
    expect(dated(4, 0.5)).toBe('12:00:00')
    expect(dated(1, 44_591, 'date1904="1"')).toBe('2026-01-31')
    expect(dated(1, 60)).toContain('B2')
  })
})

describe('what cannot be read exactly is refused by the name of its cell', () => {
  test.each<[string, string, RegExp]>([
    ['a formula without a stored value', '<c r="B2"><f>NOW()</f></c>', /formula in B2/],
    ['a formula with an empty result', '<c r="B2"><f>1+1</f><v></v></c>', /formula in B2/],
    ['an error', '<c r="B2" t="e"><v>#N/A</v></c>', /B2 .*#N\/A/],
    ['a number of too many digits', '<c r="B2"><v>12345678901234567000</v></c>', /B2 .*digits/],
    ['a text that is not there', '<c r="B2" t="s"><v>9</v></c>', /B2/],
    ['a value outside of the columns', '<c r="B2"><v>1</v></c><c r="C2"><v>1</v></c>', /C2/],
    ['what is no number', '<c r="B2"><v>one</v></c>', /B2/],
  ])('%s', (_name, cell, message) => {
    expect(second(cell)).toMatch(message)
  })

  test.each<[string, Partial<MadeWorkbook>, RegExp]>([
    ['merged cells', { behind: '<mergeCells><mergeCell ref="A2:B2"/></mergeCells>' }, /A2:B2/],
    [
      'a blank row between others',
      { sheets: { Leads: sheetOf('<row r="2"/><row r="3"><c r="A3"><v>1</v></c></row>') } },
      /row 2 is blank/,
    ],
    [
      'a row that the file leaves out between others',
      {
        sheets: {
          Leads: sheetOf('<row r="2"><c r="A2"><v>1</v></c></row><row r="4"><c r="A4"><v>1</v></c></row>'),
        },
      },
      /row 3 is blank/,
    ],
    [
      'rows out of order',
      {
        sheets: {
          Leads: sheetOf('<row r="3"><c r="A3"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>'),
        },
      },
      /row 3 stands|row 2 stands|is blank/,
    ],
    ['a column without a name', { sheets: { Leads: '<row r="1"><c r="B1"><v>1</v></c></row>' } }, /A1/],
    [
      'a column named twice',
      { sheets: { Leads: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>1</v></c></row>' } },
      /B1/,
    ],
    ['an empty sheet', { sheets: { Leads: '' } }, /empty/],
    ['a document type', { sheets: { Leads: '<!DOCTYPE x [<!ENTITY a "b">]>' } }, /document type|damaged/],
    ['damaged XML', { sheets: { Leads: '<row><c></row>' } }, /damaged/],
  ])('%s', (_name, made, message) => {
    expect(rowsOf(made)).toMatch(message)
  })
})

describe('a workbook is unpacked within bounds', () => {
  test('also where it is far larger than its bytes, and no other part of it is', () => {
    const bomb = madeWorkbook({ sheets: { Leads: `${header}${' '.repeat(maxUnpackedBytes)}` } })
    expect(bomb.length).toBeLessThan(100_000)
    const found = readWorkbook(bomb, null)
    expect(found.kind === 'problem' && found.problem.message).toContain('unpacked')
    const macros = { 'xl/vbaProject.bin': new Uint8Array(maxUnpackedBytes + 1) }
    expect(rowsOf({ others: macros })).toEqual([])
  })

  test('and a size that it lies about cuts it short, which is found', () => {
    const bytes = madeWorkbook({
      sheets: { Leads: sheetOf('<row r="2"><c r="A2"><v>1</v></c></row>'.repeat(2_000)) },
    })
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    for (let at = 0; at < bytes.length - 30; at++) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 900, true)
    }
    expect(readWorkbook(bytes, null).kind).toBe('problem')
  })

  test('and another ZIP file is none', () => {
    const found = readWorkbook(strToU8('PK\u0003\u0004 not a real workbook'), null)
    expect(found.kind === 'problem' && found.problem.message).toMatch(/ZIP file/)
  })
})

test('a workbook is found by its bytes, under each of its names, and its sheet is recorded', async () => {
  const bytes = madeWorkbook({
    sheets: { Leads: header, Other: sheetOf('<row r="2"><c r="A2"><v>7</v></c></row>') },
  })
  const readers = {
    pause: async () => {},
    workbook: async (...task: Parameters<typeof readWorkbookFile>) => readWorkbookFile(...task),
  }
  for (const mediaType of [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-excel',
    'application/octet-stream',
  ]) {
    expect(await readTableFile(mediaType, bytes, readers, 'Other')).toEqual({
      kind: 'table',
      dialect: { format: 'xlsx', sheet: 'Other' },
      rows: 1,
    })
    expect(rowsOfTable(mediaType, bytes, { format: 'xlsx', sheet: 'Other' })).toEqual([{ email: 7, n: '' }])
    expect(rowsOfTable(mediaType, bytes, { format: 'xlsx', sheet: 'None' })).toBeNull()
  }
  expect(await readTableFile('application/zip', bytes, readers)).toMatchObject({ kind: 'other' })
})
