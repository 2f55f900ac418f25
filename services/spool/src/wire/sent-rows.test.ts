import { deliveryInput, PassedText } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { sentRows } from './sent-rows.ts'

const sent = (rows: object[]) =>
  sentRows(deliveryInput({ evidence: { type: 'dataset', rows: rows as never } }).rows)

test.each<[object[], string]>([
  [[], '[]'],
  [[{ b: 'ü,[', a: [1, { c: '"' }] }, {}], '[{"a":[1,{"c":"\\""}],"b":"ü,["},{}]'],
])('rows %j are kept and counted as their canonical JSON', (rows, text) => {
  expect(sent(rows)).toMatchObject({ text, bytes: Buffer.byteLength(text), count: rows.length })
  expect(sent(rows).values()).toEqual(rows)
})

test('what is not one list is no rows', () => {
  expect(() => sentRows(new PassedText(Buffer.from('[1],"id":"x"')))).toThrow(SyntaxError)
})
