import type { Environment } from '@outturn/vocabulary'
import type { Operator } from './operator.ts'

export type OpenSession = (options: {
  environment: Environment
  json: boolean
  /** Name that changes are recorded under; the user of this machine without it. */
  as?: string
}) => Promise<{ operator: Operator; print(answer: unknown): void }>

/** Makes the action of one command: it opens a connection, sends what `work` sends, and prints its answer. */
export type Run = <Args extends unknown[]>(
  work: (send: Operator['send'], ...args: Args) => Promise<unknown>,
) => (...args: Args) => Promise<void>

/** Text for the end of a command's help. */
export function example(...lines: string[]): string {
  return ['\nExample:', ...lines.map((line) => `  npm run admin -- ${line}`)].join('\n')
}
