import { Refusal, unavailable } from '@outturn/contracts'
import type { LostTime } from '../adapters/lost-time.ts'

/** The header that each answer has while a restore is recent. */
export const restoredHeader = 'outturn-restored'

/** From when to when records are lost. */
export function restoredText({ from, to }: LostTime): string {
  return `from=${from}; to=${to}`
}

const idInPath = /\/[a-z]{2,4}_[0-9a-f]{24}(?:[/.?]|$)/

/** What is not found under a well-formed id may be of the time that is lost: then it is no less valid. */
export function withLostTime(refusal: Refusal, lost: LostTime | null, path: string): Refusal {
  const { code, message, options } = refusal
  if (lost === null || code !== 'not_found' || options.reason !== undefined || !idInPath.test(path))
    return refusal
  return new Refusal(code, message, {
    ...options,
    reason: 'lost_by_restore',
    remediation: `The service was restored, and what was made from ${lost.from} to ${lost.to} is not served. A receipt of that time is valid by itself: check it offline.`,
  })
}

/** What the database shows may have been erased at the time that a restore took back. */
export function erasuresMissing(): Refusal {
  return unavailable(
    'The service was restored from a backup and is erasing again what was erased since then.',
    {
      reason: 'erasures_missing',
      retryAfterSeconds: 10,
      remediation: 'Send the request again after the seconds in Retry-After.',
    },
  )
}
