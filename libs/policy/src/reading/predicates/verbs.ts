import { unlessGiven } from '../../lexicon/presence.ts'
import { alt, map, maybe, memo, type Rule, said, seq } from '../chart.ts'
import { affixed, matched } from './affixes.ts'
import { bounded } from './bounded.ts'
import { compared } from './comparisons.ts'
import { had } from './had.ts'
import { contained } from './phrases.ts'
import { orEmpty, type Predicate } from './predicate.ts'
import { measured } from './qualities.ts'
import { sequenced } from './sequences.ts'
import { equalities, equalNumber, filledOtherwise, states, valuesPredicate } from './states.ts'
import { answered, works } from './statuses.ts'
import { jsonItems, listedValues, type SaidValue, someValues } from './values.ts'

export const bare: Rule<Predicate> = memo(
  alt(
    states,
    filledOtherwise,
    equalities,
    bounded,
    matched,
    affixed,
    contained,
    had,
    sequenced,
    answered,
    works,
  ),
)

/** All that can be said of a field, with `or empty` after it. */
export const saidOfField: Rule<Predicate> = memo(
  alt(
    bare,
    map(seq(bare, said(unlessGiven)), ([one]) => orEmpty(one)),
  ),
)

/** A bare word that only stands beside a field is not sure to be a value of it: `all rows have status again`. */
function asOpen(one: SaidValue): SaidValue {
  return one.isBare ? { ...one, isOpen: true } : one
}

/** What a row is said to have in a field: the name is followed by a value or a comparison. */
export const valueOfField: Rule<Predicate> = memo(
  alt(
    compared,
    measured,
    map(seq(said('with|of|having'), measured), ([, one]) => one),
    map(alt(someValues, jsonItems), (items) => valuesPredicate(items.map(asOpen))),
    map(listedValues, valuesPredicate),
    map(seq(said('of|set to|equal to|=|:'), someValues), ([, items]) => valuesPredicate(items)),
    map(seq(maybe('of'), equalNumber), ([, one]) => one),
    states,
    affixed,
    matched,
    equalities,
  ),
)
