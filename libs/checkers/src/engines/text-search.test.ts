import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containment } from './text-search.ts'

test('finds what the engine of JavaScript finds, in texts that repeat themselves', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 80 })
  fc.assert(
    fc.property(letters, letters, fc.nat(40), (text, other, from) => {
      for (const phrase of [other, text.slice(from), `${text.slice(from)}${other}`]) {
        expect(containment(phrase)(text)).toBe(text.includes(phrase))
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a text made to be searched slowly takes no longer than any other', () => {
  const isIn = containment(`${'a'.repeat(1_000)}b${'a'.repeat(999)}`)
  const began = process.cpuUsage()
  expect(isIn('a'.repeat(1_000_000))).toBe(false)
  // The product of both lengths takes seconds.
  expect(process.cpuUsage(began).user).toBeLessThan(500_000)
})
