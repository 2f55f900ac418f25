import { expect, test } from 'vitest'
import { askColumns, type ColumnMapping, missingColumns } from './ask-columns.ts'

const headers = { invoice: ['no', 'shipment', 'sum'], record: ['id', '2'] }
const suggested: ColumnMapping = { invoice: { key: 'shipment', amount: 'sum' }, record: { key: 'id' } }

/** A person who types these lines. */
async function answered(lines: readonly (string | null)[], mapping = suggested, known: Headers = headers) {
  const [asked, said]: [string[], string[]] = [[], []]
  const left = [...lines]
  const ask = async (prompt: string) => {
    asked.push(prompt)
    return left.shift() ?? null
  }
  const output = { print: () => {}, complain: (text: string) => void said.push(text) }
  return { chosen: await askColumns(mapping, known, { ask, output }), asked, said }
}
type Headers = Parameters<typeof askColumns>[1]
const none = (count: number) => Array.from({ length: count }, () => '')

test('one answer takes the columns that were suggested', async () => {
  for (const line of ['', 'y', 'YES']) expect((await answered([line])).chosen).toEqual(suggested)
})

test('columns are named by number or name, kept by Enter and left out by -', async () => {
  const mapping = { ...suggested, record: { key: 'id', status: '2' } }
  const { chosen, said } = await answered(['n', '1', '', '2', 'sum', ...none(5), '-', ''], mapping)
  expect(chosen).toEqual({ invoice: { key: 'no', amount: 'sum', line: 'sum' }, record: { key: '2' } })
  expect(said.join()).toContain('Headers of the invoice: 1 no, 2 shipment, 3 sum')
})

test('a needed column is asked for until a header of the file is named', async () => {
  const nothing: ColumnMapping = { invoice: {}, record: {} }
  const { chosen, asked, said } = await answered(['', '-', '9', 'nope', '2', '3', '1', ...none(8)], nothing)
  expect(missingColumns(chosen)).toEqual([])
  expect(asked.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'invoice.key [none]: '))
  expect(said.join()).toContain('There is no header nope.')
})

test('the headers of a PDF are typed as it prints them', async () => {
  const lines = ['Shipment', 'Sum', '1', ...none(8)]
  const { chosen } = await answered(lines, { invoice: {}, record: {} }, { ...headers, invoice: null })
  expect(chosen).toEqual({ invoice: { key: 'Shipment', amount: 'Sum' }, record: { key: 'id' } })
})

test('an input that ends is no answer', async () => {
  await expect(answered([null])).rejects.toThrow('nothing was audited')
  await expect(answered(['n', '1', null])).rejects.toThrow('nothing was audited')
})
