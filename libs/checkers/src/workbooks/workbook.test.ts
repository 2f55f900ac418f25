import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type MadeWorkbook, madeWorkbook } from '../testing/made-workbook.ts'
import { readTableFile, readWorkbookFile, rowsOfTable } from '../tables/table-file.ts'
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
/** A table of one column that stands at B3, with more cells in its first row of values. */
const tableAtB3 = (cells: string) =>
  `<row r="3"><c r="B3" t="inlineStr"><is><t>n</t></is></c></row><row r="4">${cells}<c r="B4"><v>5</v></c></row>`
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
      characters: 21,
    })
  })

  test('may begin anywhere, and end before rows without a value', () => {
    expect(rowsOf({ sheets: { Leads: `${tableAtB3('')}<row r="5"><c r="B5" s="1"/></row>` } })).toEqual([
      { n: 5 },
    ])
  })

  test('are those of a hidden sheet where that is named', () => {
    expect(rowsOf({ state: 'state="hidden"' }, 'Leads')).toEqual([])
  })

  test('are numbered by their cells where only those say their place', () => {
    const rows = '<row><c r="A2"><v>1</v></c></row><row><c r="B3"><v>2</v></c></row>'
    expect(rowsOf({ sheets: { Leads: sheetOf(rows) } })).toEqual([
      { email: 1, n: '' },
      { email: '', n: 2 },
    ])
    const gap = '<row><c r="A2"><v>1</v></c></row><row><c r="A4"><v>2</v></c></row>'
    expect(rowsOf({ sheets: { Leads: sheetOf(gap) } })).toMatch(/row 3 is blank/)
    const mixed = '<row><c r="A2"><v>1</v></c><c r="B3"><v>2</v></c></row>'
    expect(rowsOf({ sheets: { Leads: sheetOf(mixed) } })).toMatch(/B3 stands in row 2/)
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
    ['a text of digits', '<c r="B2" t="inlineStr"><is><t>0123</t></is></c>', '0123'],
    ['a shared formula, as its stored value', '<c r="B2"><f t="shared" si="0"/><v>12</v></c>', 12],
    ['a number with zeros at its end', '<c r="B2"><v>0.100000000000000000</v></c>', 0.1],
    ['a number with an exponent', '<c r="B2"><v>1.5E+3</v></c>', 1500],
    ['a text with a whole character in two escapes', '<c r="B2" t="str"><v>_xD83D__xDE00_</v></c>', '😀'],
  ])('hold %s', (_name, cell, value) => {
    expect(second(cell)).toBe(value)
  })

  test('hold dates as RFC 3339 dates, in both calendars of spreadsheets', () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="[Red]yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/><numFmt numFmtId="167" formatCode="#,##0.00\\ [$€-407];[Red]\\-#,##0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="21"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="9"/><xf numFmtId="167"/></cellXfs>'
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
    expect([dated(6, 0.25), dated(4, 46_053.25)]).toEqual(['06:00:00', '2026-01-31T06:00:00'])
    expect(dated(6, 1.1)).toMatch(/B2 .*duration/)
    expect([dated(7, 0.15), dated(8, 12.5)]).toEqual([0.15, 12.5])
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
    ['a number in hexadecimal digits', '<c r="B2"><v>0x10</v></c>', /B2/],
    ['a decimal beyond a double', '<c r="B2"><v>10.000000000000000001</v></c>', /B2 .*digits/],
    ['a decimal that a double rounds', '<c r="B2"><v>0.12345678901234567891</v></c>', /B2 .*digits/],
    ['a number that a double makes zero', '<c r="B2"><v>1e-400</v></c>', /B2/],
    ['a truth value that is neither', '<c r="B2" t="b"><v>2</v></c>', /B2/],
    ['a truth value of a word', '<c r="B2" t="b"><v>yes</v></c>', /B2/],
    ['a cell twice', '<c r="B2"><v>1</v></c><c r="B2"><v>2</v></c>', /B2 .*twice/],
    ['a cell of another row', '<c r="B7"><v>1</v></c>', /B7 stands in row 2/],
    ['a cell with a name that is none', '<c r="2B"><v>1</v></c>', /2B/],
    ['two values in a cell', '<c r="B2"><v>1</v><v>2</v></c>', /B2/],
    ['a text beside a value', '<c r="B2"><v>1</v><is><t>2</t></is></c>', /B2/],
    ['U+0000', '<c r="B2" t="str"><v>a_x0000_b</v></c>', /B2 .*U\+0000/],
    ['half of a character', '<c r="B2" t="str"><v>a_xD800_b</v></c>', /B2/],
    ['a text by an empty number', '<c r="B2" t="s"><v></v></c>', /B2/],
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
    [
      'a column without a name',
      { sheets: { Leads: '<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>1</v></c></row>' } },
      /B1/,
    ],
    [
      'a column named by what leaves no mark',
      { sheets: { Leads: '<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="str"><v>\u200b</v></c></row>' } },
      /B1/,
    ],
    [
      'columns that differ by what leaves no mark',
      {
        sheets: {
          Leads: '<row r="1"><c r="A1" t="str"><v>é</v></c><c r="B1" t="str"><v>e\u0301\u00ad</v></c></row>',
        },
      },
      /B1.*twice/,
    ],
    ['a value left of the named columns', { sheets: { Leads: tableAtB3('<c r="A4"><v>1</v></c>') } }, /A4/],
    [
      'a title above the columns',
      {
        sheets: {
          Leads:
            '<row r="1"><c r="A1" t="str"><v>Leads of May</v></c></row><row r="3"><c r="A3"><v>1</v></c></row>',
        },
      },
      /row 2 is blank.*row 1 is a title/,
    ],
    [
      'a column that numbers the rows',
      { sheets: { Leads: tableAtB3('<c r="A4"><v>0</v></c>') } },
      /A4 .*name its column in A3/,
    ],
    [
      'a hidden row',
      { sheets: { Leads: sheetOf('<row r="2" hidden="1"><c r="A2"><v>1</v></c></row>') } },
      /row 2 is hidden/,
    ],
    [
      'a hidden row of names',
      { sheets: { Leads: header.replace('<row ', '<row ht="0" ') } },
      /row 1 is hidden/,
    ],
    [
      'a hidden column',
      { before: '<cols><col min="2" max="3" hidden="1"/></cols>' },
      /column B is hidden.*B1/,
    ],
    [
      'a row with a number that is none',
      { sheets: { Leads: sheetOf('<row r="two"><c><v>1</v></c></row>') } },
      /"two"/,
    ],
    [
      'a cell outside of rows',
      { sheets: { Leads: `${header}<c r="A2"><v>1</v></c>` } },
      /A2 stands in no row/,
    ],
    ['only a hidden sheet', { state: 'state="hidden"' }, /no sheet/],
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

test('a workbook that was recorded before is read as it was then', () => {
  const cells = [
    '<c r="B2" t="b"><v>2</v></c>',
    '<c r="B2"><v>10.000000000000000001</v></c>',
    '<c r="B7"><v>1</v></c><c r="B2"><v>2</v></c>',
    '<c r="B2" t="str"><v>a_x0000_b</v></c>',
  ]
  const recorded = cells.map((cell) => {
    const rows = `<row r="2" hidden="1"><c r="A2"><v>1</v></c>${cell}</row>`
    const bytes = madeWorkbook({ sheets: { Leads: sheetOf(rows) } })
    return rowsOfTable('application/vnd.ms-excel', bytes, { format: 'xlsx', sheet: 'Leads' })?.[0]?.['n']
  })
  expect(recorded).toEqual([false, 10, 2, 'a\u0000b'])
})

describe('a workbook is unpacked within bounds', () => {
  test('and the rows that a small one expands to are counted', () => {
    const rows = Array.from({ length: 5_000 }, () => '<row><c t="s"><v>0</v></c></row>')
    const bytes = madeWorkbook({
      texts: `<si><t>${'x'.repeat(1_048_576)}</t></si>`,
      sheets: { Leads: sheetOf(...rows) },
    })
    expect(bytes.length).toBeLessThan(40_000)
    const began = performance.now()
    const found = readWorkbook(bytes, null)
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(found.kind === 'problem' && found.problem.message).toMatch(
      /52429\d{5} characters .* at most 33554432/,
    )
    const empty = Array.from({ length: 40_000 }, () => '<row><c><v>1</v></c></row>')
    const wide = `<row>${Array.from({ length: 1_000 }, (_, n) => `<c><v>${n}</v></c>`).join('')}</row>`
    const sparse = readWorkbook(madeWorkbook({ sheets: { Leads: wide + empty.join('') } }), null)
    expect(sparse.kind === 'problem' && sparse.problem.message).toMatch(/at most 33554432/)
  })

  test.each<[string, Partial<MadeWorkbook>, RegExp]>([
    [
      'a format of a million brackets',
      {
        styles: `<numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(1_000_000)}"/></numFmts>`,
      },
      /format of cells has 1000000 characters/,
    ],
    [
      'more definitions of columns than there are columns',
      { before: `<cols>${'<col min="9" max="9" hidden="1"/>'.repeat(20_000)}</cols>` },
      /columns more than 16384 times/,
    ],
    [
      'more cells in a row than there are columns',
      { sheets: { Leads: `<row>${'<c><v>1</v></c>'.repeat(200_000)}</row>` } },
      /more than 16384 cells/,
    ],
  ])('and %s is refused at once', (_name, made, message) => {
    expect(rowsOf(made)).toMatch(message)
  })

  test('and one that has its sheet twice is refused', () => {
    const bytes = madeWorkbook({
      sheets: { Leads: header },
      others: { 'xl/worksheets/sheet9.xml': strToU8('<worksheet/>') },
    })
    const twice = Buffer.from(bytes)
    for (let at = twice.indexOf('sheet9.xml'); at >= 0; at = twice.indexOf('sheet9.xml', at + 1))
      twice.write('1', at + 5)
    const found = readWorkbook(twice, null)
    expect(found.kind === 'problem' && found.problem.message).toMatch(/sheet1\.xml twice/)
  })

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

  test('and a sheet that it does not have is named, with those that it has', () => {
    const found = readWorkbook(madeWorkbook({ sheets: { Leads: header, Other: header } }), 'Lead')
    expect(found).toMatchObject({
      problem: { member: 'sheet', message: expect.stringContaining('"Lead"; it has "Leads", "Other"') },
    })
  })

  test('and an OpenDocument file is named', () => {
    const type = strToU8('application/vnd.oasis.opendocument.spreadsheet')
    const found = readWorkbook(zipSync({ mimetype: [type, { level: 0 }] }), null)
    expect(found.kind === 'problem' && [found.problem.message, found.problem.remedy]).toEqual([
      expect.stringContaining('.ods'),
      expect.stringContaining('.xlsx'),
    ])
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
    'application/zip',
    'application/x-zip-compressed',
  ]) {
    expect(await readTableFile(mediaType, bytes, readers, 'Other')).toEqual({
      kind: 'table',
      dialect: { format: 'xlsx', sheet: 'Other' },
      rows: 1,
      characters: 1,
    })
    expect(rowsOfTable(mediaType, bytes, { format: 'xlsx', sheet: 'Other' })).toEqual([{ email: 7, n: '' }])
    expect(rowsOfTable(mediaType, bytes, { format: 'xlsx', sheet: 'None' })).toBeNull()
  }
})
