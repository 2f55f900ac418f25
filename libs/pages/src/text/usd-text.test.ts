import { expect, test } from 'vitest'
import { usdText } from './usd-text.ts'

test.each([
  [0n, '0.00'],
  [100_000n, '0.10'],
  [8_946_500_000n, '8,946.50'],
  [1_234_567_000_000n, '1,234,567.00'],
  [-32_500_000n, '−32.50'],
  [5_000n, '0.005'],
  [1n, '0.000001'],
  [10_000_010n, '10.00001'],
  [2n ** 63n, '9,223,372,036,854.775808'],
])('%s millionths are %s dollars', (micros, text) => {
  expect(usdText(micros)).toBe(text)
})
