import { overloaded, type Refusal, unavailable } from '@outturn/contracts'
import { isOutage, sqlState } from './database-error.ts'
import { ConnectionWaitError } from './pool.ts'

const diskFull = '53100'
const tooManyConnections = '53300'

/** The refusal of a request for which the disk had no space. */
export function storeFull(store: string): Refusal {
  return unavailable(`${store} has no space left to write to.`, {
    reason: 'store_full',
    retryAfterSeconds: 30,
    remediation:
      'Nothing was changed. Send the same request again after the seconds in Retry-After; the operator has to free space.',
  })
}

/**
 * The refusal of a request whose statement could not run, or null where the error is no outage. A wait for a connection is
 * load of the service; the database did not fail. `store` begins the message: "The database of the service".
 */
export function storeRefusal(error: unknown, store: string): Refusal | null {
  if (error instanceof ConnectionWaitError || sqlState(error) === tooManyConnections) {
    return overloaded(`${store} had no free connection in time.`)
  }
  if (sqlState(error) === diskFull) {
    return storeFull(store)
  }
  if (!isOutage(error)) return null
  return unavailable(`${store} cannot be reached.`, { reason: 'store_unavailable', retryAfterSeconds: 1 })
}
