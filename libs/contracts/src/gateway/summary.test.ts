import { expect, test } from 'vitest'
import { z } from 'zod'
import { summarySchema } from './summary.ts'

const receipt = z.strictObject({ id: z.string(), unit_results: z.array(z.string()).describe('Results.') })
const full = z
  .strictObject({
    receipt: receipt.nullable().describe('The receipt.'),
    terms: z.array(z.strictObject({ id: z.string(), text: z.string() })),
    rejections: z.array(z.string()),
    note: z.string(),
  })
  .meta({ id: 'FullOfSummaryTest' })
const short = summarySchema(full)
const answer = {
  receipt: { id: 'ocr_1' },
  terms: [{ id: 'term_1' }],
  rejections: [],
  note: 'kept',
  left_out: ['receipt.unit_results', 'terms[].text'],
}

test('long parts may be missing from a summary, and are named', () => {
  expect(full.safeParse(answer).success).toBe(false)
  expect(short.parse(answer)).toEqual(answer)
  expect(short.parse({ ...answer, receipt: null })).toMatchObject({ receipt: null })
})

test('everything else of a summary is as in the full answer', () => {
  const { note: _, ...withoutNote } = answer
  expect(short.safeParse(withoutNote).success).toBe(false)
  expect(short.safeParse({ ...answer, more: 1 }).success).toBe(false)
  expect(short.safeParse({ ...answer, receipt: { unit_results: [] } }).success).toBe(false)
})

test('the items of a list are shortened too, and a union has a summary of each of its kinds', () => {
  const list = summarySchema(z.strictObject({ data: z.array(full) }))
  const { left_out: leftOut, ...item } = answer
  expect(list.safeParse({ data: [item], left_out: leftOut }).success).toBe(true)
  const other = z.strictObject({ kind: z.literal('other') })
  expect(summarySchema(z.union([full, other])).safeParse(answer).success).toBe(true)
})

test('descriptions stay, and a named schema has a name of its own', () => {
  const { shape } = short as z.ZodObject
  expect((shape['receipt'] as z.ZodType).description).toBe('The receipt.')
  expect((shape['left_out'] as z.ZodType).description).toBeDefined()
  expect(short.meta()?.id).toBe('FullOfSummaryTestSummary')
})
