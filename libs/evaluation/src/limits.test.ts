import { expect, test } from 'vitest'
import { endOfCell, limitCells } from './testing/limit-cells.ts'

const cells = limitCells({ rows: [1, 300], conditions: [1, 30], reasons: [1, 10] })

test.each(cells)(
  '$rows rows, $conditions conditions of $kind with $reasons reasons: one verdict, within what was estimated',
  (cell) => {
    const { end, outcomeBytes, estimatedBytes, uncovered } = endOfCell(cell)
    expect(end).toBe('judged')
    expect(uncovered).toBe(0)
    // Beside the leaves, an outcome lists a thousand rejections.
    expect(outcomeBytes).toBeLessThanOrEqual(estimatedBytes + 100_000)
  },
)
