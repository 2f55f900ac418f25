import type { DeterministicCheck } from '@outturn/checkers'
import { documentContains, documentHas, documentLacks, documentNouns } from '../../lexicon/documents.ts'
import { measures } from '../../lexicon/measures.ts'
import { alt, map, maybe, memo, opt, part, said, seq, words, type Rule } from '../chart.ts'
import type { Limit } from '../predicates/comparisons.ts'
import { type Clause, gate } from '../demands/demands.ts'
import { phrasesCheck } from '../demands/field-test.ts'
import { count } from '../predicates/quantities.ts'
import { phrases } from '../predicates/phrases.ts'
import { amounts, boundsOf } from './row-counts.ts'

/** `at least 800 words`: the length of a delivered text. */
const documentNoun = said(documentNouns)
const document: Rule<boolean> = (chart, at) =>
  documentRule(chart, at).filter(
    ({ end }) => chart.index.named(chart.tokens[end - 1]?.text ?? '').length === 0,
  )
const documentRule: Rule<boolean> = map(
  seq(
    maybe(
      'the|a|an|this|each|every|your|our|its|whole|entire|the full|the whole|the entire|full|final|the final',
    ),
    documentNoun,
  ),
  () => true,
)
const lengthUnit = part('unit', words(measures.filter(([, measure]) => measure !== 'items')))
export const documentLength: Rule<Clause> = memo(
  alt(
    map(
      seq(
        opt(document, false),
        opt(said(documentHas), false),
        amounts,
        lengthUnit,
        maybe('long|in length|in total|of text|total|or more|minimum|maximum|overall'),
      ),
      ([, , limits, measure], chart, _, end) => {
        const last = chart.tokens[end - 1]?.folded
        const turned = last === 'more' || last === 'minimum' ? 'gte' : last === 'maximum' ? 'lte' : null
        return lengthCheck(
          turned === null
            ? limits
            : limits.map((one) => (one.relation === 'eq' ? { ...one, relation: turned } : one)),
          measure,
        )
      },
    ),
    map(
      seq(
        opt(document, false),
        maybe('is|must be|should be'),
        words([
          ['no longer than|not longer than|no more than', 'lte'],
          ['no shorter than|not shorter than', 'gte'],
          ['longer than', 'gt'],
          ['shorter than', 'lt'],
        ] as const),
        count,
        lengthUnit,
      ),
      ([, , relation, amount, measure]) => lengthCheck([{ relation, amount, isBound: true }], measure),
    ),
    map(
      seq(
        opt(document, false),
        said(
          'must not exceed|may not exceed|does not exceed|should not exceed|not exceeding|cannot exceed|is not to exceed',
        ),
        count,
        lengthUnit,
      ),
      ([, , amount, measure]) => lengthCheck([{ relation: 'lte', amount, isBound: true }], measure),
    ),
    map(
      seq(
        said('word count|length|the word count|words'),
        maybe(':|is|must be|should be|of'),
        amounts,
        maybe('words'),
      ),
      ([, , limits], chart, at) =>
        chart.tokens[at]?.folded === 'length' ? null : lengthCheck(limits, 'words'),
    ),
  ),
)

function lengthCheck(limits: readonly Limit<number>[], measure: string): Clause | null {
  const bounds = boundsOf(limits)
  if (bounds === null) return null
  const { min, max } = bounds
  return gate({
    checker: 'json_path',
    path: '$',
    scope: 'document',
    measure,
    ...(min !== null && { min }),
    ...(max !== null && { max }),
  } as unknown as DeterministicCheck)
}

/** `text contains "a" or "b"`, `do not mention "c"`. */
export const documentPhrases: Rule<Clause> = memo(
  alt(
    map(
      seq(
        opt(document, false),
        maybe('it'),
        said(documentContains),
        phrases,
        said('and not|, and not|but not|, but not|, not|not|, not the word|and never'),
        phrases,
      ),
      ([, , , wanted, , forbidden]) => ({
        ...gate(phrasesCheck({ which: wanted.joint === 'or' ? 'any' : 'all', phrases: wanted.phrases })),
        checks: [
          phrasesCheck({ which: wanted.joint === 'or' ? 'any' : 'all', phrases: wanted.phrases }),
          phrasesCheck({ which: 'none', phrases: forbidden.phrases }),
        ],
      }),
    ),
    map(seq(opt(document, false), maybe('it'), said(documentContains), phrases), ([, , , all]) =>
      gate(phrasesCheck({ which: all.joint === 'or' ? 'any' : 'all', phrases: all.phrases })),
    ),
    map(
      seq(
        opt(document, false),
        maybe('it'),
        said(documentLacks),
        maybe('any of|any|mention of|use of|the use of'),
        phrases,
      ),
      ([, , , , all]) => gate(phrasesCheck({ which: 'none', phrases: all.phrases })),
    ),
    map(
      seq(
        phrases,
        said(
          'must appear|appears|has to appear|must be mentioned|must be included|must be present|should appear|is mentioned|must occur',
        ),
        opt(
          map(seq(said('in'), document), () => true),
          false,
        ),
      ),
      ([all]) => gate(phrasesCheck({ which: all.joint === 'or' ? 'any' : 'all', phrases: all.phrases })),
    ),
    map(
      seq(
        phrases,
        said(
          'must not appear|may not appear|should not appear|must never appear|is not mentioned|must not be mentioned|must not be used|must not occur|is forbidden|are forbidden|is not allowed',
        ),
        opt(
          map(seq(said('in|anywhere in'), document), () => true),
          false,
        ),
      ),
      ([all]) => gate(phrasesCheck({ which: 'none', phrases: all.phrases })),
    ),
    map(seq(said('no'), phrases, said('in|anywhere in|in any part of'), document), ([, all]) =>
      gate(phrasesCheck({ which: 'none', phrases: all.phrases })),
    ),
  ),
)
