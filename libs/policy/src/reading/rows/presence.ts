import { notAccepted } from '../../lexicon/negations.ts'
import { missingAdjectives, missingThings } from '../../lexicon/presence.ts'
import { alt, expand, list, map, memo, type Outcome, type Rule, said, seq } from '../chart.ts'
import type { Demand, FieldRef } from '../demands/field-test.ts'
import { noFields, oneField, rowNoun, slotOf } from '../nouns.ts'
import { none } from './keys.ts'

export const presence = (fields: readonly FieldRef[]): readonly Demand[] => [
  { on: 'fields', fields, atLeast: null },
]

const missingAfter = said(
  'missing|empty|blank|null|is missing|are missing|is empty|is blank|may be missing|may be empty|may be blank|should be missing|should be empty|can be missing|can be empty|is null|are empty|are blank|left blank|left empty|may be null|can be null|can be blank|should be blank|should be null|must be missing|must be empty',
)

const neither: Rule<readonly Demand[]> = map(
  seq(
    said('neither'),
    oneField,
    list(
      map(seq(said('nor|, nor|or|and'), oneField), ([, field]) => field),
      said(''),
    ),
    said('may be|is|can be|should be|must be|are|is allowed to be|may ever be'),
    said('empty|blank|missing|null|absent|left blank|left empty'),
  ),
  ([, first, others]) => presence([first, ...others]),
)

/** That nothing is missing. */
export const nothingMissing: Rule<readonly Demand[]> = memo(
  alt(
    neither,
    map(
      seq(
        said(`${missingThings}|empty|blank|missing|an empty value|a null value|null values|a blank value`),
        said(
          'is not allowed in|are not allowed in|not allowed in|is forbidden in|are forbidden in|is not permitted in|are not permitted in|is not acceptable in|are not acceptable in|is not accepted in|are not accepted in|is not allowed for|are not allowed for|is not ok in|are prohibited in|must not appear in|must not occur in',
        ),
        noFields,
      ),
      ([, , fields]) => presence(fields),
    ),
    map(seq(none, said(missingAdjectives), noFields), ([, , fields]) => presence(fields)),
    map(
      seq(
        none,
        said(missingThings),
        said(
          'in|for|of|in field|in the field|in column|among|in columns|in fields|at|in the columns|in the fields|within',
        ),
        noFields,
      ),
      ([, , , fields]) => presence(fields),
    ),
    map(seq(said('no'), oneField, missingAfter), ([, field]) => presence([field])),
    map(
      seq(
        said('no|none of the|not a single'),
        rowNoun,
        said(
          'is missing|are missing|may be missing|is without|are without|without|may lack|lacks|lack|missing|should be missing|should lack|has no|have no|may be without|with no|with missing|has an empty|has a blank|with an empty|with empty|has a missing|may have an empty|has empty|with blank|with a blank|with a missing|may miss',
        ),
        noFields,
      ),
      ([, , , fields]) => presence(fields),
    ),
    map(seq(said(missingAdjectives), noFields, said(notAccepted)), ([, fields]) => presence(fields)),
    expand(seq(none, said(missingThings)), (_, chart, __, to): readonly Outcome<readonly Demand[]>[] => [
      {
        value: presence([{ name: 'field', known: null }]),
        slots: [
          slotOf('field', chart, to, to, {
            noun: 'missing values',
            options: chart.circumstances.fields.map(({ name }) => `in ${JSON.stringify(name)}`),
          }),
        ],
      },
    ]),
  ),
)
