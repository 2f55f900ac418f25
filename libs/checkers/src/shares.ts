import { z } from 'zod'
import { type CheckInput, unitRowTest } from './check-input.ts'
import { type CheckResult, gateFailed, gatePassed, tally, undecided } from './check-result.ts'
import type { ParameterProblem } from './define-checker.ts'
import { besideClaim, claimOf } from './claims.ts'
import { problem } from './parameters.ts'
import { rowsThat } from './sentence.ts'
import type { ValueRules } from './value-rules.ts'

/** The share of rows that must pass, in hundredths of a percent: with it a check judges the delivery as a whole. */
export const shareParameters = {
  min_share_bp: z
    .int()
    .min(0)
    .max(10_000)
    .exactOptional()
    .meta({
      description:
        'Minimum share of rows that must pass, in hundredths of a percent: `9500` is 95%. The check then decides on the delivery as a whole, not on each row.',
      examples: [9_500],
    }),
  share_exclusive: z
    .boolean()
    .exactOptional()
    .describe('True if the share must be greater than `min_share_bp`, not only equal. Default: `false`.'),
}

interface Share {
  readonly min_share_bp?: number
  readonly share_exclusive?: boolean
}

/** Finds a share that means nothing; `judgesRows` is false of a check that has no rows to count. */
export function findShareProblem(
  { min_share_bp: share, share_exclusive: exclusive }: Share,
  judgesRows: boolean,
  forRows: string,
): ParameterProblem | null {
  if (share === undefined) {
    return exclusive === undefined
      ? null
      : problem('share_exclusive', 'needs min_share_bp: send the share of rows too, such as 9500 for 95%')
  }
  if (!judgesRows) return problem('min_share_bp', `counts rows: ${forRows}, or leave min_share_bp out`)
  if (share === 0 && exclusive !== true)
    return problem('min_share_bp', 'must be at least 1, because every delivery has a share of 0')
  if (share === 10_000 && exclusive === true) {
    return problem(
      'share_exclusive',
      'must be left out with min_share_bp 10000, because no delivery has more than all of its rows',
    )
  }
  return null
}

/** The gate that a share of passing rows makes; a check without one keeps the verdict of each row. */
export function judgeShare<Check extends Share>(
  check: Check,
  describe: (check: Check) => string,
  result: CheckResult,
  { units }: Pick<CheckInput, 'units'>,
  rules: ValueRules,
): CheckResult {
  const { min_share_bp: basisPoints, share_exclusive: isExclusive = false } = check
  if (basisPoints === undefined || result.kind !== 'rows') return result
  const isUnit = unitRowTest(units, rules)
  const counted = isUnit === null ? result.verdicts : result.verdicts.filter((_, index) => isUnit(index))
  const { total, passed, uncertain } = tally(counted)
  const holds = (rows: number) => {
    const difference = rows * 10_000 - basisPoints * total
    return isExclusive ? difference > 0 : difference >= 0
  }
  const words = besideClaim(rowsThat(passed, total, 'passes', 'pass'), claimOf(check, describe))
  if (total > 0 && holds(passed)) return gatePassed(words)
  if (total > 0 && holds(passed + uncertain)) return undecided('path_limit_exceeded', words)
  return { ...gateFailed('share_not_met', words), rows: result }
}

/** `at least 95%`, `more than 99.5%`. */
export function shareWords({ min_share_bp: basisPoints = 0, share_exclusive: isExclusive }: Share): string {
  return `${isExclusive === true ? 'more than' : 'at least'} ${basisPoints / 100}%`
}
