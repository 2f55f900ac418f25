import type { StatementEntry, UsageRow } from '@outturn/contracts'
import { dollars } from '@outturn/money'
import { stringify } from 'csv-stringify/sync'
import { textCell } from './text-cell.ts'

/** Names of keys by their id, as the account gave them. */
export type KeyNames = ReadonlyMap<string, string>

/** RFC 4180: lines end with CR and LF, and a value is quoted where it has to be. */
const format = { record_delimiter: '\r\n' } as const
/** By which table programs recognize UTF-8. */
const byteOrderMark = '\uFEFF'

const usageColumns = [
  'date',
  'key_id',
  'key_name',
  'use_case',
  'runs',
  'passed',
  'partial',
  'failed',
  'undecided',
  'included',
  'charged_usd',
  'earned_usd',
] as const

const statementColumns = [
  'statement',
  'at',
  'entry_id',
  'kind',
  'reference',
  'key_id',
  'key_name',
  'use_case',
  'quantity',
  'unit_usd',
  'amount_usd',
  'balance_usd',
] as const

/**
 * Usage as CSV, page by page: one line for each day, key and use case. Compilations have lines of their own, without a use case and with no
 * runs; the included ones count as included there.
 */
export async function* usageCsv(
  pages: AsyncIterable<readonly UsageRow[]>,
  names: KeyNames,
): AsyncGenerator<string> {
  yield byteOrderMark + stringify([usageColumns], format)
  for await (const rows of pages) {
    yield stringify(
      rows.map((row) => [
        row.date,
        row.keyId ?? '',
        nameCell(row.keyId, names),
        textCell(row.useCase ?? ''),
        row.runs,
        row.passed,
        row.partial,
        row.failed,
        row.undecided,
        row.useCase === null ? row.includedCompilations : row.included,
        dollars(BigInt(row.chargedMicros)),
        dollars(BigInt(row.earnedMicros)),
      ]),
      format,
    )
  }
}

/** The entries of a statement as CSV, page by page, in its order. */
export async function* statementCsv(
  pages: AsyncIterable<{ readonly number: string; readonly entries: readonly StatementEntry[] }>,
  names: KeyNames,
): AsyncGenerator<string> {
  yield byteOrderMark + stringify([statementColumns], format)
  for await (const { number, entries } of pages) {
    yield stringify(
      entries.map((entry) => [
        number,
        entry.at,
        entry.entryId,
        entry.kind,
        entry.reference,
        entry.keyId ?? '',
        nameCell(entry.keyId, names),
        textCell(entry.useCase ?? ''),
        entry.quantity,
        dollars(BigInt(entry.unitMicros)),
        dollars(BigInt(entry.amountMicros)),
        entry.balanceMicros === null ? '' : dollars(BigInt(entry.balanceMicros)),
      ]),
      format,
    )
  }
}

function nameCell(keyId: string | null, names: KeyNames): string {
  return textCell(keyId === null ? '' : (names.get(keyId) ?? ''))
}
