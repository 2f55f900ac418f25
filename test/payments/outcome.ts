import type { Answer, Call } from './patient-caller.ts'

/** One way in which something was paid for: an authorization of a wallet, or a payment by card. */
export type Attempt = {
  /** As the rail knows it: the nonce, or the id of the challenge. */
  readonly mark: string
  readonly call: Call
  /** Answers for good, the latest last. */
  readonly answers: Answer[]
}

/** What became of one payer who wanted one thing. */
export type Outcome = {
  readonly number: number
  readonly rail: 'x402' | 'mpp'
  readonly wish: 'verification' | 'pack'
  readonly mishap: string
  readonly accountId: string | null
  /** All attempts carry one id of the payer, and only one of them may be paid. */
  isOnce: boolean
  readonly attempts: Attempt[]
  /** What must not have happened. */
  readonly problems: string[]
}

export function isPaid({ status }: Answer): boolean {
  return status === 201 || status === 202
}
