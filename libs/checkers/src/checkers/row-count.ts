import { z } from 'zod'
import { type CheckInput, wrongEvidenceType } from '../check-input.ts'
import { type CheckResult, gateFailed, gatePassed } from '../check-result.ts'
import { defineChecker } from '../define-checker.ts'
import { readCount, rowNoun } from '../phrases.ts'
import { rowCountOf } from '../sentence.ts'

const subject = String.raw`(?:the |a )?(?:dataset|data set|data|delivery|deliverable|file|list|table|spreadsheet|result)`
const count = String.raw`(?<count>\d{1,3}(?:,\d{3})+|\d{1,15})`

/**
 * The dataset has exactly the expected number of rows. On a unitized Spool a shortfall costs only the units
 * without a row, which the unit layout fails; surplus rows fail the whole delivery.
 */
export const rowCount = defineChecker(
  'row_count',
  { expected: z.int().min(0) },
  {},
  {
    findProblem: () => null,
    appliesPerUnit: () => false,
    judgedPart: () => 'rows',
    countsMissingRows: true,
    work: () => 1,
    describe: ({ expected }) => `there are exactly ${expected} rows`,
    topic: { words: /\b(?:rows?|records?|entries|count|\d+)\b/i, rank: 1 },
    forms: [
      {
        example: 'exactly 50 rows',
        wording: `(?:(?:${subject} )?(?:has|have|contains|contain|with|of|there are|must have|must contain|should have|should contain|to have|to contain) )?(?:exactly |precisely |a total of )?${count} ${rowNoun}(?: exactly| precisely| in total| total| altogether| of data| in (?:${subject}))?|(?:the )?(?:number of ${rowNoun}|${rowNoun} count|total ${rowNoun})(?: (?:is|must be|should be|equals)| =|:) (?:exactly )?(?<sum>\\d{1,3}(?:,\\d{3})+|\\d{1,15})|row count (?:is|equals|=) (?:exactly )?(?<total>\\d{1,15})`,
        read: (parts) => {
          const expected = readCount(parts.count ?? parts.sum ?? parts.total ?? '')
          return expected === null ? null : { checker: 'row_count', expected }
        },
      },
    ],
    judge: ({ expected }, input) => judge(expected, input),
  },
)

function judge(expected: number, { rows, units }: CheckInput): CheckResult {
  if (rows === null) return wrongEvidenceType('a dataset')
  const actual = rows.length
  const sentence = `expected ${rowCountOf(expected)}, got ${actual}`
  if (actual > expected) return gateFailed('surplus_rows', sentence)
  if (units !== null && units.surplusRows > 0) {
    return gateFailed('surplus_rows', `${rowCountOf(units.surplusRows)} beyond the agreed units`)
  }
  if (actual === expected) return gatePassed(sentence)
  if (units === null || actual >= units.total) return gateFailed('missing_row', sentence)
  return { kind: 'rows', verdicts: new Uint8Array(actual), findings: new Map(), reason: sentence }
}
