import fc from 'fast-check'
import { getAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { isSameAddress, parseAddress } from './address.ts'

const checksummed = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const lower = checksummed.toLowerCase()
const upper = `0x${checksummed.slice(2).toUpperCase()}`
const anyAddress = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`)

describe('an address', () => {
  test.each([checksummed, lower, upper])('%s is its 20 bytes', (text) => {
    expect(parseAddress(text)).toBe(lower)
    expect(isSameAddress(text, checksummed)).toBe(true)
  })

  test.each([
    ['a checksum that is wrong', checksummed.replace('fCD', 'Fcd')],
    ['a digit too few', checksummed.slice(0, -1)],
    ['a digit too many', `${checksummed}0`],
    ['another prefix', checksummed.replace('0x', '0X')],
    ['no prefix', checksummed.slice(2)],
    ['white space', ` ${checksummed}`],
    ['a line end', `${checksummed}\n`],
    ['nothing', ''],
  ])('with %s is none, and equal to nothing', (_, text) => {
    expect(parseAddress(text)).toBeNull()
    expect(isSameAddress(text, text)).toBe(false)
    expect(isSameAddress(checksummed, text)).toBe(false)
  })

  test('in mixed case is one in the case of its checksum alone', () => {
    fc.assert(
      fc.property(
        anyAddress,
        fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
        (address, capitals) => {
          const cased = Array.from(address.slice(2), (digit, index) =>
            capitals[index] === true ? digit.toUpperCase() : digit,
          )
          const text = `0x${cased.join('')}`
          const isUsable = text === getAddress(address) || isOneCase(text)
          expect(parseAddress(text)).toBe(isUsable ? address : null)
        },
      ),
    )
  })
})

function isOneCase(text: string): boolean {
  const digits = text.slice(2)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase()
}
