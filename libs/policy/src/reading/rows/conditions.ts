import { conditionWords, leadingConditions } from '../../lexicon/negations.ts'
import { alt, map, maybe, memo, type Rule, said, seq } from '../chart.ts'
import { type Clause, filteredClause } from '../demands/demands.ts'
import type { Demand } from '../demands/field-test.ts'
import { everyRow, rowNoun, tail } from '../nouns.ts'
import { ofFields } from './field-sentences.ts'
import { rowHas, valued } from './row-has.ts'

/** `if status is paid, paid_at must be set`. */
export const condition: Rule<readonly Demand[]> = memo(
  alt(
    ofFields,
    valued,
    map(seq(maybe('the'), rowNoun, said('has|have|is in|with'), alt(valued)), ([, , , demands]) => demands),
  ),
)

const consequence: Rule<readonly Demand[]> = memo(
  alt(
    ofFields,
    map(seq(everyRow, rowHas), ([, demands]) => demands),
    map(seq(maybe('it|the row|the'), rowHas), ([, demands]) => demands),
  ),
)

export const conditional: Rule<Clause> = memo(
  alt(
    map(
      seq(said(leadingConditions), condition, maybe(', then|,|then|: |:'), consequence, tail),
      ([, given, , demands]) => filteredClause(demands, given),
    ),
    map(seq(alt(consequence), said(conditionWords), condition), ([demands, , given]) =>
      filteredClause(demands, given),
    ),
  ),
)
