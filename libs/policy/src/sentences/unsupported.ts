import type { AssistedMethod } from '@outturn/vocabulary'

/** Why no checker decides a clause, and what could. */
export interface Unsupported {
  readonly reason: string
  readonly method: AssistedMethod
}
