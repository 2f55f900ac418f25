import { alt, memo, type Rule } from './chart.ts'
import type { Clause } from './demands/demands.ts'
import { addresses } from './gates/addresses.ts'
import { aggregateClause } from './gates/aggregates.ts'
import { deadlines } from './gates/deadlines.ts'
import { digests } from './gates/digests.ts'
import { documentLength, documentPhrases } from './gates/documents.ts'
import { rowCounts } from './gates/row-counts.ts'
import { duplicateShares, shares } from './gates/shares.ts'

/** All clauses about the delivery as a whole. */
export const gateClauses: Rule<Clause> = memo(
  alt(
    rowCounts,
    documentLength,
    documentPhrases,
    shares,
    duplicateShares,
    aggregateClause,
    addresses,
    digests,
    deadlines,
  ),
)
