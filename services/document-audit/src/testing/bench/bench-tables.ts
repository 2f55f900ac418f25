/** An invoice and a record of so many rows each, in which one line in fourteen is not supported in full. */
export function benchTables(rows: number): { readonly invoice: string; readonly record: string } {
  const invoice = ['no,shipment,text,pieces,price,sum,day']
  const record = ['id,pieces,state,day']
  for (let row = 0; row < rows; row += 1) {
    const pieces = 1 + (row % 3)
    const day = `2026-02-0${1 + (row % 9)}`
    invoice.push(`${row},S-${row},Parcel to address ${row},${pieces},10.00,${pieces * 10}.00,${day}`)
    const key = row % 50 === 7 ? `X-${row}` : `S-${row}`
    const recorded = row % 40 === 3 ? pieces - 1 : pieces
    record.push(`${key},${recorded},${row % 33 === 5 ? 'lost' : 'delivered'},${day}`)
  }
  return { invoice: `${invoice.join('\n')}\n`, record: `${record.join('\n')}\n` }
}

/** The request for the audit of both. */
export function benchRequest({ invoice, record }: ReturnType<typeof benchTables>): Uint8Array {
  return new TextEncoder().encode(
    JSON.stringify({
      invoice_csv: invoice,
      record_csv: record,
      column_mapping: {
        invoice: {
          key: 'shipment',
          line: 'no',
          quantity: 'pieces',
          unit_price: 'price',
          amount: 'sum',
          date: 'day',
          description: 'text',
        },
        record: { key: 'id', quantity: 'pieces', status: 'state', date: 'day' },
      },
      rules: { billable_statuses: ['delivered'], period: { from: '2026-02-01', to: '2026-02-28' } },
      currency: 'EUR',
    }),
  )
}
