import type { OutturnError } from './errors.ts'
import type { CreditsRequired, ErrorBody, ErrorCode } from './generated/types.ts'

/** Members of the error object that only some codes have. */
export interface RefusalMembers {
  ambiguity_required: {
    readonly questions?: ErrorBody['questions']
    readonly unsupported?: ErrorBody['unsupported']
    readonly stated?: ErrorBody['stated']
    readonly fields_from?: ErrorBody['fields_from']
  }
  conflict: {
    /** With the reason `exceeds_earned`: amount that can still be settled. */
    readonly amount_remaining?: string
    /** With the reason `receipt_corrected`: ID of the receipt that replaces this one. */
    readonly replacement_receipt_id?: string
  }
  credits_required: CreditsRequired
  invalid_state: {
    /** With the reason `terms_changed`: hash of the current agreement. */
    readonly agreement_hash?: string
  }
  payment_required_mpp: {
    readonly type: string
    readonly title: string
    readonly status: 402
    readonly detail: string
    readonly challengeId: string
    readonly challenge: { readonly id: string; readonly [member: string]: unknown }
  }
  payment_required_x402: PaymentOffer
  payment_failed_x402: Partial<PaymentOffer>
  validation_failed: {
    /** All problems that were found, where there is more than one. */
    readonly issues?: readonly { readonly field: string; readonly message: string }[]
  }
}

interface PaymentOffer {
  readonly x402Version: number
  readonly resource: { readonly url: string; readonly [member: string]: unknown }
  /** Ways to pay, of which one is chosen. */
  readonly accepts: readonly {
    readonly scheme: string
    readonly network: string
    readonly amount: string
    readonly asset: string
    readonly payTo: string
    readonly [member: string]: unknown
  }[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** A refusal with this code: `body` has the members of the code. */
export type Refused<Code extends ErrorCode> = OutturnError & {
  readonly code: Code
  readonly body: ErrorBody & { readonly code: Code } & (Code extends keyof RefusalMembers
      ? RefusalMembers[Code]
      : unknown)
}

/**
 * Whether a caught error is a refusal of the service, with one of these codes where any are given.
 *
 * ```ts
 * if (isRefused(error, 'credits_required')) console.log(error.body.top_up_url)
 * ```
 */
export function isRefused(error: unknown): error is OutturnError
export function isRefused<Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly [Code, ...Code[]]
): error is { [Each in Code]: Refused<Each> }[Code]
export function isRefused(error: unknown, ...codes: readonly ErrorCode[]): boolean {
  // By its name, as a program may have this package twice: as ECMAScript module and as CommonJS.
  if (!(error instanceof Error) || error.name !== 'OutturnError') return false
  return codes.length === 0 || codes.includes((error as OutturnError).code)
}
