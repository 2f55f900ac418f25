import { formAdjectives, formNouns, isoCodes, standards } from '../../lexicon/formats.ts'
import { alphabets, listedThings, longness, type Measure, measures } from '../../lexicon/measures.ts'
import { givenWords, missingWords } from '../../lexicon/presence.ts'
import { ignoringCase, uniqueWords } from '../../lexicon/uniqueness.ts'
import type { Relation } from '../../lexicon/comparisons.ts'
import { alt, map, maybe, memo, opt, part, type Rule, said, seq, token, where, words } from '../chart.ts'
import { type Limit, limitsOf, numbersFor, numericLimits } from './comparisons.ts'
import { holdsAddresses, holdsEmails, holdsLists } from '../demands/field-nature.ts'
import type { FieldRef, FieldTest } from '../demands/field-test.ts'
import type { TokenRange } from '../clause-reading.ts'
import { slotOf } from '../nouns.ts'
import { predicate, type Predicate } from './predicate.ts'
import { count } from './quantities.ts'

const tests = (...all: readonly FieldTest[]): Predicate => predicate(() => [{ value: all }])

const present: Rule<Predicate> = map(said(givenWords), () => tests({ kind: 'present' }))
const absent: Rule<Predicate> = map(said(missingWords), () => tests({ kind: 'absent' }))

/** Unique in all rows; another key beside it is read by the clause. */
const unique: Rule<Predicate> = alt(
  map(seq(said(uniqueWords), opt(said(ignoringCase), false)), ([, ignoresCase]) =>
    tests({ kind: 'unique', ignoresCase }),
  ),
  map(said('different|all different'), () =>
    predicate(() => [{ value: [{ kind: 'unique', ignoresCase: false }] }], { isOfOne: true }),
  ),
)

/** Forms whose noun is also a common word stand only after an article or `valid`. */
const article = said('a|an|the')
const validity = said(
  'valid|well-formed|properly formatted|correctly formatted|well formed|syntactically valid|a valid|an valid|valid ,',
)
const formNoun = words(formNouns)
/** `an integer from 1 through 5`. */
const numberWithin: Rule<Predicate> = map(
  seq(
    opt(article, false),
    words([
      ['integer|whole number', 'integer'],
      ['number', 'number'],
    ] as const),
    maybe('that is|which is|in'),
    numericLimits,
  ),
  ([, type, , all]) =>
    predicate((field, chart) =>
      numbersFor(field, all, chart).map(({ value, slots }) => ({
        value: type === 'integer' ? [{ kind: 'type', type }, ...value] : value,
        ...(slots !== undefined && { slots }),
      })),
    ),
)
const form: Rule<Predicate> = memo(
  alt(
    map(
      seq(
        alt(
          article,
          validity,
          map(seq(article, validity), () => true as const),
        ),
        formNoun,
        opt(example, false),
      ),
      ([, all]) => tests(...all),
    ),
    map(seq(opt(article, false), said('hex code|hex value|hexadecimal code'), opt(example, false)), () =>
      predicate((field) =>
        /colou?r/i.test(field.name) ? [{ value: [{ kind: 'format', format: 'hex_colour' }] }] : [],
      ),
    ),
    map(seq(words(formAdjectives), opt(example, false)), ([all]) => tests(...all)),
    numberWithin,
    map(
      seq(
        said('valid|well-formed|properly formatted|correctly formatted|well formed|syntactically valid'),
        where(() => true),
      ),
      () => predicate((field) => validOf(field).map((test) => ({ value: [test] }))),
    ),
    map(seq(opt(article, false), opt(validity, false), said(isoCodes)), () => predicate(isoCodeOf)),
    // The standard writes days and times; which of them is meant is asked about.
    map(
      seq(
        opt(article, false),
        maybe('valid|in valid|in'),
        said('iso 8601|iso8601|iso-8601'),
        maybe('format|formatted|compliant'),
      ),
      () =>
        predicate(() =>
          ['iso_date_time', 'iso_date'].map((format) => ({ value: [{ kind: 'format' as const, format }] })),
        ),
    ),
  ),
)

/** A noun alone, which only `is` or a verb makes a form: `age is integer`. */
export const bareForm: Rule<Predicate> = map(seq(formNoun, opt(example, false)), ([all]) => tests(...all))

/** The form that a valid value of a field has, known by the name of the field; none where the name says none. */
export function validOf(field: FieldRef): readonly FieldTest[] {
  if (holdsEmails(field)) return [{ kind: 'format', format: 'email' }]
  if (holdsAddresses(field)) return [{ kind: 'url', schemes: null }]
  if (/(?:^|_)(?:uuid|guid)$/i.test(field.name)) return [{ kind: 'format', format: 'uuid' }]
  if (/(?:^|_)iban$/i.test(field.name)) return [{ kind: 'format', format: 'iban' }]
  return []
}

function isoCodeOf({ name }: FieldRef): readonly { readonly value: readonly FieldTest[] }[] {
  const format = /currency/i.test(name) ? 'iso_currency' : /country/i.test(name) ? 'iso_country' : null
  return format === null ? [] : [{ value: [{ kind: 'format', format }] }]
}

/** `like #FFAA00`, after a form: a sample of it. */
function example(...[chart, at]: Parameters<Rule<boolean>>): ReturnType<Rule<true>> {
  const [like] = sampleWords(chart, at)
  const sample = like === undefined ? undefined : chart.tokens[like.end]
  const isSample =
    sample !== undefined &&
    /^(?:#[0-9a-f]{6}|\d{4}-\d\d-\d\d|[A-Z]{2,3}|\+\d{6,15}|v?\d+\.\d+\.\d+|https?:\S+)$/i.test(sample.text)
  return like === undefined || !isSample ? [] : [{ ...like, value: true, end: like.end + 1 }]
}
const sampleWords = said('like|such as|e.g.|e.g .|for example|( e.g.|as in')

/** `HH:MM:SS`, `YYYY-MM-DD`: letters that stand for digits. */
const mask = token(({ kind, text }) => {
  if (
    kind !== 'word' ||
    !/^(?:Y{2,4}|M{1,2}|D{1,2}|H{2}|S{2})(?:[-/.:T](?:Y{2,4}|M{1,2}|D{1,2}|H{2}|S{2}))*$/i.test(text)
  )
    return null
  if (text.length < 4 && !/[-/.:]/.test(text)) return null
  if (/^yyyy-mm-dd$/i.test(text)) return { kind: 'format', format: 'iso_date' } as const
  const source = text.replaceAll(/[a-z]+|[-/.:]/gi, (piece) => {
    if (/^t$/i.test(piece)) return 'T'
    return /[a-z]/i.test(piece) ? String.raw`\d{${piece.length}}` : piece === '.' ? String.raw`\.` : piece
  })
  return { kind: 'matches', pattern: source } as const
})
const masked: Rule<Predicate> = map(
  seq(
    maybe(
      'in|in the|of the|of the form|formatted as|written as|format|in format|in the format|given as|of format|has format|a|as|in the form|stored as|date format|time format|format :|given in',
    ),
    mask,
    maybe('format|form|date format|time format|formatted|date|notation'),
  ),
  ([, test]) => tests(test),
)

/** A pattern as it is written, held against the whole value. */
const writtenPattern = token(({ kind, value, text }) => {
  if (kind === 'quoted' || kind === 'backtick') return { source: value, isGlob: false }
  if (kind !== 'pattern') return null
  const isGlob = /^[\w.-]*\*[\w.-]*$/.test(text) && !/^\^|\$$/.test(text)
  return { source: text, isGlob }
})
const patternNoun = maybe(
  'the pattern|pattern|the regex|regex|the regular expression|regular expression|the format|the regexp|the form|this pattern|a pattern like|: the regex|the pattern :|pattern :',
)
export const patterned: Rule<Predicate> = map(
  seq(patternNoun, writtenPattern),
  ([, { source, isGlob }], _, __, to) =>
    predicate((___, chart) => {
      const pattern = wholePattern(source)
      const slots = isGlob
        ? [
            slotOf('meaning', chart, to - 1, to, {
              options: [
                JSON.stringify(source.replaceAll('.', String.raw`\.`).replaceAll('*', '.*')),
                JSON.stringify(source),
              ],
            }),
          ]
        : []
      return [{ value: [{ kind: 'matches', pattern }], slots }]
    }),
)

/** A pattern that is held against the whole value: without its anchors, and open where it has only one of them. */
function wholePattern(source: string): string {
  const starts = source.startsWith('^')
  const ends = source.endsWith('$') && !source.endsWith(String.raw`\$`)
  const bare = source.slice(starts ? 1 : 0, ends ? -1 : undefined)
  if (starts === ends) return bare
  return starts ? `${bare}.*` : `.*${bare}`
}

/** How long a value is. */
const counts: Rule<readonly Limit<number>[]> = memo(
  alt(
    limitsOf(count, (low, high) => low > high),
    map(count, (amount) => [{ relation: 'eq' as const, amount, isBound: false }]),
  ),
)
const unit: Rule<Measure> = part('unit', words(measures))
const long = maybe('long|in length|in total|in size|of text|each|in it')
const afterUnit = words<Relation>([
  ['or more|or longer|minimum|at least|or above|min', 'gte'],
  ['or less|or fewer|or shorter|maximum|at most|or below|max', 'lte'],
])
const longer = words(longness)

export const measured: Rule<Predicate> = memo(
  alt(
    map(seq(maybe('only'), counts, unit, long), ([, limits, measure]) => lengths(limits, measure)),
    map(seq(count, unit, afterUnit), ([amount, measure, relation]) =>
      lengths([{ relation, amount, isBound: true }], measure),
    ),
    map(seq(longer, count, unit), ([relation, amount, measure]) =>
      lengths([{ relation, amount, isBound: false }], measure),
    ),
    map(seq(longer, count), ([relation, amount], _, __, to) =>
      predicate((field, chart) => [
        {
          value: [{ kind: 'compare', relation, value: amount, measure: 'characters' }],
          slots: [
            slotOf('unit', chart, to - 1, to, { options: [`${amount} characters`, `${amount} words`] }),
          ],
        },
      ]),
    ),
    map(
      seq(
        maybe('a|an'),
        count,
        said('-'),
        words(alphabets),
        maybe('number|code|string|value|identifier|id|token|sequence'),
      ),
      ([, amount, , letters], _, from, to) =>
        ofLetters([{ relation: 'eq', amount, isBound: true }], letters, { from, to }),
    ),
    map(seq(maybe('exactly|of'), counts, words(alphabets), long), ([, limits, letters], _, from, to) =>
      ofLetters(limits, letters, { from, to }),
    ),
  ),
)

/** `bbox has 4 numbers`: things of which only a list has several; that all of its items are counted is asked about. */
export const listed: Rule<Predicate> = map(seq(counts, said(listedThings)), ([limits], _, __, to) =>
  predicate((field, chart) => {
    const type = field.known?.type
    if (type !== undefined && type !== 'list') return []
    const slot = slotOf('unit', chart, to - 1, to, { options: ['items'] })
    return [{ value: lengthTests(limits, 'items'), slots: [slot] }]
  }),
)

function lengths(limits: readonly Limit<number>[], measure: Measure): Predicate {
  return predicate(
    (field) => {
      const type = field.known?.type
      const isList = type === 'list'
      if (type !== undefined && isList !== (measure === 'items')) return []
      if (type === undefined && measure !== 'items' && holdsLists(field)) return []
      return [{ value: lengthTests(limits, measure) }]
    },
    { isBound: limits.every(({ isBound }) => isBound), measure },
  )
}

/** One test for each limit, or one for both ends of a range. */
export function lengthTests(limits: readonly Limit<number>[], measure: Measure): readonly FieldTest[] {
  const [low, high] = limits
  if (low === undefined || high === undefined) {
    return limits.map(({ relation, amount }) => ({ kind: 'compare', relation, value: amount, measure }))
  }
  const min = low.amount + (low.relation === 'gt' ? 1 : 0)
  const max = high.amount - (high.relation === 'lt' ? 1 : 0)
  return [{ kind: 'length', measure, min, max }]
}

function ofLetters(limits: readonly Limit<number>[], letters: string, place: TokenRange): Predicate {
  const least = limits.find(({ relation }) => relation === 'gte' || relation === 'gt')
  const most = limits.find(({ relation }) => relation === 'lte' || relation === 'lt')
  const exact = limits.find(({ relation }) => relation === 'eq')
  const low = least === undefined ? 0 : least.amount + (least.relation === 'gt' ? 1 : 0)
  const high = most === undefined ? '' : String(most.amount - (most.relation === 'lt' ? 1 : 0))
  const times = exact === undefined ? `${low},${high}` : String(exact.amount)
  return predicate((field, chart) => {
    const digits = exact?.amount ?? 0
    const isNumber =
      field.known?.type === 'number' && letters === String.raw`\d` && digits > 1 && digits <= 15
    if (!isNumber) return [{ value: [{ kind: 'matches', pattern: `${letters}{${times}}` }] }]
    // A number has no digits before its first one, so that its digits are a range.
    const options = [`between ${10 ** (digits - 1)} and ${10 ** digits - 1}`]
    const { from, to } = place
    return [
      {
        value: [{ kind: 'compare', relation: 'gte', value: 10 ** (digits - 1) }],
        slots: [slotOf('meaning', chart, from, to, { options })],
      },
    ]
  })
}

const standard: Rule<Predicate> = map(words(standards), (all) => tests(...all))
export { form, masked, present, absent, unique, standard }
