import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foldCase } from './case-folding.ts'
import { characterTest, classOf } from './unicode-set.ts'
import { caseFoldings, unicodeRanges, unicodeVersion } from './unicode-tables.ts'

const isUnassigned = characterTest('unassigned')
const assigned = Array.from({ length: 0x11_00_00 }, (_, point) => point)
  .filter((point) => point < 0xd8_00 || point > 0xdf_ff)
  .map((point) => String.fromCodePoint(point))
  .filter((character) => !isUnassigned(character))

/** Properties that the platform knows too; a later version of Unicode gives them to none that was assigned before. */
test.each([
  ['defaultIgnorable', /^\p{Default_Ignorable_Code_Point}$/u],
  ['whiteSpace', /^\p{White_Space}$/u],
  ['mark', /^\p{M}$/u],
  ['letter', /^\p{L}$/u],
  ['emojiModifier', /^\p{Emoji_Modifier}$/u],
] as const)('%s holds for the same assigned characters as on this platform', (property, pattern) => {
  const own = new RegExp(`^[${classOf(property)}]$`, 'u')
  expect(assigned.filter((character) => own.test(character) !== pattern.test(character))).toEqual([])
})

test('what is folded here is what the platform takes for one letter ignoring case, where it folds to one', () => {
  const folded = caseFoldings.split(' ').filter((pair) => !pair.includes('+'))
  const unlike = folded.filter((pair) => {
    const [from = '', to = ''] = pair.split(':').map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    return foldCase(from) !== to || !new RegExp(`^${from}$`, 'iu').test(to)
  })
  expect(unlike).toEqual([])
  expect(assigned.filter((character) => foldCase(foldCase(character)) !== foldCase(character))).toEqual([])
})

test('other readers are given the same tables', () => {
  const file = new URL('../../../../test/vectors/checkers/unicode.json', import.meta.url)
  const { unicode, case_folding, ...ranges } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    string,
    string
  >
  expect([unicode, case_folding]).toEqual([unicodeVersion, caseFoldings])
  expect(Object.values(ranges)).toEqual(Object.values(unicodeRanges))
})
