import type { AlertBook } from './alert-book.ts'
import type { World } from './world.ts'

/** The cause of an alert, and its runbook followed to the end. */
export type Walk = {
  /** The alerts that this cause sets off: their runbooks are followed together. */
  readonly alerts: readonly string[]
  readonly cause: string
  /** How long the alerts may take to come and to go, s. */
  readonly withinSeconds?: number
  /** Whether it waits for minutes, and is walked beside the others. */
  readonly isSlow?: boolean
  /** Printed steps that this cause does not call for, each by its beginning, with the reason. */
  readonly apart?: Readonly<Record<string, string>>
  /** Brings the cause about; what it returns takes it away, as an operator would. */
  begin(world: World): Promise<() => Promise<unknown>>
  /** Follows the steps; `remedy` is where the operator takes the cause away. */
  follow(book: AlertBook, remedy: () => Promise<unknown>, world: World): Promise<unknown>
}
