import { invalidState, type Refusal, unavailable } from '@outturn/contracts'
import type { Environment } from '@outturn/vocabulary'
import type { RestoreCause } from '../../domain/floor/judge-floor.ts'
import type { LogFloor } from '../../domain/floor/log-floor.ts'
import { isLaterLog } from '../../domain/log/log-origin.ts'

/** The database is not the one that the log was last given out from, so nothing is signed until an operator decides. */
export type Restored = {
  readonly kind: 'restored'
  readonly cause: RestoreCause
  readonly floor: LogFloor | null
  readonly stored: { readonly origin: string; readonly size: number }
  /** More than the cause says, for the operator; null where nothing is. */
  readonly detail: string | null
}

/** The sentence that says what is wrong. */
export function describeRestored({ cause, floor, stored, detail }: Omit<Restored, 'kind'>): string {
  const of = `the log ${stored.origin} has ${stored.size} leaves in the database`
  switch (cause) {
    case 'behind':
      return `The database was restored to an earlier time: ${of}, and ${floor?.size ?? 0} leaves of ${floor?.origin} were published.`
    case 'forked':
      return `The database was restored and then changed: ${of}, and they are not those that were published (${floor?.size ?? 0} leaves).`
    case 'floor_missing':
      return `The floor of the log is gone: ${of}, and how many were published is unknown.`
    case 'floor_unusable':
      return `The floor of the log cannot be used: ${of}. ${detail ?? `The floor is of the log ${floor?.origin}.`}`
    default:
      return cause satisfies never
  }
}

/** The operator's commands. */
export function adviceOnRestored(environment: Environment, { cause }: Pick<Restored, 'cause'>): string {
  const admin =
    environment === 'production' ? 'npm run admin --' : `npm run admin -- --environment ${environment}`
  const lines = [
    ...(cause === 'behind' ? [`${admin} log recover --from <address or folder of a copy of the log>`] : []),
    ...(cause.startsWith('floor') ? [`${admin} log adopt-floor --reason "…" (nothing was restored)`] : []),
    `${admin} log succeed --reason "…" (what is lost stays lost)`,
  ]
  return lines.join('\n')
}

export function restoredRefusal(environment: Environment, restored: Omit<Restored, 'kind'>): Refusal {
  return unavailable(`${describeRestored(restored)} Nothing is signed until an operator decides.`, {
    reason: 'restored_from_backup',
    remediation: adviceOnRestored(environment, restored),
    retryAfterSeconds: 60,
  })
}

/**
 * The floor is known and says that the database lacks what was given out, so the database cannot say what the floor is: taken from there, the
 * log would be given out a second time. A checkpoint may raise the floor of the same log.
 */
export function refuseKnownFloor(
  state: Restored | { readonly kind: 'kept' },
  checkpoint: string | null,
): void {
  if (state.kind === 'kept') return
  const { cause, floor, stored } = state
  if (floor === null) return
  const isRaised = cause === 'behind' && checkpoint !== null && floor.origin === stored.origin
  const isLost = cause.startsWith('floor') && !isLaterLog(floor.origin, stored.origin)
  if (isRaised || isLost) return
  throw invalidState(`The floor is known, and the database is not what it says. ${describeRestored(state)}`, {
    reason: 'floor_is_known',
    remediation:
      'Bring the leaves back by `log recover`, end the log by `log succeed`, or restore another backup.',
  })
}

/** There is nothing to decide. */
export function notRestored(): Refusal {
  return invalidState('The database has everything of the log that was published.', {
    reason: 'not_restored',
    remediation: 'Nothing has to be decided. `log show` says how far the log is.',
  })
}
