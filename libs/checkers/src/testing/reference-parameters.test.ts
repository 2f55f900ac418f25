import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountForms, countries, currencies } from '../formats/code-lists.ts'
import { isLongLanguage, isScript } from '../formats/even-subtags.ts'
import { grandfathered, regions, shortLanguages } from '../formats/language-subtags.ts'
import { type FormatName, formatNames } from '../formats/named-formats.ts'
import { type Aggregate, aggregateNames, aggregateOf } from '../paths/aggregates.ts'
import { measureOf } from '../paths/measures.ts'
import { compareMoments, parseMoment } from '../paths/moment.ts'
import { judgeShare } from '../shares.ts'
import { currentRules as rules } from '../value-rules.ts'

const vectors = new URL('../../../../test/vectors/checkers/', import.meta.url)
const program = fileURLToPath(new URL('./parameter_values.py', import.meta.url))
const python = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'python3'))
  .find((path) => existsSync(path))

test('the published lists are those that formats are told by', () => {
  const lists = JSON.parse(readFileSync(new URL('formats.json', vectors), 'utf8')) as Record<string, string>
  const words = (name: string) => (lists[name] ?? '').split(' ')
  const parts = (name: string, width: number) =>
    (lists[name] ?? '').match(new RegExp(`.{${width}}`, 'g')) ?? []
  expect(words('iso_country')).toEqual([...countries])
  expect(words('iso_currency')).toEqual([...currencies].toSorted())
  expect(words('iban')).toEqual([...accountForms].map(([country, form]) => `${country}:${form}`))
  expect(words('language')).toEqual([...shortLanguages])
  expect(words('region')).toEqual([...regions])
  expect(words('grandfathered')).toEqual([...grandfathered])
  expect(parts('language_of_three', 3).filter((part) => !isLongLanguage(part))).toEqual([])
  expect(parts('script', 4).filter((part) => !isScript(part))).toEqual([])
  expect([parts('language_of_three', 3).length, parts('script', 4).length, isLongLanguage('eng')]).toEqual([
    8_077,
    224,
    false,
  ])
})

type Question =
  | { readonly kind: 'length'; readonly text: string }
  | { readonly kind: 'moment'; readonly texts: readonly [string, string] }
  | { readonly kind: 'format'; readonly name: FormatName; readonly text: string }
  | { readonly kind: 'aggregate'; readonly name: Aggregate; readonly values: readonly string[] }
  | {
      readonly kind: 'share'
      readonly passing: number
      readonly total: number
      readonly bp: number
      readonly exclusive: boolean
    }

const sample = <Value>(values: fc.Arbitrary<Value>, numRuns: number, seed: number): Value[] =>
  fc.sample(values, { numRuns, seed })
const joined = (parts: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...parts), { maxLength }).map((all) => all.join(''))

const text = joined(
  [
    'a',
    'b',
    ' ',
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '\u3000',
    '\u200b',
    '\ufeff',
    'é',
    'e\u0301',
    '😀',
    '👩\u200d🚀',
    '-',
    '.',
  ],
  14,
)
const moment = fc
  .tuple(
    fc.constantFrom('', ' ', '\u200b'),
    fc.constantFrom(
      '2026-11-01',
      '2026-11-02',
      '2024-02-29',
      '2026-02-29',
      '0001-01-01',
      '9999-12-31',
      '01/02/2026',
    ),
    fc.constantFrom(
      '',
      '',
      'T00:00:00Z',
      'T23:59:59.999999999Z',
      'T23:30:00-05:00',
      'T00:30:00+01:00',
      ' 10:00',
      'T24:00:00Z',
    ),
  )
  .map((parts) => parts.join(''))

/** Values of each format, which are then changed a little. */
const seeds: Readonly<Record<FormatName, readonly string[]>> = {
  email: ['ana@example.com', "o'neil+x@mail.example.co.uk", 'a.b@x-y.example'],
  e164: ['+14155550123', '+6834000', '+123456789012345'],
  uuid: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3F2504E0-4F89-41D3-9A0C-0305E82C3301'],
  iso_date: ['2026-11-01', '2024-02-29', '2023-02-29'],
  iso_date_time: [
    '2026-11-01T10:00:00Z',
    '2026-11-01T10:00',
    '2016-12-31T23:59:60Z',
    '2026-11-01t10:00:00.5+0130',
  ],
  iso_country: ['DE', 'US', 'GB', 'UK', 'EU'],
  iso_currency: ['EUR', 'USD', 'XCG', 'HRK', 'DEM'],
  bcp47: [
    'de',
    'en-US',
    'zh-Hant-TW',
    'es-419',
    'zh-yue-HK',
    'de-CH-1901',
    'en-u-ca-gregory',
    'x-own',
    'i-klingon',
    'qaa-Qaaa-QM',
    'eng',
    'en-x-a',
  ],
  hex_colour: ['#fff', '#FFAA00', '#ffaa0080', '#abcd'],
  semver: ['1.0.0', '0.10.2-alpha.1', '2.1.3+build.5', '1.0.0-0A.is'],
  ipv4: ['0.0.0.0', '192.168.1.1', '255.255.255.255', '256.0.0.1'],
  iban: [
    'DE89370400440532013000',
    'GB82WEST12345698765432',
    'GB82 WEST 1234 5698 7654 32',
    'MT84MALT011000012345MTLCAST001S',
    'NO9386011117947',
  ],
}
const changes = fc.array(
  fc.record({
    at: fc.nat(40),
    kind: fc.constantFrom('put', 'drop', 'replace', 'double'),
    with: fc.constantFrom(
      '0',
      '1',
      '9',
      'a',
      'A',
      'z',
      '-',
      '.',
      '@',
      '+',
      ' ',
      ':',
      '#',
      'x',
      '\u00a0',
      '٣',
      'É',
    ),
  }),
  { maxLength: 2 },
)
const formatted = fc
  .tuple(
    fc
      .constantFrom(...formatNames)
      .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...seeds[name]))),
    changes,
  )
  .map(([[name, seed], all]) => ({
    name,
    text: all.reduce((value, { at, kind, with: put }) => {
      const place = at % (value.length + 1)
      const [before, after] = [value.slice(0, place), value.slice(place)]
      if (kind === 'drop') return before + after.slice(1)
      if (kind === 'double') return before + after.slice(0, 1) + after
      return before + put + (kind === 'put' ? after : after.slice(1))
    }, seed),
  }))
const decimal = fc.oneof(
  fc.stringMatching(/^-?[0-9]{1,20}(\.[0-9]{1,12})?(e-?[0-9]{1,2})?$/),
  fc.integer({ min: -20, max: 20 }).map(String),
)
const element = fc.oneof(
  { weight: 12, arbitrary: decimal },
  { weight: 1, arbitrary: fc.constantFrom(' 1.5 ', '', 'x', 'é', 'e\u0301', '1,5', '\u200b2') },
)
const share = fc
  .record({
    total: fc.integer({ min: 1, max: 50_000 }),
    bp: fc.nat(10_000),
    at: fc.nat(10_000),
    exclusive: fc.boolean(),
  })
  .map(({ total, bp, at, exclusive }) => {
    // Half of them are as near to the share as rows come.
    const passing = at % 2 === 0 ? Math.floor((total * bp) / 10_000) : Math.floor((total * at) / 10_000)
    return { passing, total, bp, exclusive }
  })

const questions: readonly Question[] = [
  ...sample(text, 1_000, 1).map((each) => ({ kind: 'length' as const, text: each })),
  ...sample(fc.tuple(moment, moment), 700, 2).map((texts) => ({ kind: 'moment' as const, texts })),
  ...sample(formatted, 2_000, 3).map((each) => ({ kind: 'format' as const, ...each })),
  ...sample(fc.tuple(fc.constantFrom(...aggregateNames), fc.array(element, { maxLength: 6 })), 700, 4).map(
    ([name, values]) => ({ kind: 'aggregate' as const, name, values }),
  ),
  ...sample(share, 600, 5).map((each) => ({ kind: 'share' as const, ...each })),
]

function answerTo(question: Question): unknown {
  switch (question.kind) {
    case 'length':
      return [measureOf(question.text, 'characters', rules), measureOf(question.text, 'words', rules)]
    case 'moment': {
      const [one, other] = question.texts.map((each) => parseMoment(each, rules))
      return one === null || other === null || one === undefined || other === undefined
        ? null
        : Math.sign(compareMoments(one, other))
    }
    case 'format':
      return rules.formatNamed(question.name)?.(question.text)
    case 'aggregate':
      return fractionText(aggregateOf(question.values, question.name, rules))
    case 'share': {
      const verdicts = new Uint8Array(question.total).fill(1, question.passing)
      const result = { kind: 'rows' as const, verdicts, findings: new Map(), reason: '' }
      const judged = judgeShare(
        { min_share_bp: question.bp, share_exclusive: question.exclusive },
        () => 'the agreed share',
        result,
        { units: null },
        rules,
      )
      return judged.kind === 'gate' && judged.passed
    }
    default:
      return question satisfies never
  }
}

/** A fraction as Python writes it, in lowest terms. */
function fractionText(fraction: ReturnType<typeof aggregateOf>): string | null {
  if (fraction === null) return null
  const { digits, exponent } = fraction.numerator
  const up = digits * 10n ** BigInt(Math.max(0, exponent))
  const down = fraction.denominator * 10n ** BigInt(Math.max(0, -exponent))
  const divisor = divisorOf(up < 0n ? -up : up, down)
  return down === divisor ? String(up / divisor) : `${up / divisor}/${down / divisor}`
}

function divisorOf(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisorOf(b, a % b)
}

describe.skipIf(python === undefined)('5,000 values of the parameters', () => {
  const { stdout, stderr } = spawnSync(python ?? '', [program], {
    input: questions.map((question) => `${JSON.stringify(question)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' },
  })
  const answers = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]))

  test.each(['length', 'moment', 'format', 'aggregate', 'share'])(
    'are read alike in TypeScript and Python: %s',
    (kind) => {
      expect(stderr).toBe('')
      expect(answers.length).toBe(questions.length)
      const unlike = questions.flatMap((question, index) => {
        const [typescript, other] = [answerTo(question), answers[index]]
        return question.kind !== kind || JSON.stringify(typescript) === JSON.stringify(other)
          ? []
          : [{ question: JSON.stringify(question), typescript, python: other }]
      })
      expect(unlike.slice(0, 5)).toEqual([])
    },
  )

  test('are of both answers for each format, and of numbers and none', () => {
    for (const name of formatNames) {
      const of = questions.flatMap((question, index) =>
        question.kind === 'format' && question.name === name ? [answers[index]] : [],
      )
      const yes = of.filter((answer) => answer === true).length
      expect(Math.min(yes, of.length - yes), name).toBeGreaterThan(15)
    }
  })
})
