import type { OutcomeIndex } from '@outturn/contracts'
import { csvText } from '../../console/csv-text.ts'

const columns = [
  'from',
  'to',
  'deliverable_type',
  'checkers',
  'environment',
  'runs',
  'pass_bp',
  'partial_bp',
  'fail_bp',
  'uncertain_bp',
  'unit_acceptance_bp',
  'median_runs_to_terminal',
] as const

/** The rows of the document as a table, each with the period that it is of. */
export function outcomeIndexCsv({ window, rows }: OutcomeIndex): string {
  return csvText(
    columns,
    rows.map((row) => [
      window?.from ?? '',
      window?.to ?? '',
      row.deliverable_type,
      row.checkers.join(' '),
      row.environment,
      ...[row.runs, row.pass_bp, row.partial_bp, row.fail_bp, row.uncertain_bp].map(String),
      ...[row.unit_acceptance_bp, row.median_runs_to_terminal].map((value) =>
        value === null ? '' : String(value),
      ),
    ]),
  )
}
