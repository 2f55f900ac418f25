import { expect, test, vi } from 'vitest'
import { pdfText } from '../testing/pdf-text.ts'
import { keyIds, sampleStatement } from '../testing/sample-statement.fixture.ts'
import { statementPdf, type StatementOwner } from './statement-pdf.ts'

const owner: StatementOwner = {
  issuer: 'Outturn',
  accountId: 'acc_d91820de0000000000000000',
  accountName: 'Larkfield Données Ωμέγα Лаборатория Nguyễn',
  names: new Map([
    [keyIds[0], 'pipeline-prod'],
    [keyIds[1], 'nightly\naudit'],
  ]),
}

const pagesOf = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .match(/\/Type \/Page\n/g)?.length

test('the same statement has the same bytes, whenever it is made', async () => {
  const first = await statementPdf(sampleStatement, owner)
  vi.useFakeTimers({ now: new Date('2031-05-05T05:05:05Z'), toFake: ['Date'] })
  try {
    expect(Buffer.compare(await statementPdf(sampleStatement, owner), first)).toBe(0)
  } finally {
    vi.useRealTimers()
  }
  const other = await statementPdf({ ...sampleStatement, closingMicros: '12600001' }, owner)
  expect(Buffer.compare(other, first)).not.toBe(0)
})

test('a reader finds every amount and name, with the language, the title and the structure of the page', async () => {
  const bytes = await statementPdf(sampleStatement, owner)
  const text = pdfText(bytes)
  for (const part of [
    'Statement, October 2026',
    'Larkfield Données ',
    'Ωμέγα',
    'Лаборатория',
    'closed on 1 November 2026, 02:00 UTC',
    ...['25.10', '20.00', '32.50', '12.60', '29.80', '2.70', '24.50', '6.10', '1.90', '20.10', '9.70'],
    ...['pipeline-prod', 'No key', 'dataset', 'cpp_7d10b2e94c7d10b2e94c0000', '+20.00', '-32.50'],
    'stm_2026_10_d91820de',
    'no invoice',
  ]) {
    expect(text).toContain(part)
  }
  // A name with a line break is shown as its id.
  expect(text).toContain(keyIds[1])
  const file = Buffer.from(bytes).toString('latin1')
  expect(file).toContain('/Marked true')
  expect(file).toContain('/Lang (en)')
  expect(file).toContain('/DisplayDocTitle true')
  expect(file).toContain('(Statement stm_2026_10_d91820de)')
  for (const tag of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'P']) expect(file).toContain(`/S /${tag}\n`)
})

test('20 keys fit on one page, and more go on to the next', async () => {
  const keysOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...(sampleStatement.keys[0] as (typeof sampleStatement.keys)[number]),
      keyId: `key_${String(index).padStart(24, '0')}`,
    }))
  expect(pagesOf(await statementPdf({ ...sampleStatement, keys: keysOf(20) }, owner))).toBe(1)
  const long = await statementPdf({ ...sampleStatement, keys: keysOf(120) }, owner)
  expect(pagesOf(long)).toBeGreaterThan(2)
  expect(pdfText(long)).toContain('key_000000000000000000000119')
})

test('a name in a script that the typeface lacks is shown as its id, and no text breaks its line', async () => {
  const text = pdfText(
    await statementPdf(
      { ...sampleStatement, useCases: [{ useCase: '資料', runs: 1, amountMicros: '1' }] },
      {
        ...owner,
        accountName: '株式会社',
        names: new Map([
          [keyIds[0], 'مفتاح'],
          [keyIds[1], 'x'.repeat(300)],
        ]),
      },
    ),
  )
  expect(text).toContain('acc_d91820de0000000000000000')
  expect(text).toContain(keyIds[0])
  expect(text).toContain('xxx…')
  expect(text).toContain('A use case in another script')
})
