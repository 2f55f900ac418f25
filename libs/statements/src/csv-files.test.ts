import type { StatementEntry, UsageRow } from '@outturn/contracts'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statementCsv, usageCsv } from './csv-files.ts'

const key = 'key_00000000000000000000aaaa'
const row: UsageRow = {
  date: '2026-11-01',
  keyId: key,
  useCase: 'dataset',
  runs: 4,
  passed: 2,
  partial: 1,
  failed: 1,
  undecided: 0,
  included: 1,
  runMicros: '300000',
  earnedMicros: '6212500000',
  compilations: 0,
  includedCompilations: 0,
  compilationMicros: '0',
  chargedMicros: '300000',
}
const entry: StatementEntry = {
  at: '2026-11-01T10:00:00.000Z',
  entryId: '77',
  kind: 'verification',
  reference: 'vr_00000000000000000000aaaa',
  keyId: key,
  useCase: 'dataset',
  quantity: 1,
  unitMicros: '100000',
  amountMicros: '-100000',
  balanceMicros: '1234567',
}

async function* once<Page>(...pages: Page[]): AsyncGenerator<Page> {
  yield* pages
}

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

test('usage has one header, lines that end with CR and LF, and exact amounts with a point', async () => {
  const compilations = {
    ...row,
    useCase: null,
    runs: 0,
    included: 0,
    includedCompilations: 3,
    chargedMicros: '75',
  }
  const text = await textOf(usageCsv(once([row], [compilations]), new Map([[key, 'nightly']])))
  expect(text).toBe(
    '\uFEFFdate,key_id,key_name,use_case,runs,passed,partial,failed,undecided,included,charged_usd,earned_usd\r\n' +
      `2026-11-01,${key},nightly,dataset,4,2,1,1,0,1,0.30,6212.50\r\n` +
      `2026-11-01,${key},nightly,,0,2,1,1,0,3,0.000075,6212.50\r\n`,
  )
})

test('a statement has its number in each line, and what a charge leaves of the balance', async () => {
  const pages = once({
    number: 'stm_2026_11_d91820de',
    entries: [entry, { ...entry, keyId: null, useCase: null }],
  })
  expect(await textOf(statementCsv(pages, new Map()))).toBe(
    '\uFEFFstatement,at,entry_id,kind,reference,key_id,key_name,use_case,quantity,unit_usd,amount_usd,balance_usd\r\n' +
      `stm_2026_11_d91820de,2026-11-01T10:00:00.000Z,77,verification,vr_00000000000000000000aaaa,${key},,dataset,1,0.10,-0.10,1.234567\r\n` +
      'stm_2026_11_d91820de,2026-11-01T10:00:00.000Z,77,verification,vr_00000000000000000000aaaa,,,,1,0.10,-0.10,1.234567\r\n',
  )
})

test('no text of the account is a formula, whatever it begins with, and each is read as it was', async () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc
      .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '"', ',', '\n'), fc.string())
      .map(([a, b]) => a + b),
  )
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (name, useCase) => {
      const text = await textOf(usageCsv(once([{ ...row, useCase }]), new Map([[key, name]])))
      const [, read] = parse(text, { bom: true, relaxColumnCount: false })
      for (const [cell, written] of [
        [read?.[2], name],
        [read?.[3], useCase],
      ] as const) {
        expect(cell).not.toMatch(/^[=+\-@\t\r]/)
        expect(cell === written || cell === `'${written}`).toBe(true)
      }
    }),
  )
})
