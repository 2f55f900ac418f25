import { noneOf, notAccepted } from '../../lexicon/negations.ts'
import { duplicateNouns, ignoringCase, repeatedWords } from '../../lexicon/uniqueness.ts'
import { alt, expand, map, maybe, memo, opt, type Outcome, type Rule, said, seq, where } from '../chart.ts'
import type { Demand, FieldRef } from '../demands/field-test.ts'
import { unknownRow, allFields, everyRow, oneField, rowNoun, slashedFields, slotOf } from '../nouns.ts'

export const none = said(noneOf)

/** Several fields that are one key. */
const togetherWords = said(
  'the combination of|combination of|each combination of|every combination of|the pair of|the pair|combinations of|the combinations of|all combinations of|the combination|the tuple|any combination of',
)

const pair: Rule<readonly FieldRef[]> = alt(
  map(seq(togetherWords, maybe('('), allFields, maybe(')')), ([, , fields]) => fields),
  map(seq(said('('), allFields, said(')')), ([, fields]) => (fields.length > 1 ? fields : null)),
)

const isUnique = said(
  'is unique|are unique|must be unique|should be unique|has to be unique|need to be unique|needs to be unique|unique|is distinct|must be distinct|must not repeat|is never repeated|must not be repeated|appears only once|appears at most once|occurs only once|may not repeat|must appear only once|does not repeat|have to be unique|shall be unique|must occur only once|appears once',
)

const perWords = said(
  'per|within each|within a|for each|within|in each|for every|per each|in combination with|together with|within every|across each|by',
)

const key = (fields: readonly FieldRef[], ignoresCase: boolean, maxRateBp = 0): Demand => ({
  on: 'key',
  fields,
  ignoresCase,
  maxRateBp,
})

const folded = opt(said(ignoringCase), false as const)

export const keys: Rule<readonly Demand[]> = memo(
  alt(
    map(seq(pair, isUnique, folded), ([fields, , ignores]) =>
      fields.length < 2 ? null : [key(fields, ignores)],
    ),
    map(
      seq(
        allFields,
        maybe('is|are|must be|should be|has to be|have to be|needs to be|need to be'),
        said('unique|distinct'),
        perWords,
        allFields,
        folded,
      ),
      ([a, , , , b, ignores]) =>
        a.some(({ name }) => b.some((other) => other.name === name)) ? null : [key([...a, ...b], ignores)],
    ),
    map(
      seq(
        allFields,
        maybe('is|are|must be|should be|have to be'),
        said(
          'unique together|unique in combination|unique as a pair|jointly unique|together unique|unique as a combination',
        ),
        folded,
      ),
      ([fields, , , ignores]) => [key(fields, ignores)],
    ),
  ),
)

/** `no duplicates by email`, and what else says it. */
const byWords = said(
  'by|on|in|for|based on|according to|with the same|of|with respect to|in terms of|per|in field|in the field|keyed by|in column|in the column|as to|regarding|at',
)

const byKey: Rule<{ readonly fields: readonly FieldRef[]; readonly isKey: boolean }> = alt(
  map(seq(byWords, allFields), ([, fields]) => ({ fields, isKey: true })),
  map(seq(opt(byWords, false), alt(pair, slashedFields)), ([, fields]) => ({ fields, isKey: true })),
  map(allFields, (fields) => ({ fields, isKey: fields.length === 1 })),
)

/** `no duplicates`: the key stays open. */
const openKey: Rule<{ readonly fields: readonly FieldRef[]; readonly isKey: boolean }> = expand(
  where(() => true),
  (_, chart, at): readonly Outcome<{ readonly fields: readonly FieldRef[]; readonly isKey: boolean }>[] => [
    {
      value: { fields: [{ name: 'key', known: null }], isKey: true },
      slots: [
        slotOf('field', chart, at, at, {
          noun: 'duplicates',
          options: chart.circumstances.fields.map(({ name }) => `by ${JSON.stringify(name)}`),
        }),
      ],
    },
  ],
)

const sameWords = 'the same|a|an identical|identical|equal|the exact same'
const repeated = said(duplicateNouns)

/** What a row is called; where a field has the same name, it is not told which of them is meant. */
const otherThanField: Rule<true> = (chart, at) =>
  rowNoun(chart, at).filter(({ end }) => chart.index.named(chart.words(at, end)).length === 0)

export const duplicates: Rule<readonly Demand[]> = memo(
  alt(
    expand(
      seq(
        none,
        repeated,
        opt(otherThanField, false),
        alt(byKey, openKey),
        opt(said('are allowed|is allowed|allowed|are permitted|exist'), false),
        folded,
      ),
      ([, , , by, , ignores]) => keyOrEach(by, ignores),
    ),
    expand(
      seq(repeated, opt(otherThanField, false), byKey, said(notAccepted), folded),
      ([, , by, , ignores]) => keyOrEach(by, ignores),
    ),
    expand(
      seq(
        said('no two'),
        alt(rowNoun, unknownRow),
        maybe('may|should|can|must|shall|are allowed to|ever'),
        alt(
          map(seq(said('share|sharing'), opt(said(sameWords), false)), () => true),
          map(seq(said('have|with|contain|having|use|has'), said(sameWords)), () => true),
        ),
        allFields,
        folded,
      ),
      ([, , , , fields, ignores]) => [{ value: [key(fields, ignores)] }],
    ),
    expand(
      seq(
        maybe('at most|no more than|not more than|exactly|only|just|max|maximum|a maximum of'),
        said('one|1'),
        alt(otherThanField, unknownRow),
        said('per|for each|for every|per each'),
        allFields,
        folded,
      ),
      ([, , , , fields, ignores]) => [{ value: [key(fields, ignores)] }],
    ),
    expand(
      seq(
        said('two'),
        rowNoun,
        said('must not|may not|cannot|should not|must never|can never'),
        said('share|have'),
        said('the same|an identical'),
        allFields,
        folded,
      ),
      ([, , , , , fields, ignores]) => [{ value: [key(fields, ignores)] }],
    ),
    expand(
      seq(
        opt(everyRow, false),
        maybe('is|are|must be|should be|have to be'),
        said(
          'deduplicated by|de-duplicated by|deduplicated on|unique by|unique on|distinct by|deduped by|deduplicated using|de-duped by|deduplicate by|dedupe by|dedupe on|deduplicate on|deduped on|dedup by|dedup on|unique in',
        ),
        allFields,
        folded,
      ),
      ([, , , fields, ignores]) => [{ value: [key(fields, ignores)] }],
    ),
    expand(
      seq(
        opt(everyRow, false),
        said(
          'has a unique|have a unique|have unique|must have a unique|should have a unique|must have unique|has its own|needs a unique|needs to have a unique|have distinct|with a unique|with unique|must have a distinct|has a distinct|should have unique|must have different',
        ),
        allFields,
        folded,
      ),
      ([, , fields, ignores]) => keyOrEach({ fields, isKey: fields.length === 1 }, ignores),
    ),
    expand(
      seq(maybe('only|with|all'), said('unique|distinct|different'), allFields, maybe('only'), folded),
      ([, , fields, , ignores]) => keyOrEach({ fields, isKey: fields.length === 1 }, ignores),
    ),
    expand(
      seq(
        said('no'),
        oneField,
        said(
          `is ${repeatedWords.split('|').join('|is ')}|appears more than once|appears twice|occurs twice|occurs more than once|is used twice|may appear twice|is used more than once|may repeat|repeats|twice|may be repeated|may appear more than once|more than once|should appear more than once|should appear twice|must appear more than once`,
        ),
      ),
      ([, field]) => [{ value: [key([field], false)] }],
    ),
  ),
)

function keyOrEach(
  { fields, isKey }: { readonly fields: readonly FieldRef[]; readonly isKey: boolean },
  ignores: boolean,
): readonly Outcome<readonly Demand[]>[] {
  const together: Outcome<readonly Demand[]> = { value: [key(fields, ignores)] }
  return isKey ? [together] : [{ value: fields.map((field) => key([field], ignores)) }, together]
}
