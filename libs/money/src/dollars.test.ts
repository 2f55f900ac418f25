import { expect, test } from 'vitest'
import { dollars } from './dollars.ts'

test('dollars have two places and more only where the amount needs them', () => {
  const shown = [0n, 4_950_000n, 5_000_000n, 75_000n, 100_000n, 1n, 1_234_560n, -10_000n, 100_000_000n].map(
    dollars,
  )
  expect(shown).toEqual(['0.00', '4.95', '5.00', '0.075', '0.10', '0.000001', '1.23456', '-0.01', '100.00'])
})
