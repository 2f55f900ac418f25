import { deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'

/** A document that was changed at random, for a reader that must not fail on it. */
export type MadeDocument = { readonly kind: 'csv' | 'pdf' | 'xml'; readonly bytes: Uint8Array }

const tokens = [
  '',
  '0',
  '-1',
  '2147483648',
  '1e309',
  '/Type/Pages',
  '/Filter/FlateDecode',
  '/Kids[1 0 R 1 0 R]',
  '/Parent 3 0 R',
  '/JS(app.alert(1))',
  'endstream',
  'endobj',
  'xref',
  '%%EOF',
  '<<',
  '>>',
  '[',
  ']',
  '<!ENTITY a "b">',
  '<!DOCTYPE x>',
  '<![CDATA[',
  ']]>',
  '&#0;',
  '&lol;',
  '</',
  '<!--',
  '__proto__',
  '=1+1',
  '"',
  '\0',
  '\uFEFF',
  '\uFFFD',
  '\n',
  ';',
  '\t',
  '9'.repeat(400),
]

/** One change of some bytes, at a place that is a part of their length. */
const change = fc.record({
  kind: fc.constantFrom('flip', 'cut', 'repeat', 'insert', 'swap', 'end'),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  size: fc.integer({ min: 1, max: 64 }),
  value: fc.integer({ min: 0, max: 255 }),
  token: fc.constantFrom(...tokens),
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

export function changed(bytes: Uint8Array, { kind, at, size, value, token }: Change): Uint8Array {
  const from = Math.floor(at * bytes.length)
  const [before, piece, after] = [
    bytes.subarray(0, from),
    bytes.subarray(from, from + size),
    bytes.subarray(from + size),
  ]
  switch (kind) {
    case 'flip': {
      const flipped = bytes.slice()
      if (from < flipped.length) flipped[from] = (flipped[from] ?? 0) ^ (value || 1)
      return flipped
    }
    case 'cut':
      return Buffer.concat([before, after])
    case 'repeat':
      return Buffer.concat([before, ...Array.from({ length: (value % 8) + 2 }, () => piece), after])
    case 'insert':
      return Buffer.concat([before, Buffer.from(token), bytes.subarray(from)])
    case 'swap':
      return Buffer.concat([before, Buffer.from(token), after])
    case 'end':
      return before
    default:
      return kind satisfies never
  }
}

/** The streams of a PDF without compression, so that a change reaches what they say. */
export function inflated(pdf: Uint8Array): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1')
  const opened = text.replaceAll(
    /(<<[^<>]*(?:<<[^<>]*>>[^<>]*)*>>)(\s*stream\r?\n)([\s\S]*?)(\r?\nendstream)/g,
    (whole, entries: string, start: string, content: string, end: string) => {
      if (!/\/Filter\s*\/FlateDecode/.test(entries)) return whole
      try {
        const plain = inflateSync(Buffer.from(content, 'latin1')).toString('latin1')
        const without = entries
          .replace(/\/Filter\s*\/FlateDecode/, '')
          .replace(/\/Length\s+\d+/, `/Length ${plain.length}`)
        return `${without}${start}${plain}${end}`
      } catch {
        return whole
      }
    },
  )
  return Buffer.from(opened, 'latin1')
}

/** Documents made of these by some changes each. */
export function madeDocuments(seeds: readonly MadeDocument[]): fc.Arbitrary<MadeDocument> {
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(change, { minLength: 1, maxLength: 6 }), fc.boolean())
    .map(([{ kind, bytes }, changes, isPacked]) => {
      const made = changes.reduce(changed, bytes)
      return { kind, bytes: kind === 'pdf' && isPacked ? repacked(made) : made }
    })
}

/** A stream of a changed PDF is packed again, so that its content is reached through the filter. */
function repacked(pdf: Uint8Array): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1')
  const packed = text.replace(
    /<<([^<>]*)>>(\s*stream\r?\n)([\s\S]*?)(\r?\nendstream)/,
    (_, entries: string, start: string, content: string, end: string) => {
      const deflated = deflateSync(Buffer.from(content, 'latin1')).toString('latin1')
      const rest = entries.replace(/\/Length\s+\d+/, '')
      return `<<${rest}/Filter/FlateDecode/Length ${deflated.length}>>${start}${deflated}${end}`
    },
  )
  return Buffer.from(packed, 'latin1')
}
