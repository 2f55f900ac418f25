import { Refusal } from '@outturn/contracts'
import type { AuthorizationName } from './claim.ts'
import type { Offer, PaymentLane } from './lane.ts'

/** 402 with the challenge: nothing was paid, or nothing that counts for this. */
export function paymentRequired(offer: Offer, message?: string): Refusal {
  return new Refusal('payment_required_x402', message ?? 'This call is paid for by itself.', challenge(offer))
}

/** 402 after a payment that did not happen: a new authorization may be signed, the one that was sent is not used any more. */
export function paymentFailed(
  lane: Pick<PaymentLane, 'refusal'>,
  offer: Offer,
  payment: { readonly authorization: AuthorizationName },
  reason: string,
): Refusal {
  const { details, headers } = challenge(offer)
  return new Refusal('payment_failed_x402', `The payment was not made: ${reason}. Nothing was taken.`, {
    reason: 'payment_refused',
    remediation:
      'Remove the cause that the error names, sign the requirement anew and send the request again.',
    details,
    headers: { ...headers, 'payment-response': lane.refusal(payment, reason) },
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

function challenge({ header, members }: Offer) {
  return { details: { ...members }, headers: { 'payment-required': header } }
}
