import { being } from '../../lexicon/modals.ts'
import { reachableWords } from '../../lexicon/verbs.ts'
import {
  alt,
  expand,
  map,
  maybe,
  memo,
  part,
  said,
  seq,
  token,
  words,
  type Outcome,
  type Rule,
} from '../chart.ts'
import { type Clause, gate, rowClause } from '../demands/demands.ts'
import { statusCheck } from '../demands/field-test.ts'
import { oneField, slotOf } from '../nouns.ts'
import { answering, status } from '../predicates/statuses.ts'

const be = words(being)
/** `https://example.com/a returns 200`. */
const address = part(
  'value',
  token(({ kind, value }) => (kind === 'url' ? value : null)),
)
export const addresses: Rule<Clause> = memo(
  alt(
    map(
      seq(
        said('the link|the url|the submitted link|the submitted url|the delivered link|link|url'),
        said('is|must be|should be'),
        said('a valid'),
        maybe('https'),
        said('url|link|web address'),
      ),
      ([noun, , , isSecure], chart, at) =>
        noun &&
        chart.index.named(chart.tokens[at + (chart.tokens[at]?.folded === 'the' ? 1 : 0)]?.text ?? '')
          .length === 0
          ? gate({ checker: 'url_format', ...(isSecure && { schemes: ['https'] }) })
          : null,
    ),
    map(
      seq(
        words([
          ['', null],
          ['get|a get request to|get request to|get to', 'GET'],
          ['head', 'HEAD'],
          [
            'the url|the page|the link|the endpoint|the site|url|link|page|endpoint|a request to|requests to',
            null,
          ],
        ] as const),
        address,
        answering,
        status,
      ),
      ([, url, isAffirmed, expected]) => (isAffirmed ? gate(statusCheck({ url }, { expected })) : null),
    ),
    expand(
      seq(maybe('the url|the page|the link|the site|url|link'), address, be, said(reachableWords)),
      ([, url, isAffirmed], chart, _, to): readonly Outcome<Clause>[] => {
        if (!isAffirmed) return []
        const start =
          chart.tokens.findIndex(({ kind, value }, index) => index < to && kind === 'url' && value === url) +
          1
        return [
          {
            value: gate(statusCheck({ url }, { expected: 200 })),
            slots: [slotOf('meaning', chart, start, to, { options: ['returns 200'] })],
          },
        ]
      },
    ),
    map(
      seq(
        said(
          'every url in|each url in|all urls in|every link in|all links in|urls in|each link in|every address in|each address in|all addresses in|every url in the|links in|the url in',
        ),
        oneField,
        answering,
        status,
      ),
      ([, field, isAffirmed, expected]) =>
        isAffirmed ? rowClause([{ on: 'field', field, test: { kind: 'status', expected } }]) : null,
    ),
    map(
      seq(
        said(
          'every url in|each url in|all urls in|every link in|all links in|urls in|each address in|every address in',
        ),
        oneField,
        be,
        said('a|'),
        said('valid url|valid'),
      ),
      ([, field, isAffirmed]) =>
        isAffirmed ? rowClause([{ on: 'field', field, test: { kind: 'url', schemes: null } }]) : null,
    ),
  ),
)
