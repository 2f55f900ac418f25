import type { Environment } from '@outturn/vocabulary'
import type { Operator } from './operator.ts'

/** A connection for one command, and how its answer is printed. */
export type Session = { operator: Operator; print(answer: unknown): void }

export type OpenSession = (options: {
  environment: Environment
  json: boolean
  /** Name that changes are recorded under; the user of this machine without it. */
  as?: string
}) => Promise<Session>
