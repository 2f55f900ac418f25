import { readTableFile, readWorkbookFile } from '@outturn/checkers'
import { madeWorkbook } from '@outturn/checkers/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EvidenceContent } from '@outturn/agreement'
import type { DeterministicCheck } from '@outturn/checkers'
import { evaluateRun } from './evaluate-run.ts'
import { condition, item, run, units } from './testing/run-fixture.ts'

const checks: readonly DeterministicCheck[] = [
  { checker: 'row_count', expected: 3 },
  { checker: 'completeness', required_fields: ['name', 'note'] },
  { checker: 'duplicate_rate', key_fields: ['name'] },
  { checker: 'text_contains', field: 'note', text: 'café' },
  { checker: 'json_path', path: '$.note', operator: 'matches', value: '.+', scope: 'row' },
]

type Row = { name: string; note: string }
const word = fc.constantFrom('Ann', 'José', 'Zoë', '')
const note = fc.constantFrom('café', 'a "café", closed', 'two\nlines; one|café', '', 'tea\tonly', 'cafés')
const table: fc.Arbitrary<Row[]> = fc.array(fc.record({ name: word, note }), { minLength: 1, maxLength: 4 })
const form = fc.record({
  kind: fc.constantFrom('csv', 'ndjson', 'json', 'xlsx', 'rows'),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnds: fc.array(fc.constantFrom('\r\n', '\n', '\r'), { minLength: 1, maxLength: 3 }),
  hasMark: fc.boolean(),
  isDecomposed: fc.boolean(),
  saysSeparator: fc.boolean(),
})
type Form = typeof form extends fc.Arbitrary<infer Value> ? Value : never

const readers = {
  pause: async () => {},
  workbook: async (bytes: Uint8Array, sheet: string | null) => readWorkbookFile(bytes, sheet),
}

function csvOf(rows: readonly Row[], { delimiter, lineEnds, hasMark, saysSeparator }: Form): string {
  const quoted = (value: string) => (/["\r\n,;\t|]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  let line = 0
  const end = () => lineEnds[line++ % lineEnds.length]
  const lines = [{ name: 'name', note: 'note' }, ...rows].map(
    (row) => `${quoted(row.name)}${delimiter}${quoted(row.note)}${end()}`,
  )
  return `${hasMark ? '\uFEFF' : ''}${saysSeparator ? `sep=${delimiter}${end()}` : ''}${lines.join('')}`
}

function workbookOf(rows: readonly Row[]): Uint8Array {
  const escaped = (value: string) => value.replace(/[&<>\n\t]/g, (each) => `&#${each.charCodeAt(0)};`)
  const cells = [{ name: 'name', note: 'note' }, ...rows].map(
    ({ name, note: words }) =>
      `<row>${[name, words].map((value) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`).join('')}</row>`,
  )
  return madeWorkbook({ sheets: { One: cells.join('') } })
}

async function contentOf(given: readonly Row[], chosen: Form): Promise<EvidenceContent> {
  const composed = (text: string) => text.normalize(chosen.isDecomposed ? 'NFD' : 'NFC')
  const rows = given.map(({ name, note: words }) => ({ name: composed(name), note: composed(words) }))
  if (chosen.kind === 'rows') return { kind: 'rows', rows }
  const files = {
    csv: ['text/csv', Buffer.from(csvOf(rows, chosen))],
    ndjson: ['application/x-ndjson', Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))],
    json: ['application/json', Buffer.from(JSON.stringify(rows))],
    xlsx: ['application/vnd.ms-excel', Buffer.from(workbookOf(rows))],
  } as const
  const [mediaType, bytes] = files[chosen.kind]
  const found = await readTableFile(mediaType, bytes, readers)
  if (found.kind !== 'table' && found.kind !== 'rows') throw new Error(JSON.stringify(found))
  const dialect = found.kind === 'table' ? { dialect: found.dialect } : {}
  return { kind: 'bytes', base64: bytes.toString('base64'), media_type: mediaType, ...dialect }
}

test('one table has one verdict in every form, dialect, line end and composition', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(table, form, async (rows, chosen) => {
      // A workbook keeps no blank row between others, and a spreadsheet writes none.
      if (rows.some(({ name, note: words }) => name === '' && words === '')) return
      const verdictOf = async (how: Form) => {
        const conditions = checks.map((check, ordinal) => condition(check, ordinal))
        const outcome = evaluateRun(
          run(conditions, [item({ content: await contentOf(rows, how) })], units(3)),
        )
        const { result, accepted, rejections, conditionResults } = outcome
        return { result, accepted, rejections, reasons: conditionResults.map(({ reason }) => reason) }
      }
      const plain = { ...chosen, kind: 'rows', isDecomposed: false } as const
      expect(await verdictOf(chosen)).toEqual(await verdictOf(plain))
    }),
    { numRuns: 500 },
  ),
)
