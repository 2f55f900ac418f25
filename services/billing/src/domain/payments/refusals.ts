import { invalid, Refusal } from '@outturn/contracts'
import type { AuthorizationName } from './claim.ts'
import type { Offer, PaymentLane } from './lane.ts'

/** 402 with the challenge: nothing was paid, or nothing that counts for this. */
export function paymentRequired(offer: Offer, message?: string): Refusal {
  const unpaid = 'The request carries no payment. This answer says what the call costs and how to pay it.'
  return new Refusal('payment_required_x402', message ?? unpaid, challenge(offer))
}

/** 402 after a payment that did not happen. Its authorization stays what it is: one that can still be used may be sent again. */
export function paymentFailed(
  lane: Pick<PaymentLane, 'refusal'>,
  offer: Offer,
  payment: { readonly authorization: AuthorizationName },
  reason: string,
): Refusal {
  const { details, headers } = challenge(offer)
  return new Refusal(
    'payment_failed_x402',
    `The payment was not made: ${inWords(reason)}. Nothing was taken for this call.`,
    {
      reason: 'payment_refused',
      remediation: endedReasons.has(reason) ? signAnew : removeCause,
      details,
      headers: { ...headers, 'payment-response': lane.refusal(payment, reason) },
    },
  )
}

/** Reasons after which the same authorization pays for nothing here any more. */
const endedReasons: ReadonlySet<string> = new Set([
  'canceled',
  'checker_error',
  'expired',
  'not_charged',
  'spent_elsewhere',
])
const signAnew = 'Sign the requirement anew and send the request again.'
const removeCause =
  'Remove the cause that the error names and send the same payment again while it is valid, or sign the requirement anew. A payment that is not wanted any more can be used until its validBefore: cancel its authorization at the token.'

/** 402 with the challenge: the payment does not send an extension of it back as it came. */
export function extensionChanged(offer: Offer, name: string): Refusal {
  return paymentRequired(
    offer,
    `The payment changes what the extension ${name} of the challenge says (extension_echo_mismatch).`,
  )
}

/** 400: this deployment takes only payments that their payer gave an id. */
export function identifierMissing(): Refusal {
  return invalid('PAYMENT-SIGNATURE', 'The payment has no id in extensions.payment-identifier.info.', {
    remediation:
      'Add an id of 16 to 128 letters, digits, hyphens and underscores to the extension payment-identifier of the challenge and sign it again.',
  })
}

/** 402 without a challenge, which clients would pay: whether the money moved is not known yet. */
export function paymentUnknown(): Refusal {
  return new Refusal('payment_failed_x402', 'Whether the payment was made is not known yet.', {
    reason: 'payment_unknown',
    retryAfterSeconds: 5,
    remediation:
      'Wait for the seconds in Retry-After and send the same request with the same PAYMENT-SIGNATURE. Sign no other: this one may have been paid, and then pays for the answer.',
  })
}

/** Reasons of payers who may not know the protocol; others are named as the facilitator does. */
const reasonWords: Readonly<Record<string, string>> = {
  canceled: 'the payer canceled its authorization',
  checker_error: 'the verification reached no verdict, and is not paid for',
  not_charged: 'the service could not look at what the verdict needs, and the run is not paid for',
  expired: 'its authorization ended before it was used',
  spent_elsewhere: 'its authorization was used for another transfer',
  invalid_exact_evm_insufficient_balance: 'the wallet holds less than the amount',
  invalid_exact_evm_nonce_already_used: 'its authorization was used or canceled before',
  invalid_exact_evm_signature: 'its signature is not one of the payer',
}

function inWords(reason: string): string {
  const words = reasonWords[reason]
  return words === undefined ? reason : `${words} (${reason})`
}

function challenge({ header, members }: Offer) {
  return { details: { ...members }, headers: { 'payment-required': header } }
}
