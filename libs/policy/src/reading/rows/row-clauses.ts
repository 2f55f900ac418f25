import { valueFirst } from './value-first.ts'
import { alt, map, maybe, memo, opt, type Rule, said, seq } from '../chart.ts'
import { type Clause, rowClause } from '../demands/demands.ts'
import type { Demand } from '../demands/field-test.ts'
import { allFields, everyRow, markedList, tail } from '../nouns.ts'
import { conditional } from './conditions.ts'
import { denial, noneOfField, rejections } from './denials.ts'
import { fieldSentence, ofFields, optionalField, whenFieldGiven, whenGiven } from './field-sentences.ts'
import { duplicates, keys } from './keys.ts'
import { lengthSentence, sumSentence } from './lengths.ts'
import { nothingMissing, presence } from './presence.ts'
import { rowHas, validThing, valued } from './row-has.ts'

const rowSentence: Rule<Clause> = memo(
  alt(
    map(seq(everyRow, rowHas, tail), ([, demands]) => rowClause(demands)),
    map(seq(keys, tail), ([demands]) => rowClause(demands)),
    map(seq(duplicates, tail), ([demands]) => rowClause(demands)),
    map(seq(nothingMissing, tail), ([demands]) => rowClause(demands)),
    map(
      seq(
        opt(everyRow, false),
        maybe('must have|has|with|:|contains'),
        markedList,
        maybe('are required|are mandatory|required|must be present|must be filled in|is required'),
      ),
      ([, , fields]) => rowClause(presence(fields)),
    ),
    map(
      seq(
        maybe('required|mandatory|the required|the mandatory'),
        maybe('fields|columns'),
        said(':'),
        allFields,
      ),
      ([isRequired, isFields, , fields]) => (isRequired || isFields ? rowClause(presence(fields)) : null),
    ),
    map(seq(maybe('only|all'), validThing, maybe('only'), tail), ([, demands]) => rowClause(demands)),
  ),
)

/** What is demanded of each row by a sentence that another one narrows to a share of the rows. */
export const rowDemands: Rule<readonly Demand[]> = memo(
  alt(
    ofFields,
    map(seq(everyRow, rowHas), ([, demands]) => demands),
    rowHas,
    valued,
    keys,
  ),
)

/** All clauses about each row. */
export const rowClauses: Rule<Clause> = memo(
  alt(
    fieldSentence,
    valueFirst,
    whenGiven,
    whenFieldGiven,
    optionalField,
    lengthSentence,
    sumSentence,
    rowSentence,
    denial,
    rejections,
    noneOfField,
    conditional,
  ),
)
