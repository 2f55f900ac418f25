/** What a visitor of the front page delivers and asks for: plain words, and a table of companies. */
export type TryForm = {
  /** One condition a line. */
  readonly conditions: string
  readonly rows: readonly TryRow[]
}

export type TryRow = { readonly name: string; readonly website: string }

export const tryRows = 4
export const unitCents = 250
export const tryFields = ['name', 'website'] as const

/** Most characters of the conditions and of one cell. */
export const mostConditionsLength = 2_000
export const mostCellLength = 200

export const sampleForm: TryForm = {
  conditions: 'Every row has a name and a website.\nEvery website is a web address.',
  rows: [
    { name: 'Aurora Robotics', website: 'https://aurora-robotics.example' },
    { name: 'Blue Heron Foods', website: 'https://blueheron.example/about' },
    { name: 'Cobalt Freight', website: 'cobalt freight' },
    { name: 'Dune Analytics', website: 'https://dune-analytics.example' },
  ],
}

/** The request of the API that a form stands for. Rows that were left empty were not delivered. */
export function deliveryOf({ conditions, rows }: TryForm) {
  return {
    conditions: conditionsOf(conditions),
    fields: tryFields,
    unit: { total_units: tryRows, unit_amount_cents: unitCents },
    evidence: { rows: deliveredRows(rows).map(({ row }) => row) },
  }
}

/** The conditions of a text, one a line. */
export function conditionsOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The rows with something in them, each with its number in the table. */
export function deliveredRows(rows: readonly TryRow[]): { readonly number: number; readonly row: TryRow }[] {
  return rows.flatMap((row, index) =>
    row.name.trim() === '' && row.website.trim() === '' ? [] : [{ number: index + 1, row }],
  )
}
