import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStrictJson } from './parse-strict.ts'
import { StrictJsonError } from './strict-json-error.ts'

function refusalOf(source: string | Uint8Array): { code: string; path: string; position: number } {
  try {
    parseStrictJson(source)
  } catch (error) {
    if (error instanceof StrictJsonError) {
      return { code: error.code, path: error.path, position: error.position }
    }
    throw error
  }
  throw new Error(`accepted: ${String(source)}`)
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('every JSON value that JSON.stringify writes is read back unchanged, from text and from bytes', () => {
  const values = fc.jsonValue({ noUnicodeString: false, maxDepth: 6 }).map((value) => JSON.stringify(value))
  fc.assert(
    fc.property(values, (text) => {
      fc.pre(!text.includes('\\u0000') && !text.includes('"__proto__"') && !/\d{16}|e[+]\d/.test(text))
      fc.pre(!/\\ud[89a-f]/.test(text))
      expect(JSON.stringify(parseStrictJson(text))).toBe(text)
      expect(JSON.stringify(parseStrictJson(new TextEncoder().encode(text)))).toBe(text)
    }),
  )
})

test('a text is accepted only if the native parser accepts it too', () => {
  const fragments = fc.constantFrom(...'{}[],:"\\u0eE+-.1 9/tn\n'.split(''), 'true', 'null', '"a"', '\\ud83d')
  fc.assert(
    fc.property(fc.array(fragments, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      try {
        parseStrictJson(text)
      } catch (error) {
        expect(error).toBeInstanceOf(StrictJsonError)
        if ((error as StrictJsonError).code === 'syntax')
          expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
        return
      }
      expect(() => JSON.parse(text) as unknown).not.toThrow()
    }),
    { numRuns: 2_000 },
  )
})

describe('syntax', () => {
  test.each([
    '',
    ' ',
    '{',
    '[',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '{"a" 1}',
    '01',
    '-',
    '+1',
    '.5',
    '1.',
    '1e',
    '1e+',
    '0x10',
    'NaN',
    'Infinity',
    '-Infinity',
    'undefined',
    'tru',
    'nul',
    '"',
    '"a',
    '"\\',
    '"\\x"',
    '"\\u12"',
    '"\\u12g4"',
    '"a\nb"',
    '"a\tb"',
    '1 2',
    '{}[]',
    '//',
    '\u00a01',
    '\ufeff{}',
  ])('%j is not JSON', (text) => {
    expect(refusalOf(text).code).toBe('syntax')
  })

  test('the position is where reading stopped', () => {
    expect(refusalOf('{"a": tru}')).toEqual({ code: 'syntax', path: 'a', position: 6 })
  })
})

describe('keys', () => {
  test('a key that occurs twice is refused, with the path of its second occurrence', () => {
    expect(refusalOf('{"a":[{"b":1,"c":2,"b":3}]}')).toEqual({
      code: 'duplicate_key',
      path: 'a[0].b',
      position: 22,
    })
  })

  test('two spellings of one key are the same key', () => {
    expect(refusalOf('{"a":1,"\\u0061":2}').code).toBe('duplicate_key')
  })

  test('the same key in sibling objects is fine', () => {
    expect(parseStrictJson('[{"a":1},{"a":2}]')).toEqual([{ a: 1 }, { a: 2 }])
  })

  test.each(['{"__proto__":{"admin":true}}', '{"\\u005f_proto__":1}'])(
    '%s cannot reach a prototype',
    (text) => {
      expect(refusalOf(text).code).toBe('forbidden_key')
      expect(({} as { admin?: boolean }).admin).toBeUndefined()
    },
  )

  test('members named after methods stay plain members', () => {
    const value = parseStrictJson('{"constructor":1,"hasOwnProperty":2}')
    expect(Object.keys(value as object)).toEqual(['constructor', 'hasOwnProperty'])
  })
})

describe('characters', () => {
  test.each([
    '"\\ud83d"',
    '"\\ude00"',
    '"\\ud83dx"',
    '"\\ud83d\\ud83d"',
    '"\\ud83d\\u0041"',
    '{"\\udc00":1}',
    '"\ud83d"',
  ])('%j holds half a character', (text) => {
    expect(refusalOf(text).code).toBe('lone_surrogate')
  })

  test('a pair is one character, escaped or raw', () => {
    expect(parseStrictJson('["\\ud83d\\ude00","😀"]')).toEqual(['😀', '😀'])
  })

  test('an escaped half does not pair with a raw half', () => {
    expect(refusalOf('"\\ud83d\ude00"').code).toBe('lone_surrogate')
  })

  test('U+0000 is refused in values and keys', () => {
    expect(refusalOf('["a\\u0000"]')).toEqual({ code: 'nul_character', path: '[0]', position: 3 })
    expect(refusalOf('{"\\u0000":1}').code).toBe('nul_character')
  })

  test('bytes that are not UTF-8 are refused', () => {
    expect(refusalOf(Uint8Array.of(0x22, 0xff, 0x22)).code).toBe('invalid_utf8')
    expect(refusalOf(Uint8Array.of(0x22, 0xed, 0xa0, 0xbd, 0x22)).code).toBe('invalid_utf8')
  })

  test('a byte order mark is not white space', () => {
    expect(refusalOf(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d)).code).toBe('syntax')
  })
})

describe('numbers', () => {
  test.each(['9007199254740991', '-9007199254740991', '0', '-0', '1.5', '1e15', '9.007199254740991e15'])(
    '%s is within range',
    (text) => {
      expect(parseStrictJson(text)).toBe(JSON.parse(text))
    },
  )

  test.each([
    '9007199254740992',
    '-9007199254740992',
    '9007199254740993.0',
    '1e16',
    '1e400',
    '-1e400',
    '9'.repeat(400),
  ])('%s would not be read alike everywhere', (text) => {
    expect(refusalOf(`{"n":[${text}]}`)).toEqual({ code: 'number_out_of_range', path: 'n[0]', position: 6 })
  })
})

describe('depth', () => {
  test('32 levels are read and 33 are not', () => {
    expect(() => parseStrictJson(nested(32))).not.toThrow()
    expect(refusalOf(nested(33)).code).toBe('too_deep')
  })

  test('a million open brackets are refused without exhausting the stack', () => {
    expect(refusalOf('['.repeat(1_000_000)).code).toBe('too_deep')
    expect(refusalOf('{"a":'.repeat(1_000_000)).code).toBe('too_deep')
  })

  test('closed levels do not count', () => {
    expect(() =>
      parseStrictJson(`[${Array.from({ length: 100 }, () => nested(31)).join(',')}]`),
    ).not.toThrow()
  })
})

test('odd member names are quoted in the path', () => {
  expect(refusalOf('{"a b":{"":[0,"\\u0000"]}}').path).toBe('["a b"][""][1]')
})

test('a reader of larger documents may allow a greater depth, and no more than that', () => {
  expect(() => parseStrictJson(nested(33))).toThrow(StrictJsonError)
  expect(() => parseStrictJson(nested(40), { maxDepth: 40 })).not.toThrow()
  expect(() => parseStrictJson(nested(41), { maxDepth: 40 })).toThrow(StrictJsonError)
})
