import { isJsonObject } from '@outturn/canonical'
import type { SeededRandom } from '../seeded-random.ts'
import { oddTexts } from '../sample-receipt.ts'

/** Values at which readers and checks part ways. */
const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  2 ** 31,
  2 ** 53 - 1,
  1e-7,
  '',
  ' ',
  '\n',
  '0',
  '1',
  '0.00',
  '1.00',
  '999999999999999999999999999999.99',
  'pass',
  'partial',
  'fail',
  'uncertain',
  'active',
  'revoked',
  'corrected',
  'production',
  'demo',
  'unilateral',
  '0'.repeat(64),
  'f'.repeat(64),
  'A'.repeat(86),
  '2026-01-01T00:00:00.000Z',
  '2026-02-29T00:00:00.000Z',
  [],
  {},
  [[]],
  ...oddTexts,
]

/** Changes one place of a JSON value, drawn like everything about the change. */
export function changeValue(random: SeededRandom, value: unknown): unknown {
  if (isJsonObject(value) && Object.keys(value).length > 0 && random.chance(85))
    return inObject(random, value)
  if (Array.isArray(value) && value.length > 0 && random.chance(85)) return inList(random, value)
  return random.chance(60) ? alike(random, value) : random.pick(oddValues)
}

function inObject(random: SeededRandom, value: { [member: string]: unknown }): object {
  const names = Object.keys(value)
  const name = random.pick(names)
  const { [name]: member, ...rest } = value
  switch (random.below(20)) {
    case 0:
      return rest
    case 1:
      return {
        ...value,
        [random.pick(['extra', 'constructor', 'toString', '', 'é', '😀', name.toUpperCase()])]: member,
      }
    case 2:
      return { ...value, [random.pick(names)]: member }
    case 3:
      return { ...rest, [`${name}${random.pick(['\n', ' ', '_', '\u00ad'])}`]: member }
    case 4:
      return Object.fromEntries(random.shuffled(Object.entries(value)))
    default:
      return { ...value, [name]: changeValue(random, member) }
  }
}

function inList(random: SeededRandom, items: readonly unknown[]): unknown[] {
  const at = random.below(items.length)
  switch (random.below(8)) {
    case 0:
      return items.toSpliced(at, 1)
    case 1:
      return items.toSpliced(at, 0, items[at])
    case 2:
      return items.toReversed()
    case 3:
      return [...items, random.pick(oddValues)]
    default:
      return items.with(at, changeValue(random, items[at]))
  }
}

/** A value that is almost the same. */
function alike(random: SeededRandom, value: unknown): unknown {
  if (typeof value === 'number') return value + random.pick([1, -1, 0.5, 10, -value])
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return value === null ? random.pick(oddValues) : value
  const at = random.below(value.length + 1)
  const sign = random.pick(['0', '9', 'a', 'A', 'z', '.', '-', '=', '_', '\n', ' ', '\u00a0', '١', 'é', '😀'])
  switch (random.below(6)) {
    case 0:
      return random.chance(50) ? `${value}${sign}` : `${sign}${value}`
    case 1:
      return wellFormed(value.slice(0, at))
    case 2:
      return wellFormed(`${value.slice(0, at)}${sign}${value.slice(at)}`)
    case 3:
      return random.chance(50) ? value.toUpperCase() : value.toLowerCase()
    case 4:
      return random.pick(oddTexts)
    default:
      return wellFormed(`${value.slice(0, at)}${sign}${value.slice(at + 1)}`)
  }
}

function wellFormed(text: string): string {
  return text.toWellFormed()
}
