import { type KeyScope, scopesFromNarrowest } from '@outturn/vocabulary'
import { Refusal, type RefusalOptions } from './refusal.ts'

type WithoutField = Omit<RefusalOptions, 'field'>
type WithReason = RefusalOptions & Required<Pick<RefusalOptions, 'reason'>>

/** 400: the member at `field` is missing or has the wrong shape. */
export function invalid(field: string, message: string, options: WithoutField = {}): Refusal {
  return new Refusal('validation_failed', message, { field, ...options })
}

/** 422: the member at `field` has the right shape and cannot be meant. */
export function unprocessable(field: string, message: string, options: WithoutField = {}): Refusal {
  return new Refusal('validation_failed', message, { field, ...options }, 422)
}

/** 422: the text at `field` can be read in several ways, or in none. */
export function ambiguous(field: string, message: string, options: WithoutField = {}): Refusal {
  return new Refusal('ambiguity_required', message, { field, ...options })
}

/** 413: one evidence item is over a limit of the contract. */
export function evidenceTooLarge(field: string, message: string, options: WithoutField = {}): Refusal {
  return new Refusal('evidence_too_large', message, { field, ...options })
}

/** Largest evidence item, in bytes of its canonical JSON. */
const evidenceItemBytes = 1_048_576

/** Refuses an evidence item that is larger than one may be. */
export function assertItemSize(bytes: number, field: string, remediation?: string): void {
  if (bytes <= evidenceItemBytes) return
  const message = `The evidence item has ${bytes} bytes; at most ${evidenceItemBytes} are taken.`
  throw evidenceTooLarge(field, message, { ...(remediation !== undefined && { remediation }) })
}

/** 403: this key or this party may not do it. */
export function forbidden(message: string, options: RefusalOptions = {}): Refusal {
  return new Refusal('forbidden', message, options)
}

/** 403: a key of another scope is needed; the reason names the narrowest that suffices. */
export function outOfScope(message: string, scopes: readonly KeyScope[]): Refusal {
  const suffices = scopesFromNarrowest.filter((scope) => scopes.includes(scope))
  return forbidden(message, {
    reason: `${suffices[0] ?? 'full'}_scope_required`,
    remediation: `Use a key of scope ${suffices.join(' or ')}.`,
  })
}

/** 404: the resource does not exist, or the caller may not know that it does. */
export function absent(message: string, options: RefusalOptions = {}): Refusal {
  return new Refusal('not_found', message, options)
}

/** 404: the Spool does not exist or is not the caller's; the answer is the same to the byte. */
export function absentSpool(): Refusal {
  return new Refusal('spool_not_found', 'There is no such Spool.')
}

/** 404: the dispute does not exist or is of a Spool that is not the caller's; the answer is the same to the byte. */
export function absentDispute(): Refusal {
  return absent('There is no such dispute.')
}

/** 404: the source does not exist or is of another account; the answer is the same to the byte. */
export function absentSource(): Refusal {
  return absent('There is no such source.', {
    remediation: 'List the sources of the account with GET /api/v1/sources.',
  })
}

export function absentDiscrepancy(): Refusal {
  return absent('There is no such discrepancy.')
}

/** 404: the review does not exist or is of a Spool that is not the caller's; the answer is the same to the byte. */
export function absentReview(): Refusal {
  return absent('There is no such review.')
}

/** 409: the request contradicts what is recorded, and sending it again does not help. */
export function conflict(message: string, options: WithReason): Refusal {
  return new Refusal('conflict', message, options)
}

/** 409: the resource is in a state that does not allow the action. */
export function invalidState(message: string, options: WithReason): Refusal {
  return new Refusal('invalid_state', message, options)
}

/** 409: the record changed or is being written by another request; the same request may succeed later. */
export function storeConflict(message: string, options: RefusalOptions = {}): Refusal {
  return new Refusal('store_conflict', message, options)
}

/** 409: the operation, or the member at `field`, needs a capability that the sandbox does not have. */
export function unsupportedInSandbox(message: string, options: RefusalOptions = {}): Refusal {
  return new Refusal('unsupported_environment_capability', message, options)
}

/** 503: there is more work than can be taken on now; nothing of the request was begun. `retryAfterSeconds` is when there may be room. */
export function overloaded(message: string, retryAfterSeconds = 1): Refusal {
  return unavailable(message, {
    reason: 'overloaded',
    retryAfterSeconds,
    remediation:
      'Too much is under way. Send the same request again after the seconds in Retry-After, and fewer at a time.',
  })
}

/** 503: something that this deployment needs for the answer is missing or does not respond. */
export function unavailable(message: string, options: RefusalOptions = {}): Refusal {
  return new Refusal('configuration_unavailable', message, options)
}
