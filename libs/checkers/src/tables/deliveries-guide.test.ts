import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jsonProblem, readTableFile, readWorkbookFile, rowsOfFile, rowsOfTable } from './table-file.ts'

// Every line of the tables of the guide is a file and what becomes of it.

const guide = readFileSync(new URL('../../../../docs/guide/deliveries.md', import.meta.url), 'utf8')
const [read = '', refused = ''] = guide.split('## What is refused when it is sent')
const linesOf = (part: string) =>
  [...part.matchAll(/^\| (.+?) +\| `(.+?)` +\| `(".+")` +\| `(.+?)` +\|$/gm)].map(
    ([, what = '', mediaType = '', text = '', answer = '']) =>
      [what, mediaType, new TextEncoder().encode(JSON.parse(text) as string), answer] as const,
  )
const readers = {
  pause: async () => {},
  workbook: async (bytes: Uint8Array, sheet: string | null) => readWorkbookFile(bytes, sheet),
}

test('the guide has lines of both kinds', () => {
  expect([linesOf(read).length, linesOf(refused).length]).toEqual([22, 25])
})

test.each(linesOf(read))('%s is read as the guide says', async (_what, mediaType, bytes, rows) => {
  const found = await readTableFile(mediaType, bytes, readers)
  const json = rowsOfFile(mediaType, bytes)
  const asJson = json?.kind === 'rows' ? json.rows : null
  expect(found.kind === 'table' ? rowsOfTable(mediaType, bytes, found.dialect) : asJson).toEqual(
    JSON.parse(rows),
  )
})

test.each(linesOf(refused))('%s is refused as the guide says', async (_what, mediaType, bytes, named) => {
  const found = await readTableFile(mediaType, bytes, readers)
  const problem = jsonProblem(mediaType, bytes) ?? ('problem' in found ? found.problem : null)
  const { line = null, column = null, message = '' } = problem ?? {}
  const place = line === null ? '' : column === null ? `Line ${line}: ` : `Line ${line}, column ${column}: `
  expect(`${place}${message}`).toContain(named)
})
