import type { OneCallRequest } from '@outturn/contracts'

/** From this size on the rows are short, so that they stay within the largest evidence that is taken. */
const manyRows = 10_000

/** Body of POST /api/v1/verify: `rowCount` rows with one unit each, judged by three checkers that all pass. */
export function deliveryBody(rowCount: number): string {
  const rows = deliveredRows(rowCount)
  const request: OneCallRequest = {
    conditions: [
      {
        description: 'Every row that was ordered is there.',
        deterministic_check: { checker: 'row_count', expected: rowCount },
      },
      {
        description: 'No field is left out.',
        deterministic_check: { checker: 'completeness', required_fields: Object.keys(rows[0] ?? {}) },
      },
      {
        description: 'Nothing is delivered twice.',
        deterministic_check: { checker: 'duplicate_rate', key_fields: ['id'], max_rate_bp: 0 },
      },
    ],
    unit: { total_units: rowCount, unit_amount_cents: 5 },
    evidence: { type: 'dataset', rows },
  }
  return JSON.stringify(request)
}

export function deliveredRows(rowCount: number) {
  return Array.from({ length: rowCount }, (_, index) =>
    rowCount < manyRows ? orderRow(index) : { id: manyRows + index, n: index % 10 },
  )
}

function orderRow(index: number) {
  return {
    id: `ord_${String(index).padStart(6, '0')}`,
    company: `Company ${index}`,
    website: `https://company-${index}.example/`,
    employees: 10 + (index % 500),
  }
}

/** What the values of each column look like. */
const columnPatterns = {
  id: '^ord_[0-9]{6}$',
  company: '^Company [0-9]+$',
  website: '^https://company-[0-9]+\\.example/$',
}

/** Body of POST /api/v1/verify that takes little to send and much to judge: 1,500 rows with 20 patterns of each column. */
export function heavyDeliveryBody(): string {
  const columns = Object.entries(columnPatterns)
  const request: OneCallRequest = {
    conditions: Array.from({ length: 20 * columns.length }, (_, index) => {
      const [column = '', value = ''] = columns[index % columns.length] ?? []
      return {
        description: `Pass ${index + 1}: each ${column} is well formed.`,
        deterministic_check: { checker: 'json_path', path: `$.${column}`, operator: 'matches', value },
      }
    }),
    max_amount_cents: 100,
    evidence: { type: 'dataset', rows: deliveredRows(1_500) },
  }
  return JSON.stringify(request)
}
