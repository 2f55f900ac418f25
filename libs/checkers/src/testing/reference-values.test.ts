import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canonicalJson, type JsonValue } from '@outturn/canonical'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareDecimals } from '../engines/decimal.ts'
import { comparedValue, currentRules as rules, isBlank, readTrimmed } from '../value-rules.ts'
import type { TextForm } from '../values/text-rule.ts'

const program = fileURLToPath(new URL('./unicode_text.py', import.meta.url))
const python = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'python3'))
  .find((path) => existsSync(path))

type Question = { readonly kind: string; readonly text: string }

const forms: readonly TextForm[] = [
  { form: 'NFC', trims: true, folds: false },
  { form: 'NFC', trims: false, folds: true },
  { form: 'NFKC', trims: true, folds: true },
  { form: null, trims: false, folds: true },
]

/** Characters of every kind that the rule tells apart, all older than the Unicode of any Python. */
const character = fc.oneof(
  ...[
    'abcXYZ .-ßẞİıſK',
    'ΟΔοςσΣΐϐ',
    'éèåÅ\u0301\u0308\u030a\u0327\u0345ﬁﬃ½ªﾊﾞ',
    '\u200b\u200c\u200d\u00ad\u2060\ufeff\u034f\u061c\u3164\ufe0f\ufe0e',
    '\t\n\u0085\u00a0\u1680\u2003\u2028\u202f\u3000',
    'ميخواهدرزآ\u064b\u0640',
    'कषर\u094d\u09b0\u09cd\u09af\u0d28\u0d4d',
    '👩🚀❤🏽👨🔥🏴©\u{e0067}\u{e0062}\u{e007f}',
    '한글\u1112\u1161\u11ab',
    '\u0378\ufffe𐐀𐐨Ǆǅﬀ',
  ].map((characters) => fc.constantFrom(...Array.from(characters))),
)
const text = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(''))
const digits = fc.stringMatching(/^[0-9]{1,30}$/)
const decimal = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits,
    fc.option(digits),
    fc.option(fc.integer({ min: -1_100, max: 1_100 })),
  )
  .map(
    ([sign, whole, fraction, power]) =>
      `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${power === null ? '' : `e${power}`}`,
  )
const two = (max: number) => fc.integer({ min: 0, max }).map((part) => String(part).padStart(2, '0'))
const time = fc
  .tuple(
    fc.constantFrom(
      '2016-12-31',
      '2015-06-30',
      '2026-02-28',
      '2024-02-29',
      '2023-02-29',
      '0000-03-01',
      '9999-12-31',
    ),
    fc.constantFrom('T', 't', ' '),
    two(24),
    fc.oneof(fc.constant('59'), two(60)),
    fc.oneof(fc.constant('60'), two(61)),
    fc.option(fc.stringMatching(/^[0-9]{1,10}$/)),
    fc.oneof(fc.constantFrom('Z', 'z', '', '+0000'), fc.tuple(fc.constantFrom('+', '-'), two(24), two(60))),
  )
  .map(([day, t, hour, minute, second, fraction, zone]) => {
    const offset = typeof zone === 'string' ? zone : `${zone[0]}${zone[1]}:${zone[2]}`
    return `${day}${t}${hour}:${minute}:${second}${fraction === null ? '' : `.${fraction}`}${offset}`
  })
const host = fc.oneof(
  fc.constantFrom(
    'a.example',
    'A.Example',
    'xn--mnchen-3ya.example',
    'münchen.example',
    'mu\u0308nchen.example',
  ),
  fc.constantFrom(
    'пример.рф',
    'straße.example',
    'ｅxample.com',
    'exam\u00adple.com',
    'exam\u200bple.com',
    'a。example',
  ),
  fc.constantFrom(
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '010.0.0.1',
    '2130706433',
    'ex%61mple.com',
    '1.2.3.4.example',
  ),
)
const address = fc
  .tuple(
    fc.constantFrom('', ' ', '  ', '\u00a0'),
    fc.constantFrom('https', 'https', 'https', 'HTTP', ''),
    fc.constantFrom('://', '://', '://', '://', '://', ':', ':/', ':\\\\', ':///'),
    fc.constantFrom('', '', '', '', '', '', 'u@', 'u:p@'),
    host,
    fc.constantFrom('', '', ':443', ':'),
    fc.constantFrom('', '', '/', '/x', '/a b', '/@x', '?q=\u2003', '#\\', '/\u0007', '/x '),
  )
  .map((parts) => parts.join(''))

/** A list or object of texts, and of what is none. */
const { value: nested } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
    fc.array(character, { maxLength: 3 }).map((characters) => characters.join('')),
    fc.constantFrom<JsonValue>(null, false, 0, 7, '', ' ', '\u200b'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.array(character, { maxLength: 2 }).map((characters) => characters.join('')),
      tie('value'),
      {
        maxKeys: 3,
        noNullPrototype: true,
      },
    ),
  ),
}))
/** What may stand around a time or a number. */
const around = fc.constantFrom('', '', '', '', ' ', '\u00a0', '\u200b', '\t', '\ufeff')
const padded = (inner: fc.Arbitrary<string>) => fc.tuple(around, inner, around).map((parts) => parts.join(''))

const questions: readonly Question[] = [
  ...fc.sample(nested, { numRuns: 1_000, seed: 5 }).map((each) => ({
    kind: 'value',
    text: JSON.stringify(each),
    forms: forms.map(({ form, trims, folds }) => [form, trims, folds]),
  })),
  ...fc.sample(text, { numRuns: 2_000, seed: 1 }).map((each) => ({
    kind: 'text',
    text: each,
    forms: forms.map(({ form, trims, folds }) => [form, trims, folds]),
  })),
  ...fc
    .sample(fc.tuple(padded(decimal), decimal, fc.boolean()), { numRuns: 1_000, seed: 2 })
    .map(([one, other, isSame]) => ({ kind: 'number', text: one, bound: isSame ? one.trim() : other })),
  ...fc.sample(padded(time), { numRuns: 1_000, seed: 3 }).map((each) => ({ kind: 'time', text: each })),
  ...fc.sample(address, { numRuns: 1_000, seed: 4 }).map((each) => ({ kind: 'address', text: each })),
]

function answerTo({ kind, text: value, ...rest }: Question & { bound?: string }): unknown {
  switch (kind) {
    case 'text':
      return {
        blank: rules.isBlankText(value),
        compared: forms.map((form) => rules.comparedText(value, form)),
      }
    case 'value': {
      const read = JSON.parse(value) as JsonValue
      const texts = forms.map((form) => (each: string) => rules.comparedText(each, form))
      return {
        blank: isBlank(read),
        compared: texts.map((textOf) => canonicalJson(comparedValue(read, textOf))),
      }
    }
    case 'number': {
      const [one, other] = [readTrimmed(value, rules.parseDecimal, rules), rules.parseDecimal(rest.bound)]
      return one === null || other === null ? null : Math.sign(compareDecimals(one, other))
    }
    case 'time': {
      const instant = readTrimmed(value, rules.parseInstant, rules)
      return instant === null ? null : String(BigInt(instant.second) * 1_000_000_000n + BigInt(instant.nano))
    }
    default:
      return rules.readAddress(value).fault
  }
}

describe.skipIf(python === undefined)('6,000 values', () => {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('')
  const { stdout, stderr } = spawnSync(python ?? '', [program], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' },
  })
  const answers = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)

  test.each(['text', 'value', 'number', 'time', 'address'])(
    'are read alike in TypeScript and Python: %s',
    (kind) => {
      expect(stderr).toBe('')
      expect(answers.length).toBe(questions.length)
      const unlike = questions.flatMap((question, index) => {
        const [typescript, other] = [answerTo(question), answers[index]]
        return question.kind !== kind || JSON.stringify(typescript) === JSON.stringify(other)
          ? []
          : [
              {
                question: JSON.stringify(question),
                typescript: JSON.stringify(typescript),
                python: JSON.stringify(other),
              },
            ]
      })
      expect(unlike.slice(0, 5)).toEqual([])
    },
  )

  test('are of every kind, read and not read', () => {
    for (const kind of ['number', 'time', 'address']) {
      const of = questions.flatMap((question, index) => (question.kind === kind ? [answers[index]] : []))
      const unread = of.filter((answer) => answer === null).length
      expect(Math.min(unread, of.length - unread), kind).toBeGreaterThan(50)
    }
  })
})
