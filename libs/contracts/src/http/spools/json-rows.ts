import type { JsonObject } from '@outturn/canonical'
import { z } from 'zod'

function firstBadRow(rows: readonly unknown[]): number {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return i
  }
  return -1
}

/**
 * At most 50 000 JSON objects, kept as they were parsed. The rows are looked at, not copied: they
 * come from the strict parser, and a copy of 50 000 rows would cost more than judging them.
 */
export const JsonRows = z
  .custom<readonly JsonObject[]>(
    (value) => Array.isArray(value),
    'must be a list of rows, each a JSON object',
  )
  .superRefine((rows, context) => {
    if (rows.length > 50_000) {
      context.addIssue({
        code: 'too_big',
        maximum: 50_000,
        origin: 'array',
        input: rows,
        message: 'at most 50000 rows',
      })
      return
    }
    const bad = firstBadRow(rows)
    if (bad >= 0) {
      context.addIssue({
        code: 'custom',
        path: [bad],
        message: 'each row must be a JSON object',
        input: rows[bad],
      })
    }
  })
  .meta({
    id: 'JsonRows',
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    maxItems: 50_000,
  })
