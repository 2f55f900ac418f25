import type { Environment } from '@outturn/vocabulary'
import type { Operator } from './operator.ts'

export type ProgramOptions = {
  environment: Environment
  json: boolean
  /** Name that changes are recorded under; the user of this machine without it. */
  as?: string
}

/** What the command line works with: a connection when a command needs one, and a place to print. */
export type Session = {
  connect(options: ProgramOptions): Promise<Operator>
  print(answer: unknown, isJson: boolean): void
  /** Writes one line as it is. */
  write(line: string): void
  /** Says on standard error which change was recorded. */
  record(change: Change): void
}

/** A change as it is shown to the operator who made it: the command, the record that was changed, and the name it is recorded under. */
export type Change = {
  readonly command: string
  readonly subject: string | null
  readonly operator: string | undefined
}

/** Makes the action of one command: it opens a connection, sends what `work` sends, and prints its answer. */
export type Run = <Args extends unknown[]>(
  work: (send: Operator['send'], ...args: Args) => Promise<unknown>,
) => (...args: Args) => Promise<void>

/** The same for a command that changes something: what was changed is also said on standard error, with the operator's name. */
export type RunChange = <Args extends unknown[]>(
  command: string,
  work: (send: Operator['send'], ...args: Args) => Promise<unknown>,
) => (...args: Args) => Promise<void>

/** The same for a command whose answer is long: it writes its lines as they come, and what it did is said on standard error. */
export type RunLines = <Args extends unknown[]>(
  command: string,
  work: (
    send: Operator['send'],
    write: (line: string) => void,
    ...args: Args
  ) => Promise<{ accountId: string }>,
) => (...args: Args) => Promise<void>

/** Makes the action of a command that works with files alone, on whichever machine they are. */
export type RunOffline = <Args extends unknown[]>(
  work: (environment: Environment, ...args: Args) => Promise<unknown>,
) => (...args: Args) => Promise<void>

/** Text for the end of a command's help. */
export function example(...lines: string[]): string {
  return ['\nExample:', ...lines.map((line) => `  npm run admin -- ${line}`)].join('\n')
}
