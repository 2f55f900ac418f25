import type { AllowanceUse } from './allowance.ts'
import type { CreditGrantPart } from './credit-grant.ts'

/** What is set aside for one run, and from where. */
export type Reservation = {
  readonly runId: string
  readonly accountId: string
  /** Counts from 1; a voided reservation that is held again is the next attempt. */
  readonly attempt: number
  readonly state: 'held' | 'posted' | 'voided'
  /** `payment`: a payment for this run alone, outside of what the account has. */
  readonly coveredBy: 'allowance' | 'credits' | 'receivable' | 'payment'
  readonly freeTextCompiles: number
  /** The key that asked; null for a person, and for reservations from before keys were recorded. */
  readonly keyId: string | null
  /** Kind of the deliverable, in the words of the agreement. */
  readonly useCase: string | null
  /** Of the price of the verification, what the allowance does not cover. */
  readonly verificationMicros: bigint
  readonly compileMicros: bigint
  /** What it uses of the allowance of a month. */
  readonly allowance: AllowanceUse
  readonly parts: readonly CreditGrantPart[]
  /** What neither allowance nor grants cover; zero unless the run was already delivered. */
  readonly receivableMicros: bigint
  readonly createdAt: Date
  /** When to ask for the outcome of the run if no event reported it. */
  readonly checkAt: Date
  readonly finishedAt: Date | null
}

export function amountMicros(reservation: Reservation): bigint {
  return reservation.verificationMicros + reservation.compileMicros
}
