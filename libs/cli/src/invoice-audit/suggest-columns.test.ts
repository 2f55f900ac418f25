import { expect, test } from 'vitest'
import { headersOf, suggestInvoiceColumns, suggestRecordColumns } from './suggest-columns.ts'

test('columns are suggested by the names that headers commonly have, each header once', () => {
  expect(suggestInvoiceColumns(['No', 'Shipment', 'Text', 'Pieces', 'unit_price', 'Sum'])).toEqual({
    key: 'Shipment',
    amount: 'Sum',
    line: 'No',
    quantity: 'Pieces',
    unit_price: 'unit_price',
  })
  expect(suggestRecordColumns(['ticketId', 'State', 'closed_at'])).toEqual({
    key: 'ticketId',
    status: 'State',
    date: 'closed_at',
  })
  expect(suggestInvoiceColumns(['a', 'b'])).toEqual({})
})

test.each([
  ['a,b;c,d\n1', ['a', 'b;c', 'd']],
  ['\uFEFFa;"b ""x""";c\r\n1', ['a', 'b "x"', 'c']],
  ['a\tb\n', ['a', 'b']],
  ['', ['']],
])('the headers of %j', (text, headers) => {
  expect(headersOf(text)).toEqual(headers)
})
