import type { JsonObject } from '@outturn/canonical'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  jsonProblem,
  readTableFile,
  readWorkbookFile,
  rowsOfFile,
  rowsOfTable,
  unreadFile,
} from './table-file.ts'
import type { Delimiter } from './delimiters.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const readers = {
  pause: async () => {},
  workbook: async (bytes: Uint8Array, sheet: string | null) => readWorkbookFile(bytes, sheet),
}

/** What a file is found to be, with its rows as a run reads them. */
async function read(content: string | Uint8Array, mediaType = 'text/csv') {
  const bytes = typeof content === 'string' ? utf8(content) : content
  const found = await readTableFile(mediaType, bytes, readers)
  if (found.kind === 'table') {
    const rows = rowsOfTable(mediaType, bytes, found.dialect)
    expect(rows).toHaveLength(found.rows)
    return { dialect: 'delimiter' in found.dialect ? found.dialect.delimiter : found.dialect.sheet, rows }
  }
  if (found.kind !== 'rows') return found
  const json = rowsOfFile(mediaType, bytes)
  return { rows: json?.kind === 'rows' ? json.rows : null }
}

async function problemIn(content: string | Uint8Array, mediaType?: string) {
  const found = await read(content, mediaType)
  if (!('problem' in found)) throw new Error(`it is read: ${JSON.stringify(found)}`)
  const { line, column, message, remedy, member } = found.problem
  return { place: [line, column], message, remedy, member }
}

const people = [
  { email: 'a@x.example', name: 'Ann' },
  { email: 'b@x.example', name: 'Bo' },
]

describe('the rows of a CSV file', () => {
  test('are those under its header, all of them text', async () => {
    expect(await read('\uFEFFname,note\r\nA,"x, ""y""\r\nz"\r\nB,\r\n')).toEqual({
      dialect: ',',
      rows: [
        { name: 'A', note: 'x, "y"\r\nz' },
        { name: 'B', note: '' },
      ],
    })
    expect(await read('a\n')).toEqual({ dialect: ',', rows: [] })
  })

  test('keep every column as an own member, whatever its name', async () => {
    const { rows } = (await read('__proto__,constructor\n1,2\n')) as { rows: JsonObject[] }
    expect(Object.entries(rows[0] ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
  })

  test.each([
    ['CRLF above LF', 'email,name\r\na@x.example,Ann\nb@x.example,Bo\n'],
    ['LF above CRLF', 'email,name\na@x.example,Ann\r\nb@x.example,Bo\r\n'],
    ['CR alone', 'email,name\ra@x.example,Ann\rb@x.example,Bo\r'],
    ['CR above CRLF', 'email,name\ra@x.example,Ann\r\nb@x.example,Bo'],
    ['blank lines at the end', 'email,name\na@x.example,Ann\nb@x.example,Bo\n\r\n  \n\n'],
  ])('end at CRLF, LF and CR alike: %s', async (_name, text) => {
    expect(await read(text)).toEqual({ dialect: ',', rows: people })
  })

  test('of one column may be blank in between, and not at the end', async () => {
    expect(await read('email\na@x.example\n\nb@x.example\n\n')).toEqual({
      dialect: ',',
      rows: [{ email: 'a@x.example' }, { email: '' }, { email: 'b@x.example' }],
    })
  })

  test.each<[string, Delimiter, string, string?]>([
    ['semicolons', ';', 'email;name\r\na@x.example;Ann\r\nb@x.example;Bo\r\n'],
    ['tabs', '\t', 'email\tname\na@x.example\tAnn\nb@x.example\tBo\n'],
    ['pipes', '|', 'email|name\na@x.example|Ann\nb@x.example|Bo\n'],
    [
      'tabs, by the media type',
      '\t',
      'email\tname\na@x.example\tAnn\nb@x.example\tBo',
      'text/tab-separated-values',
    ],
    ['a line sep=, of commas', ',', 'sep=,\r\nemail,name\r\na@x.example,Ann\r\nb@x.example,Bo\r\n'],
    ['a quoted line sep=; of semicolons', ';', '"sep=;"\nemail;name\na@x.example;Ann\nb@x.example;Bo\n'],
    [
      'commas, called by the name of Excel',
      ',',
      'email,name\na@x.example,Ann\nb@x.example,Bo\n',
      'application/vnd.ms-excel',
    ],
    ['commas in a text', ',', 'email,name\na@x.example,Ann\nb@x.example,Bo\n', 'text/plain; charset=utf-8'],
    [
      'semicolons in a file of no type',
      ';',
      'email;name\na@x.example;Ann\nb@x.example;Bo\n',
      'application/octet-stream',
    ],
    ['commas under another name', ',', 'email,name\na@x.example,Ann\nb@x.example,Bo\n', 'application/csv'],
  ])('are separated by %s', async (_name, dialect, text, mediaType) => {
    expect(await read(text, mediaType)).toEqual({ dialect, rows: people })
  })

  test.each([
    ['in the header and every row', 'email,name,,\na@x.example,Ann,,\nb@x.example,Bo, ,\n'],
    ['in rows alone', 'email,name\na@x.example,Ann,\nb@x.example,Bo\n'],
    ['behind quotes', 'email;name;\na@x.example;"Ann";\n"b@x.example";"Bo";;\n;;\n'],
  ])('may end in separators that nothing follows: %s', async (_name, text) => {
    expect(await read(text)).toMatchObject({ rows: people })
  })

  test('have no value under a column without a name', async () => {
    const unnamed = { place: [1, 3], message: 'a column has no name' }
    expect(await problemIn('email,name,\na,b,\nc,d,e\n')).toMatchObject(unnamed)
    expect((await problemIn('email,name\na,b,\nc,d,e\n')).place).toEqual([3, 3])
    expect((await problemIn('email,name\na,b,",",\n')).place).toEqual([2, 3])
  })

  test('may have the separators of others in them', async () => {
    expect(await read('a;b\n1,5;x|y\n"2;5";\n')).toEqual({
      dialect: ';',
      rows: [
        { a: '1,5', b: 'x|y' },
        { a: '2;5', b: '' },
      ],
    })
    expect(await read('"a, b";c\n1;2\n')).toEqual({ dialect: ';', rows: [{ 'a, b': '1', c: '2' }] })
  })

  test('are read by the dialect that was recorded, and by no other', () => {
    const bytes = utf8('a;b\n1;2\n')
    expect(rowsOfTable('text/csv', bytes, { format: 'csv', delimiter: ';' })).toEqual([{ a: '1', b: '2' }])
    expect(rowsOfTable('text/csv', bytes, { format: 'csv', delimiter: '|' })).toBeNull()
  })
})

describe('a header with several separators', () => {
  test('is read by the one that alone splits every row alike', async () => {
    expect(await read('sku;name, long;price\nA;B;1\n')).toEqual({
      dialect: ';',
      rows: [{ sku: 'A', 'name, long': 'B', price: '1' }],
    })
    expect(await read('id,tags;list\n1,a;b\n')).toMatchObject({ dialect: ',' })
  })

  test('is not read where a comma splits it less than another one', async () => {
    const text = 'sku;name, long;price\nA;B, c;1\n'
    const { message, remedy } = await problemIn(text)
    expect([message, remedy]).toEqual([
      expect.stringMatching(/comma and semicolon each split/),
      expect.stringMatching(/sep=;/),
    ])
    // Receipts of before that was refused have it by commas.
    expect(rowsOfTable('text/csv', utf8(text), { format: 'csv', delimiter: ',' })).toHaveLength(1)
    expect(rowsOfTable('text/csv', utf8(text), { format: 'csv', delimiter: ';' })).toBeNull()
  })
})

test.each([
  ['application/json', '[{"a":1},{"é":1,"e\u0301":2}]'],
  ['application/x-ndjson', '{"a":1}\n{"b":1,"b\u200b":2}\n'],
  ['application/json', '[{"a":1},{"a":1,"a ":2}]'],
])('rows of %s have no two members that look alike: %s', async (mediaType, text) => {
  expect((await problemIn(text, mediaType)).message).toMatch(/^in row 2 the column .* is named twice: /)
  const apart = '[{"größe":1,"Größe":2,"":3,"\u200b":4},{"größe":1,"Größe":2}]'
  expect(await readTableFile('application/json', utf8(apart), readers)).toEqual({ kind: 'rows', rows: 2 })
})

describe('a problem comes with what to do', () => {
  test.each<[string, string, RegExp, string?]>([
    ['a quote within a field', 'a,b\n1,5" pipe\n', /"5"" pipe"/],
    ['a quote with a backslash', 'a\n"x \\"y\\""\n', /twice/],
    ['a separator within a field', 'a,b\n1,2\n1,2,3\n', /in quotes/],
    ['a remark below the table', 'a,b\n1,2\n\n"Made in May",\n', /remark below the table/],
    ['a column that numbers the rows', ',name\n0,A\n', /numbers the rows/],
    ['documents one after the other', '{\n"a":1\n}\n{\n"a":2\n}', /jq -s/, 'application/json'],
    ['objects over several lines', '{\n"a":1\n}\n{"a":2}\n', /jq -c/, 'application/x-ndjson'],
    ['JSON of another language', "[{'a': None}]", /JSON library/, 'application/json'],
    ['rows within a document', '{"page":{"items":[{"a":1}]}}', /metadata\.rows/, 'application/json'],
    ['a list of lists', '[["a"],[1]]', /names of its columns/, 'application/json'],
    ['a list for each column', '{"a":[1,2],"b":[3,4]}', /orient="records"/, 'application/json'],
    ['a Markdown table', '| a | b |\n| --- | :-: |\n| 1 | 2 |\n', /CSV/, 'text/markdown'],
    ['a Markdown table as CSV', 'a | b\n--|--\n1 | 2\n', /CSV/],
    ['a code block', '```csv\na,b\n1,2\n```\n', /table alone/],
    ['a table of HTML', '<table><tr><td>a</td></tr></table>', /CSV/],
  ])('%s', async (_name, text, remedy, mediaType) => {
    expect((await problemIn(text, mediaType)).remedy).toMatch(remedy)
  })

  test('where rows are in members of JSON, their path is named', async () => {
    const { message } = await problemIn('{"n":1,"page":{"items":[{"a":1}]}}', 'application/json')
    expect(message).toContain('its member "page.items" is one')
  })

  test.each(['^', '~', '\u001f'])('a sign that is no separator, and splits all alike: %j', async (sign) => {
    const found = await readTableFile('text/csv', utf8(`a${sign}b\n1${sign}2\n`), readers)
    expect(found).toMatchObject({ doubt: { column: `a${sign}b`, problem: { line: 1 } } })
    const single = await readTableFile('text/csv', utf8(`a${sign}b\n1\n`), readers)
    expect(single).not.toHaveProperty('doubt')
  })
})

describe('a title above the header', () => {
  test.each([
    ['of another length', 'Report\nname,email\nA,b@x.example\n', [2, 2], /the header has 1/],
    ['above a blank line', 'Report\n\nname,email\nA,b@x.example\n', [3, 2], /the header has 1/],
    ['with empty cells', 'Report,\nname,email\nA,b@x.example\n', [1, 2], /no name/],
  ])('is told where it is found to be one: %s', async (_name, text, place, message) => {
    const found = await problemIn(text)
    expect([found.place, found.message]).toEqual([place, expect.stringMatching(message)])
    expect(found.remedy).toMatch(/title/)
  })

  test('is a doubt where it may be the name of the only column', async () => {
    const doubt = async (text: string) => {
      const found = await readTableFile('text/csv', utf8(text), readers)
      return found.kind === 'table' ? found.doubt : found
    }
    expect(await doubt('Report\nof June\nname;email\nA;b@x.example\n')).toMatchObject({
      column: 'Report',
      problem: {
        line: 3,
        message: expect.stringMatching(/2 fields separated by semicolon, and line 1, "Report"/),
      },
    })
    for (const text of ['note\na;b\nc\n', 'note\na\nb\n', 'note\n"a;b"\n"c;d"\n', 'note\n']) {
      expect(await doubt(text)).toBeUndefined()
    }
  })
})

describe('a file under the name of another form', () => {
  const table = 'a,b\n1,2\n'
  const lines = '{"a":1}\r{"a":2}\r'
  test.each([
    [
      'lines of JSON',
      lines,
      ['text/plain', 'text/csv', 'application/json', 'application/octet-stream'],
      'application/x-ndjson',
    ],
    [
      'a JSON list',
      '[\n{"a":1}\n]',
      ['text/plain', 'text/csv', 'application/x-ndjson', 'text/json'],
      'application/json',
    ],
    ['a table', table, ['application/json', 'application/x-ndjson', 'application/xml'], 'text/csv'],
    ['a table of tabs', 'a\tb\n1\t2\n', ['application/json', 'text/x-table'], 'text/tab-separated-values'],
  ])('is told the name of its own: %s', async (_name, text, mediaTypes, own) => {
    for (const mediaType of mediaTypes) {
      const { message, remedy, member } = await problemIn(text, mediaType)
      expect([message, remedy, member]).toEqual([
        expect.stringContaining(`it was sent as ${mediaType}`),
        `Send the same file with media_type "${own}".`,
        'media_type',
      ])
    }
    expect(jsonProblem('application/json', utf8(text))?.member).toBe(
      own === 'application/json' ? undefined : 'media_type',
    )
  })

  test('is told what it is where that is not read', async () => {
    for (const text of ['<!DOCTYPE html><table></table>', '<?xml version="1.0"?><a/>']) {
      const { message, remedy } = await problemIn(text, 'application/vnd.ms-excel')
      expect([message, remedy]).toEqual([
        expect.stringMatching(/HTML|XML/),
        expect.stringMatching(/CSV UTF-8/),
      ])
    }
  })

  test('is none where its name fits, whatever else is wrong with it', async () => {
    for (const mediaType of ['application/csv', 'text/plain']) {
      expect(await problemIn('a,b\n1,2\n3\n', mediaType)).toMatchObject({ place: [3, 2], member: undefined })
    }
    expect(await problemIn('{"a":1}\n{"a":2}\n{"a":\n', 'application/jsonl')).toMatchObject({ place: [3, 6] })
  })

  test('is none of type file: a table is sent with type dataset', () => {
    for (const mediaType of ['text/csv', 'application/x-ndjson', 'text/tab-separated-values']) {
      expect(unreadFile(mediaType, utf8(table))).toMatchObject({
        member: 'type',
        message: expect.stringContaining('type "file"'),
      })
    }
  })

  test('has no sheets where it is no workbook', async () => {
    expect(await readTableFile('text/csv', utf8(table), readers, 'Leads')).toMatchObject({
      problem: { member: 'sheet' },
    })
  })
})

describe('rows of JSON', () => {
  test.each([
    ['one a line', '{"a":1}\n{"a":2}\n', 'application/x-ndjson'],
    ['one a line of CR', '{"a":1}\r{"a":2}\r', 'application/x-ndjson'],
    ['one a line, with a CR inside of one', '{"a":\r1}\r\n{"a":2}\r\n', 'application/x-ndjson'],
    ['as one list', '[{"a":1},{"a":2}]', 'application/json; charset=utf-8'],
  ])('are objects, %s', async (_name, text, mediaType) => {
    expect(await read(text, mediaType)).toEqual({ rows: [{ a: 1 }, { a: 2 }] })
  })

  test('are none of other JSON', async () => {
    for (const text of ['{"a":1}', '[1]']) {
      expect(await read(text, 'application/json')).toMatchObject({ kind: 'other' })
    }
  })

  test('are read as strictly as the body of a request', async () => {
    const found = jsonProblem('application/json', utf8('{\r\n"id":12345678901234567890}'))
    expect([found?.line, found?.column]).toEqual([2, 6])
    expect(found?.message).toMatch(/number|2\^53/i)
    const { place, message } = await problemIn('{"a":1}\n{"a":NaN}\n', 'application/x-ndjson')
    expect([place, message.endsWith('.')]).toEqual([[2, 6], false])
  })
})

test.each<[string, string, [number, number | null], string?]>([
  ['an empty file', '', [1, null]],
  ['a blank first line', '\na,b\n', [1, null]],
  ['a name twice', 'a,b,a\n', [1, 3]],
  ['a blank name', 'a, \n', [1, 2]],
  ['a name of what leaves no mark', 'a,\u200b\n1,2\n', [1, 2]],
  ['a name twice, once with what leaves no mark', 'a,b,a\u00ad\n1,2,3\n', [1, 3]],
  ['a name twice, in another composition', 'é,e\u0301\n1,2\n', [1, 2]],
  ['a name twice, with a space behind it', 'a,b,"a "\n1,2,3\n', [1, 3]],
  ['U+0000 in a cell', 'a,b\r\n1,2\r\n3,x\u0000y\n', [3, null]],
  ['U+0000 in the header', 'a,b\u0000\n1,2\n', [1, null]],
  ['U+0000 in a line of JSON', '{"a":1}\n{"a":"\u0000"}', [2, null], 'application/x-ndjson'],
  ['a row that is too long', 'a,b\n1,2\n1,2,3\n', [3, 3]],
  ['a row that is too short, behind one of several lines', 'a,b\n"x\r\ny\nz",2\n3\n', [5, 2]],
  ['a blank line in the middle', 'a,b\n\n1,2\n', [2, null]],
  ['an unclosed quote, where it opens', 'a,b\n1,"2\n3,4\n5,6\n', [2, 2]],
  ['an unclosed quote behind lines in quotes', 'a,b\r\n"1\r\n\r\n",2\r\n3,"4\r\n', [5, 2]],
  ['a quote in a bare cell, behind lines in quotes', 'a,b\r\n1,"x\r\ny\r\nz"\r\n2,5" pipe\r\n', [5, 2]],
  ['text behind a closing quote', 'a,b\n1,"2"3\n', [2, 2]],
  ['a row of another length by semicolons', 'a;b\n1;2\n3\n', [3, 2]],
  ['a row of another length below sep=', 'sep=;\na;b\n1;2;3\n', [3, 3]],
  ['a number twice in one object', '{"a":1}\n{"a":1,"a":2}', [2, 11], 'application/jsonl'],
  ['more columns than are taken', Array.from({ length: 1_001 }, (_, n) => `c${n}`).join(','), [1, 1_001]],
  ['more rows than are taken', `a\n${'1\n'.repeat(200_000)}`, [50_002, null]],
])('%s is found where it is', async (_name, text, place, mediaType = 'text/csv') => {
  expect((await problemIn(text, mediaType)).place).toEqual(place)
})

describe('a file that is no table is named for what it is', () => {
  test.each<[string, string, RegExp]>([
    ['a separator that splits not every row', 'a;b\n1;2\n3|4\n', /2; it is separated by pipe; .*semicolon/],
    ['a separator that is not read', 'sep=:\na:b\n1:2\n', /"sep=:"/],
    ['two separators that both split', 'a;b|c\n1;2|3\n', /semicolon and pipe/],
    ['a header of commas above semicolons', 'a,b\n1;2\n', /semicolon/],
    ['a blank line', 'a,b\n1,2\n\n3,4\n', /blank/],
    ['a quote that opens lines above', 'a,b\n1,"2\n3,"4"\n', /which began on line 2/],
  ])('%s', async (_name, text, message) => {
    expect((await problemIn(text)).message).toMatch(message)
  })

  test.each<[string, Uint8Array, string, RegExp]>([
    [
      'a workbook',
      utf8('PK\u0003\u0004…'),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      /ZIP file/,
    ],
    ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'application/vnd.ms-excel', /old form/],
    ['a PDF file', utf8('%PDF-1.7'), 'text/csv', /PDF/],
    ['a file of another type', utf8('<a/>'), 'application/xml', /application\/xml/],
    ['a text of one column', utf8('all done'), 'text/plain', /text\/plain/],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0), 'text/csv', /UTF-16.*UTF-8/],
    ['UTF-16 without a mark', Buffer.from('a,b\nx,y\n', 'utf16le'), 'text/csv', /UTF-16.*UTF-8/],
    [
      'UTF-16, most of it not Latin',
      Buffer.from('a,b\nпривет,мир\nx,y\n', 'utf16le').swap16(),
      'text/csv',
      /UTF-16/,
    ],
    ['JSON in UTF-16', Buffer.from('[{"a":1}]', 'utf16le'), 'application/json', /UTF-16.*UTF-8/],
    ['another character set', utf8('a,b\n'), 'text/csv; charset=windows-1252', /windows-1252.*UTF-8/],
  ])('%s', async (_name, bytes, mediaType, message) => {
    const found = await problemIn(bytes, mediaType)
    expect([found.message, found.place]).toEqual([expect.stringMatching(message), [null, null]])
    expect(found.remedy).toMatch(/CSV UTF-8/)
  })

  test('with the line of the first byte that is not UTF-8', async () => {
    const latin1 = Uint8Array.from('email,name\r\nc,"1\r2"\r\nb@x.example,Jos\u00e9\r\n', (each) =>
      each.charCodeAt(0),
    )
    expect(await problemIn(latin1)).toMatchObject({
      place: [4, null],
      message: expect.stringContaining('0xE9'),
    })
    const cut = Uint8Array.of(0x61, 0x0a, 0x62, 0xe2, 0x82)
    expect(await problemIn(cut)).toMatchObject({ place: [2, null], message: expect.stringContaining('0xE2') })
  })
})

test('a table that is far larger than its file is refused with its size and the limit', async () => {
  const names = Array.from({ length: 1_000 }, (_, n) => `${'n'.repeat(400)}${n}`).join(',')
  const { message, remedy } = await problemIn(
    `${names}\n${`${','.repeat(999)}\n`.repeat(99)}1${','.repeat(999)}\n`,
  )
  expect(message).toMatch(/41\d{6} characters .* at most 33554432/)
  expect(remedy).toContain('names of columns')
})

test('a table that was recorded before is read by its dialect as it was then', () => {
  const dialect = { format: 'csv', delimiter: ',' } as const
  const rows = (text: string) => rowsOfTable('text/csv', utf8(text), dialect)
  expect(rows('a,\u200b,a\u200b\n1,2,3\n')).toEqual([{ a: '1', '\u200b': '2', 'a\u200b': '3' }])
  expect(rows('a\nx\u0000\n')).toEqual([{ a: 'x\u0000' }])
})

describe('a file that was taken without a dialect', () => {
  test('is read as it was: by commas, with the first line end for all of it', () => {
    const rows = (text: string) => rowsOfFile('text/csv', utf8(text))
    expect(rows('email\r\na\nb\n')).toEqual({ kind: 'rows', rows: [{ email: 'a\nb\n' }] })
    expect(rows('a;b\n1;2\n')).toEqual({ kind: 'rows', rows: [{ 'a;b': '1;2' }] })
    expect(rows('a,b\n1\n')).toMatchObject({ kind: 'problem' })
    expect(rowsOfFile('application/vnd.ms-excel', utf8('a\n1\n'))).toBeNull()
  })
})

test('a file is checked without making the objects of its rows, a few milliseconds at a time', async () => {
  const columns = Array.from({ length: 1_000 }, (_, n) => `c${n}`).join(',')
  const bytes = utf8(`${columns}\n${`${','.repeat(999)}\n`.repeat(1_040)}`)
  const made = vi.spyOn(Object, 'fromEntries')
  let pauses = 0
  const pause = async () => (pauses += 1)
  expect((await readTableFile('text/csv', bytes, { ...readers, pause })).kind).toBe('table')
  expect(pauses).toBeGreaterThanOrEqual(bytes.length / 8_192)
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
})

test('the largest file takes bounded time', async () => {
  const began = process.cpuUsage()
  await read(`a,b,c\n${'1,2,3\n'.repeat(49_999)}`)
  await read(`a\n${'"'.repeat(700_000)}`)
  await read(`a;b|c\td\n${'1;2|3\t4\n'.repeat(49_999)}`)
  expect(process.cpuUsage(began).user).toBeLessThan(5_000_000)
})

const cell = fc.string({
  unit: fc.constantFrom('a', '1', ' ', ',', ';', '\t', '|', '"', '\n', '\r', 'é'),
  maxLength: 5,
})
const table = fc.record({
  rows: fc.array(fc.tuple(cell, cell, cell), { maxLength: 6 }),
  delimiter: fc.constantFrom<Delimiter>(',', ';', '\t', '|'),
  lineEnds: fc.array(fc.constantFrom('\r\n', '\n', '\r'), { minLength: 1, maxLength: 4 }),
  hasMark: fc.boolean(),
  saysSeparator: fc.boolean(),
  blankLines: fc.nat(3),
})

test('one table has the same rows in every dialect, with every line end', () =>
  fc.assert(
    fc.asyncProperty(table, async ({ rows, delimiter, lineEnds, hasMark, saysSeparator, blankLines }) => {
      const quoted = (value: string) =>
        /["\r\n,;\t|]|^ *$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
      let line = 0
      const end = () => lineEnds[line++ % lineEnds.length]
      const lines = [['x', 'y', 'z'], ...rows].map((each) => `${each.map(quoted).join(delimiter)}${end()}`)
      const file = `${hasMark ? '\uFEFF' : ''}${saysSeparator ? `sep=${delimiter}${end()}` : ''}${lines.join('')}${'\n'.repeat(blankLines)}`
      expect(await read(file)).toEqual({ dialect: delimiter, rows: rows.map(([x, y, z]) => ({ x, y, z })) })
    }),
    { numRuns: 1_000 },
  ))
