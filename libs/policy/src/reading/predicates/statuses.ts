import { list, map, maybe, memo, type Rule, said, seq, token } from '../chart.ts'
import { slotOf } from '../nouns.ts'
import { type Predicate, predicate } from './predicate.ts'
import { tests, verb } from './verb.ts'

/** A status of HTTP, or several. */
export const status: Rule<number | readonly number[] | string> = memo(
  map(
    seq(
      maybe(
        'status|status code|http|http status|a status of|code|with status|with|an http status of|http status code|a|a status code of|the status|the status code|a status|http code|with a|with http',
      ),
      list(
        token(({ kind, value, folded }) =>
          kind === 'number' && /^[1-5]\d\d$/.test(value)
            ? Number(value)
            : /^[1-5]xx$/.test(folded)
              ? folded
              : null,
        ),
        said(', or|,|or|/'),
        10,
      ),
      maybe('status|ok|status code|response|responses|code|status codes'),
    ),
    ([, codes]) => {
      const [only] = codes
      if (only !== undefined && codes.length === 1) return only
      const numbers = codes.filter((one) => typeof one === 'number')
      return numbers.length === codes.length ? numbers : null
    },
  ),
)

export const answering: Rule<boolean> = verb('answer')

export const answered: Rule<Predicate> = map(seq(answering, status), ([isAffirmed, expected]) =>
  isAffirmed ? tests({ kind: 'status', expected }) : null,
)

export const works: Rule<Predicate> = map(
  said(
    'works|work|resolves|resolve|loads|load|must work|must resolve|should work|must load|opens|should load|should resolve',
  ),
  (_, __, from, to) =>
    predicate((___, chart) => [
      {
        value: [{ kind: 'status', expected: 200 }],
        slots: [slotOf('meaning', chart, from, to, { options: ['returns 200'] })],
      },
    ]),
)
