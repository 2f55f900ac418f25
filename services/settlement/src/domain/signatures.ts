import { conflict, invalidState, type SettlementSignaturesRequest, unprocessable } from '@outturn/contracts'
import type { Leg } from './leg.ts'
import { currentLegs } from './settlement-state.ts'

export type SignedLeg = { readonly leg: Leg; readonly signature: string; readonly field: string }

/**
 * The legs that a request signs for the first time; none for a repetition. Refuses other legs than those that are asked for, another
 * nonce, and another signature of a leg that is signed.
 */
export function newSignatures(
  legs: readonly Leg[],
  { legs: sent }: SettlementSignaturesRequest,
): SignedLeg[] {
  const current = currentLegs(legs)
  const missing = current.filter(({ state }) => state === 'unsigned')
  const names = sent.map(({ leg }) => leg)
  if (new Set(names).size !== names.length) {
    throw unprocessable('legs', 'A leg is named twice.', { remediation: 'Send each leg once.' })
  }
  const fresh = sent.flatMap(({ leg: kind, nonce, signature }, index): SignedLeg[] => {
    const field = `legs[${index}]`
    const known = legs.find((leg) => leg.kind === kind && leg.nonce === nonce.toLowerCase())
    if (known === undefined) {
      throw unprocessable(`${field}.nonce`, `No ${kind} leg of this settlement has this nonce.`, {
        remediation: 'Sign the typed_data of next_step.required_legs as it is and send its nonce.',
      })
    }
    if (known.signature === signature.toLowerCase()) return []
    if (known.state !== 'unsigned') {
      throw conflict(`The ${kind} leg is signed, or was, and takes no other signature.`, {
        field,
        reason: 'signature_recorded',
        remediation: 'Read the Spool: next_step.required_legs names what is still to be signed.',
      })
    }
    return [{ leg: known, signature: signature.toLowerCase(), field }]
  })
  if (fresh.length === 0) return []
  if (missing.length === 0) {
    throw invalidState('This settlement waits for no signature.', { reason: 'not_awaiting_signature' })
  }
  const forgotten = missing.find(({ nonce }) => !fresh.some(({ leg }) => leg.nonce === nonce))
  if (forgotten !== undefined) {
    throw unprocessable('legs', `The signature of the ${forgotten.kind} leg is missing.`, {
      remediation: 'Send the signatures of all of next_step.required_legs together.',
    })
  }
  return fresh
}
