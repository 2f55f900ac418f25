import type { SeededRandom } from '../seeded-random.ts'

// Pieces on which parsers part ways, in place of a byte or beside it.
const pieces = [
  '\ufeff',
  '\u0000',
  '\u00a0',
  '\u2028',
  String.raw`\u0000`,
  String.raw`\ud800`,
  String.raw`\ud83d\ude00`,
  String.raw`\u0041`,
  String.raw`\/`,
  String.raw`\'`,
  '"',
  '\\',
  ',',
  ',,',
  '{',
  '}',
  '[',
  ']',
  '//',
  'NaN',
  '-',
  '-0',
  '00',
  '.0',
  'e0',
  'E+2',
  'e400',
  '9007199254740992',
  '"__proto__":1,',
  '"id":1,',
]

/** Changes the bytes of a file at one place. */
export function changeBytes(random: SeededRandom, bytes: Uint8Array): Uint8Array {
  const at = random.below(bytes.length + 1)
  const after = Math.min(bytes.length, at + random.between(0, 4))
  const head = bytes.subarray(0, at)
  switch (random.below(6)) {
    case 0: {
      const flipped = Uint8Array.from(bytes)
      if (at < flipped.length) flipped[at] = (flipped[at] as number) ^ (1 << random.below(8))
      return flipped
    }
    case 1:
      return head
    case 2:
      return Buffer.concat([head, bytes.subarray(after)])
    case 3:
      return Buffer.concat([head, Uint8Array.of(random.below(256)), bytes.subarray(at)])
    case 4:
      return Buffer.concat([head, bytes.subarray(Math.max(0, at - random.below(40)))])
    default:
      return Buffer.concat([head, Buffer.from(random.pick(pieces)), bytes.subarray(after)])
  }
}

/** Writes a JSON value in other words: white space, escapes and numbers that mean the same. */
export function rewordedText(random: SeededRandom, value: unknown): string {
  const indented = JSON.stringify(value, null, random.pick([0, 1, '\t', ' \r\n']))
  return indented
    .replaceAll(/[a-z](?=[a-z_]*")/g, (letter) => (random.chance(3) ? escaped(letter) : letter))
    .replaceAll(/(?<=[:[]\s*)\d+(?=\s*[,\]}])/g, (digits) =>
      random.chance(20) ? digits + random.pick(['.0', 'e0', 'E+0', '.000', 'e-0']) : digits,
    )
}

function escaped(letter: string): string {
  return String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}
