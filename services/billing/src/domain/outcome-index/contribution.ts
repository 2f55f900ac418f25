import type { VerifiedRun } from '@outturn/contracts'
import type { Environment, Verdict } from '@outturn/vocabulary'

/** What one Spool adds to the outcome index: its first run, and how many runs it took in the end. */
export type Contribution = {
  readonly spoolId: string
  readonly accountId: string
  readonly deliverableType: string
  /** Sorted, each once. */
  readonly checkers: readonly string[]
  readonly result: Verdict
  readonly submittedUnits: number
  readonly acceptedUnits: number
  readonly at: Date
  /** Runs until the Spool was closed; null while it is open. */
  readonly runsToEnd: number | null
}

/** What a run adds: the first run of a Spool in production, judged by checkers. Null for every other run. */
export function contributionOf(verified: VerifiedRun, environment: Environment): Contribution | null {
  const { run, spoolId, accountId, checkers, useCase, result, submittedUnits, acceptedUnits, at } = verified
  if (environment !== 'production' || run !== 1 || checkers === undefined) return null
  return {
    spoolId,
    accountId,
    deliverableType: useCase,
    checkers: [...new Set(checkers)].toSorted(),
    result,
    submittedUnits,
    acceptedUnits,
    at: new Date(at),
    runsToEnd: verified.isLast === true ? 1 : null,
  }
}
