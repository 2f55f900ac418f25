import { expect, test } from 'vitest'
import { parseUsd } from './parse-usd.ts'

test.each([
  ['25', 25_000_000n],
  ['25.00', 25_000_000n],
  [' $ 25.5 ', 25_500_000n],
  ['1,000.05 USD', 1_000_050_000n],
  ['0', 0n],
  ['0.01', 10_000n],
  ['1000000', 1_000_000_000_000n],
])('%j is an amount', (text, micros) => {
  expect(parseUsd(text)).toBe(micros)
})

test.each([
  '',
  'abc',
  '-5',
  '1e3',
  '25.001',
  '1,00',
  '1,0000',
  '25,00',
  '1000000.01',
  '9'.repeat(400),
  '٢٥',
  '0x10',
  '.5',
])('%j is none', (text) => {
  expect(parseUsd(text)).toBeNull()
})
