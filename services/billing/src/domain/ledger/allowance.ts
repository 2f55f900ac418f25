import type { Allowance } from '@outturn/contracts'
import { monthOf, periodOf } from '../usage/calendar-month.ts'

/** Verification runs and compiles from free text that cost nothing, or how many of them were used. */
export type AllowanceCount = { readonly verifications: number; readonly compiles: number }

/** What an account has used of its allowance, and in which calendar month. */
export type AllowanceUse = AllowanceCount & { readonly month: string }

export const nothingIncluded: AllowanceCount = { verifications: 0, compiles: 0 }

/** The counters of the month of `at`: those of an earlier month are over. A clock that runs behind reopens no month. */
export function useInMonthOf(at: Date, use: AllowanceUse): AllowanceUse {
  const month = monthOf(at)
  return use.month >= month ? use : { month, ...nothingIncluded }
}

/** What is left; never below zero, also when a limit was lowered below what is used. */
export function remainingAllowance(limits: AllowanceCount, use: AllowanceCount): AllowanceCount {
  return {
    verifications: Math.max(0, limits.verifications - use.verifications),
    compiles: Math.max(0, limits.compiles - use.compiles),
  }
}

export function addUse(use: AllowanceUse, more: AllowanceCount): AllowanceUse {
  return {
    month: use.month,
    verifications: use.verifications + more.verifications,
    compiles: use.compiles + more.compiles,
  }
}

/** Gives back what was used in the same month; what an earlier month included is over and cannot come back. */
export function releaseUse(use: AllowanceUse, back: AllowanceUse): AllowanceUse {
  if (use.month !== back.month) return use
  return {
    month: use.month,
    verifications: Math.max(0, use.verifications - back.verifications),
    compiles: Math.max(0, use.compiles - back.compiles),
  }
}

/** The allowance as the contract shows it. */
export function toAllowanceView(limits: AllowanceCount, use: AllowanceUse): Allowance {
  const { start, end } = periodOf(use.month)
  const remaining = remainingAllowance(limits, use)
  return {
    period_start: start.toISOString(),
    period_end: end.toISOString(),
    verification: {
      limit: limits.verifications,
      used: use.verifications,
      remaining: remaining.verifications,
    },
    compile: { limit: limits.compiles, used: use.compiles, remaining: remaining.compiles },
  }
}
