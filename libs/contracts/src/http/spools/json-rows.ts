import { isJsonObject, type JsonObject } from '@outturn/canonical'
import { z } from 'zod'
import { sentName } from '../../errors/issue-words.ts'

function firstBadRow(rows: readonly unknown[]): number {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return i
  }
  return -1
}

function notAList(sent: unknown): string {
  const wanted = 'must be a list of rows, each a JSON object'
  if (sent === undefined) return wanted
  const isWrapped = typeof sent === 'object' && sent !== null
  const member = isWrapped
    ? Object.entries(sent).find(([, value]) => Array.isArray(value) && value.every(isJsonObject))?.[0]
    : undefined
  if (member !== undefined) {
    return `${wanted}, and an object was sent whose member "${member.slice(0, 40)}" is such a list: send that list itself`
  }
  const itself = typeof sent === 'string' ? '; send the list itself, without quotes around it' : ''
  return `${wanted}, and ${sentName(sent)} was sent${itself}`
}

/**
 * At most 50 000 JSON objects, kept as they were parsed. The rows are looked at, not copied: they
 * come from the strict parser, and a copy of 50 000 rows would cost more than judging them.
 */
export const JsonRows = z
  .custom<readonly JsonObject[]>((value) => Array.isArray(value), {
    error: ({ input }) => notAList(input),
  })
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
        message: `each row must be a JSON object, such as {"email": "a@example.com"}, and ${sentName(rows[bad])} was sent`,
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
